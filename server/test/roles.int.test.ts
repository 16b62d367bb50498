// The database roles of processes and operators, which own nothing.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '#server/app.ts';
import { runMigrate } from '#server/cli/migrate.ts';
import { runOps } from '#server/cli/ops.ts';
import { readConfig } from '#server/platform/config.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { createTestDatabase, urlAs } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { hasServer } from './world.ts';

describe.runIf(hasServer)('a PostgreSQL server in production', () => {
  const folder = testFolder(afterAll);
  const key = () => randomBytes(32).toString('base64');
  const keys = { ENCRYPTION_KEYS: `k1:${key()}`, LOOKUP_KEY: `l1:${key()}`, AUDIT_KEY: key() };
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let name: string;
  let operator: string;
  let owner: string;
  let admin: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    name = new URL(database.url).pathname.slice(1);
    operator = `pat.reyes ${name}`;
    owner = `owner of ${name}`;
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await database.drop();
    const server = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await server.connect();
    for (const role of [operator, owner]) await server.query(`drop role if exists "${role}"`);
    await server.end();
  });

  const env = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder, BLOB_STORE: folder, ...keys });
  const migrate = async (url: string) => {
    const lines: string[] = [];
    await runMigrate(env(url), (line) => lines.push(line));
    return lines;
  };
  const refusal = async (role: string, statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: urlAs(database.url, role) });
    await client.connect();
    const refused = (error: Error) => error.message;
    return client
      .query(statement)
      .then(() => 'allowed', refused)
      .finally(() => client.end());
  };
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
    const made = `Made the roles ${name}_web, ${name}_worker, ${name}_operator.`;
    expect((await migrate(database.url)).join('\n')).toContain(made);
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

  it('allows no process what it does not need', async () => {
    const [web, worker] = [`${name}_web`, `${name}_worker`];
    await admin.query(`create role "${operator}" login in role "${name}_operator"`);
    const mustRefuse = async (role: string, statement: string) =>
      expect(await refusal(role, statement), statement).toMatch(/^permission denied|^must be owner/);
    for (const role of [web, worker, operator]) {
      for (const statement of [
        'drop trigger audit_event_append_only on audit_event',
        'alter table audit_event disable trigger all',
        'set session_replication_role = replica',
        'delete from audit_event',
        "update audit_event set data = '{}'",
        'truncate audit_event',
        "insert into audit_link (event_id, chain, position, hash) values (1, gen_random_uuid(), 1, '')",
        'delete from policy_version',
        'delete from policy_step',
        'update document set content = content',
        'create table public.mine ()',
      ])
        await mustRefuse(role, statement);
      expect(await refusal(role, 'update document set pdf = pdf, sha256 = sha256')).toBe('allowed');
    }
    for (const statement of [
      'insert into disbursement (application_id) values (gen_random_uuid())',
      'update disbursement set amount = 1',
      'update decision set detail = detail',
      "update partner_key set hash = ''",
      'delete from consent',
      'delete from application',
      'select 1 from audit_checkpoint',
    ])
      await mustRefuse(web, statement);
    const step =
      "insert into policy_step (version, kind, operator, recorded_at) values ('', 'approved', '', now())";
    for (const role of [web, worker]) await mustRefuse(role, step);
    expect(await refusal(worker, 'update audit_link set is_exported = true')).toBe('allowed');
  });

  it('lets only a worker make and drop partitions, and only of tables whose rows age alone deletes', async () => {
    const add = "select add_partitions('measurement', 'month', now())";
    const drop = (table: string) => `select drop_partition('${table}', '2020-01-01')`;
    for (const statement of [add, drop('measurement')]) {
      expect(await refusal(`${name}_web`, statement)).toMatch(/^permission denied/);
      expect(await refusal(operator, statement)).toMatch(/^permission denied/);
      expect(await refusal(`${name}_worker`, statement)).toBe('allowed');
    }
    for (const table of ['audit_event', 'application'])
      expect(await refusal(`${name}_worker`, drop(table))).toMatch(/^null values cannot be formatted/);
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
    const { rows } = await admin.query('select type, operator from audit_event order by id');
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
    ]);
    for (const statement of toRun) await admin.query(statement);
    expect(await migrate(asOwner)).toHaveLength(1);
    const web = new pg.Client({ connectionString: urlAs(other.url, `${otherName}_web`) });
    await web.connect();
    expect((await web.query('select count(*)::int as n from application')).rows).toEqual([{ n: 0 }]);
    await web.end();
    await other.drop();
  });
});
