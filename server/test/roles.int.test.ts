// The database roles of processes and operators, which own nothing.

import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '#server/app.ts';
import { runMigrate } from '#server/cli/migrate.ts';
import { runOps } from '#server/cli/ops.ts';
import { readConfig } from '#server/platform/config.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { createTestDatabase, query, urlAs } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { hasServer } from './world.ts';

/** What an applicant's row must have. */
const fields = [
  ...['first_name', 'last_name', 'email', 'dob', 'ssn', 'street_address', 'city', 'us_state', 'zip_code'],
  ...['main_income', 'additional_income', 'ssn_lookup', 'email_lookup', 'state_lookup'],
];

describe.runIf(hasServer)('a PostgreSQL server in production', () => {
  const folder = testFolder(afterAll);
  const key = () => randomBytes(32).toString('base64');
  const keys = { ENCRYPTION_KEYS: `k1:${key()}`, LOOKUP_KEY: `l1:${key()}`, AUDIT_KEY: key() };
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let name: string;
  let operator: string;
  let second: string;
  let owner: string;
  let admin: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    name = new URL(database.url).pathname.slice(1);
    operator = `pat.reyes ${name}`;
    second = `sam.ortiz ${name}`;
    owner = `owner of ${name}`;
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
    for (const role of [operator, second, owner])
      await query(process.env.TEST_DATABASE_URL as string, `drop role if exists "${role}"`);
  });

  const env = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder, BLOB_STORE: folder, ...keys });
  const migrate = async (url: string) => {
    const lines: string[] = [];
    await runMigrate(env(url), (line) => lines.push(line));
    return lines;
  };
  const refusal = (role: string, statement: string): Promise<string> =>
    query(urlAs(database.url, role), statement).then(
      () => 'allowed',
      (error: Error) => error.message,
    );
  const started = async (role: 'web' | 'worker', url: string) => {
    const config = readConfig(developmentEnvironment({ ...env(url), LOG_LEVEL: 'silent' }), role);
    const production = { NODE_ENV: 'production', isProduction: true, isDevelopment: false } as const;
    await (await createProduct({ ...config, ...production }, { role })).close();
    return 'started';
  };

  it('is not migrated by a process, which says what it lacks', async () => {
    const lacking = /^The database lacks 0001-initial of this release\. Run `npm run migrate` first\.$/;
    await expect(started('web', database.url)).rejects.toThrow(lacking);
    const { rows } = await admin.query("select 1 from pg_class where relname = 'application'");
    expect(rows).toEqual([]);
  });

  it('has its roles made by the migration, once', async () => {
    const made = `Made the roles ${name}_web, ${name}_worker, ${name}_operator, ${name}_reporter.`;
    expect((await migrate(database.url)).join('\n')).toContain(made);
    // As a dump that is restored without its privileges does.
    await admin.query('grant execute on function lift_legal_hold, drop_audit_month to public');
    expect(await migrate(database.url)).toEqual(['The database is up to date with this release.']);
  });

  it('refuses a process that owns the tables, or connects as another', { tags: ['full'] }, async () => {
    const expected = new RegExp(`In production a web process connects as ${name}_web, which owns nothing`);
    await expect(started('web', database.url)).rejects.toThrow(expected);
    await expect(started('worker', urlAs(database.url, `${name}_web`))).rejects.toThrow(
      new RegExp(`In production a worker process connects as ${name}_worker`),
    );
    expect(await started('web', urlAs(database.url, `${name}_web`))).toBe('started');
    expect(await started('worker', urlAs(database.url, `${name}_worker`))).toBe('started');
  });

  const [held, recent, past, lead] = [1, 2, 3, 4].map(() => randomUUID());
  const decided = (id = '', since = 'now()') => `
    insert into application (id, state, state_since, source, experience, created_at, text_budget)
      values ('${id}', 'DECLINED', ${since}, 'web_form', 'sp', ${since}, 'with-captcha');
    insert into applicant (application_id, ${fields.join(', ')}) values ('${id}', ${fields.map(() => "'x'").join(', ')});
    insert into consent (application_id, session_id, document, version, text_hash, address, user_agent, given_at, sentence)
      values ('${id}', gen_random_uuid(), 'esign', '1', '', '', '', ${since}, '');
    insert into decision (id, application_id, kind, release, outcome, trace, decided_at)
      values (gen_random_uuid(), '${id}', 'action', '1', 'DECLINED', '{}', ${since});
    insert into document (id, application_id, kind, key, content, made_at)
      values (gen_random_uuid(), '${id}', 'notice', '${id}', '', ${since});
    insert into session (id, token_hash, application_id, created_at, touched_at, address, user_agent, device_lookup, awaits_code)
      values (gen_random_uuid(), '${id}', '${id}', now(), now(), '', '', '', true);
    insert into audit_event (application_id, type, data, at)
      values ('${id}', 'journey-moved', '{"event": "declined", "to": "DECLINED"}', ${since})`;

  it('allows no role what it does not need', async () => {
    for (const person of [operator, second])
      await admin.query(`create role "${person}" login in role "${name}_operator"`);
    await admin.query(`alter role "${name}_reporter" login`);
    const old = "now() - interval '10 years'";
    for (const [id, since] of [[held, old], [recent], [past, old]]) await admin.query(decided(id, since));
    await admin.query(`insert into application (id, state, state_since, source, experience, created_at, text_budget)
      values ('${lead}', 'LEAD', now(), 'affiliate', 'sp', now(), 'returning')`);
    await admin.query(
      `insert into legal_hold (id, application_id, reason, placed_at) values ('${held}', '${held}', '', now())`,
    );
    const [web, worker, reporter] = [`${name}_web`, `${name}_worker`, `${name}_reporter`];
    const session = `insert into session (id, token_hash, application_id, created_at, touched_at, address, user_agent, device_lookup)
      values (gen_random_uuid(), gen_random_uuid(), '${held}', now(), now(), '', '', '')`;
    const step = (kind: string) =>
      `insert into policy_step (version, kind, operator, recorded_at) values ('', '${kind}', '', now())`;
    const kept = 'audit_event audit_link audit_checkpoint policy_version policy_step lender_rule'.split(' ');
    const ofLoan = 'consent decision document notice applicant application legal_hold signed_copy'.split(' ');
    const attacks: readonly (readonly [statement: string, ...allowed: string[]])[] = [
      ['drop trigger audit_event_append_only on audit_event'],
      ['alter table audit_event disable trigger all'],
      ['set session_replication_role = replica'],
      ['create table public.mine ()'],
      ...kept.flatMap((table) => [[`delete from ${table}`] as const, [`truncate ${table}`] as const]),
      ...[...ofLoan, 'blob'].map((table) => [`delete from ${table}`] as const),
      ["update audit_event set data = '{}'"],
      ["insert into audit_link (event_id, chain, position, hash) values (1, gen_random_uuid(), 1, '')"],
      ['update audit_link set is_exported = true where event_id = 0', worker],
      ['update document set content = content'],
      ['update document set pdf = pdf, sha256 = sha256 where false', web, worker, operator],
      ['update decision set detail = detail'],
      ['update application set purged_at = null'],
      ['update legal_hold set lifted_at = now()'],
      ['update lender_rule set two_people = false'],
      ['update applicant set ssn_lookup = ssn_lookup where false', web],
      ['update session set awaits_code = false'],
      ['update session set awaits_code = true where false', web, worker],
      [session, web],
      [step('approved')],
      [step('scheduled')],
      ['insert into hold select * from hold where false', web, worker, operator],
      ['insert into disbursement (application_id) select id from application where false', worker, operator],
      ['update disbursement set amount = 1 where false', worker, operator],
      ["update partner_key set hash = '' where false", operator],
      ['select 1 from audit_checkpoint', worker, operator, reporter],
      ['select 1 from application', web, worker, operator, reporter],
    ];
    const refused = /^permission denied|^must be owner|is append-only$/;
    for (const [statement, ...allowed] of attacks)
      for (const role of [web, worker, operator, reporter]) {
        const expected = allowed.includes(role) ? /^allowed$/ : refused;
        expect(await refusal(role, statement), `${role}: ${statement}`).toMatch(expected);
      }
    const { rows } = await admin.query(
      `select r.role, string_agg(p.proname, ', ' order by p.proname) as functions
       from unnest($1::text[]) as r (role) join pg_proc p on p.prosecdef and p.prorettype <> 'trigger'::regtype
         and has_function_privilege(r.role, p.oid, 'execute') group by r.role order by r.role`,
      [[web, worker, operator, reporter]],
    );
    expect(rows).toEqual([
      { role: operator, functions: 'lift_legal_hold, purge_applications, record_policy_step' },
      {
        role: worker,
        functions:
          'add_partitions, archivable_audit_month, drop_audit_month, drop_partition, purge_applications',
      },
    ]);
  });

  it('lets a worker and operators purge only what is past its time and on no legal hold', async () => {
    const purge = (id?: string) => `select purge_applications(array['${id}'::uuid], 'CEO', '2000-01-01')`;
    const disguise = `update application set state = 'LEAD', state_since = '2000-01-01' where id = '${recent}'`;
    for (const role of [`${name}_worker`, operator]) {
      expect(await refusal(role, purge(held))).toMatch(/is on legal hold$/);
      expect(await refusal(role, purge(recent))).toMatch(/is within its retention period$/);
      expect(await refusal(role, disguise)).toBe('allowed');
      expect(await refusal(role, purge(recent))).toMatch(/is within its retention period$/);
    }
    expect(await refusal(`${name}_worker`, purge(lead))).toMatch(/is within its retention period$/);
    expect(await refusal(operator, purge(lead))).toBe('allowed');
    await admin.query(
      `insert into audit_event (application_id, type, data, at)
       values ($1, 'journey-moved', '{"event": "restored", "to": "RESTORED"}', now())`,
      [past],
    );
    expect(await refusal(`${name}_worker`, purge(past))).toBe('allowed');
    const { rows } = await admin.query(
      "select application_id as id, operator from audit_event where type = 'application-purged' order by audit_event.id",
    );
    expect(rows).toEqual([
      { id: lead, operator },
      { id: past, operator: null },
    ]);
    const left = await admin.query('select distinct application_id as id from consent');
    expect(left.rows.map(({ id }) => id).sort()).toEqual([held, recent].sort());
    expect(await refusal(operator, `select lift_legal_hold('${held}', 'over', 'CEO', '2000-01-01')`)).toBe(
      'allowed',
    );
    const lifted = await admin.query(
      "select operator, at > now() - interval '1 hour' as now from audit_event where type = 'legal-hold-lifted'",
    );
    expect(lifted.rows).toEqual([{ operator, now: true }]);
    expect(await refusal(`${name}_worker`, purge(held))).toBe('allowed');
  });

  it('has a policy put in force by two login roles', async () => {
    const record = (role: string, version: string, kind: string, at = 'null') =>
      refusal(role, `select record_policy_step('${version}', '${kind}', 'why', null, ${at}, 'CEO', now())`);
    const schedule = (role: string, version: string) => record(role, version, 'scheduled', 'now()');
    const no = expect.stringMatching(/^permission denied|may not/);
    expect(await record(operator, 'v1', 'proposed')).toEqual(no);
    await admin.query('update lender_rule set policy_operators = $1', [[operator, second]]);
    for (const version of ['v1', 'v2'])
      await admin.query(
        `insert into policy_version (version, digest, files, stored_at) values ('${version}', '', '[]', now())`,
      );
    expect(await schedule(operator, 'v1')).toEqual(no);
    for (const version of ['v1', 'v2']) {
      expect(await record(operator, version, 'proposed')).toBe('allowed');
      expect(await record(operator, version, 'approved')).toEqual(no);
      expect(await schedule(operator, version)).toEqual(no);
      expect(await record(`${name}_worker`, version, 'approved')).toEqual(no);
      expect(await record(second, version, 'approved')).toBe('allowed');
      expect(await record(second, version, 'scheduled', "'2020-01-01'")).toEqual(no);
      expect(await schedule(operator, version)).toBe('allowed');
    }
    await admin.query(`grant "${second}" to "${operator}"`);
    expect(await record(second, 'v1', 'proposed')).toEqual(no);
    await admin.query(`revoke "${second}" from "${operator}"`);
    expect(await record(operator, 'v3', 'rolled-back', 'now()')).toEqual(no);
    expect(await record(operator, 'v1', 'rolled-back', 'now()')).toBe('allowed');
    expect(await record(operator, 'v2', 'rolled-back', 'now()')).toEqual(no);
    const { rows } = await admin.query('select kind, operator from policy_step order by id limit 2');
    expect(rows).toEqual([
      { kind: 'proposed', operator },
      { kind: 'approved', operator: second },
    ]);
    const events = await admin.query(
      "select data from audit_event where type = 'policy-changed' order by id desc limit 1",
    );
    const takesEffectAt = expect.stringMatching(/^20\d\d-.*T.*Z$/);
    const data = { step: 'rolled-back', version: 'v1', why: 'why', takesEffectAt };
    expect(events.rows).toEqual([{ data }]);
  });

  it('lets only a worker make and drop partitions, and only of tables whose rows age alone deletes', async () => {
    const add = "select add_partitions('measurement', 'month', now())";
    const drop = (table: string) => `select drop_partition('${table}', '2020-01-01')`;
    for (const statement of [add, drop('measurement')]) {
      expect(await refusal(`${name}_web`, statement)).toMatch(/^permission denied/);
      expect(await refusal(operator, statement)).toMatch(/^permission denied/);
      expect(await refusal(`${name}_worker`, statement)).toBe('allowed');
    }
    expect(await refusal(`${name}_worker`, drop('application'))).toMatch(/^null values cannot be formatted/);
    const dropMonth = 'select drop_audit_month(now(), now())';
    for (const role of [`${name}_web`, operator])
      expect(await refusal(role, dropMonth)).toMatch(/^permission denied/);
    for (const statement of [drop('audit_event'), drop('audit_link'), dropMonth])
      expect(await refusal(`${name}_worker`, statement)).toMatch(
        /^only drop_audit_month drops events|are needed$/,
      );
    const { rows } = await admin.query(
      `select count(*)::int as owned from pg_class where relowner in
        (select oid from pg_roles where rolname like '${name}\\_%')`,
    );
    expect(rows).toEqual([{ owned: 0 }]);
  });

  it('knows operators by the role that it authenticated, whatever they say', async () => {
    const ops = (role: string, ...args: string[]) => runOps(env(urlAs(database.url, role)), args, () => {});
    const create = ['partner-keys', 'create', 'harborlight'];
    await expect(ops(operator, ...create, '--as', 'CEO')).rejects.toThrow(/^Leave out --as/);
    await ops(operator, ...create);
    const rollback = ops(operator, 'policy', 'rollback', '--for', 'A test');
    await expect(rollback).rejects.toThrow(`${operator} may not change the policy`);
    const byWorker = ops(`${name}_worker`, 'partner-keys');
    await expect(byWorker).rejects.toThrow(/An operator connects with a role of their own/);
    const forged = `insert into audit_event (type, data, at, operator) values ('forged', '{}', now(), 'CEO of the bank')`;
    expect(await refusal(operator, forged)).toBe('allowed');
    expect(await refusal(`${name}_web`, forged)).toBe('allowed');
    const { rows } = await admin.query(
      "select type, operator from audit_event where type in ('partner-key-created', 'forged') order by id",
    );
    expect(rows).toEqual([
      { type: 'partner-key-created', operator },
      { type: 'forged', operator },
      { type: 'forged', operator: null },
    ]);
  });

  it('prints what an administrator has to run where the migration may not create roles', async () => {
    const other = await createTestDatabase('empty');
    const otherName = new URL(other.url).pathname.slice(1);
    await admin.query(`create role "${owner}" login`);
    await admin.query(`alter database ${otherName} owner to "${owner}"`);
    const asOwner = urlAs(other.url, owner);
    const [, printed = ''] = await migrate(asOwner);
    const [, ...toRun] = printed.split('\n');
    expect(toRun).toEqual([
      `create role "${otherName}_web" login;`,
      `create role "${otherName}_worker" login;`,
      `create role "${otherName}_operator" nologin;`,
      `create role "${otherName}_reporter" nologin;`,
    ]);
    for (const statement of toRun) await admin.query(statement);
    expect(await migrate(asOwner)).toHaveLength(1);
    const asWeb = urlAs(other.url, `${otherName}_web`);
    expect(await query(asWeb, 'select count(*)::int as n from application')).toEqual([{ n: 0 }]);
    await other.drop();
  });
});
