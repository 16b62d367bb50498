// Two releases beside each other, as in every deploy: one database that the newer one has migrated, and one queue.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { queuedJobs } from './queued-jobs.ts';
import { finished } from './receive-funds.ts';
import { form, hasServer, openWorld, textCode } from './world.ts';

describe.runIf(hasServer)('a release', () => {
  const world = openWorld({ database: 'server' });

  it('starts on a database that a later one has migrated, and runs a job that an earlier one queued', async () => {
    const browser = world.browser();
    const sent = form(1);
    const { verifyOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
    const otp = await textCode(world, sent.phone as string);
    // Without a worker, the decision stays in the queue.
    await world.restart(undefined, 'web');
    const { job } = (await browser.post(verifyOtp.verifyOtp.href, { phone: sent.phone, otp })).json();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-later-release', now()::text)`.execute(
      world.db,
    );
    await sql`alter table application add column of_a_later_release text not null default 'new'`.execute(
      world.db,
    );
    await sql`create table of_a_later_release (id uuid primary key)`.execute(world.db);
    await world.restart(undefined, 'both');
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    expect(await browser.screen()).toBe('offers');
    const names = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(
      world.db,
    );
    expect(names.rows[0]?.name).toBe('9999-of-a-later-release');
  });

  it('understands every job that any release may have queued, and one with an unknown field', () => {
    expect(Object.keys(queuedJobs).sort()).toEqual([...world.services.jobs.declared.keys()].sort());
    for (const [name, payloads] of Object.entries(queuedJobs))
      for (const payload of payloads.flatMap((one) => [one, { ...one, ofALaterRelease: 1 }])) {
        const { success } = world.services.jobs.declared.get(name)?.payload.safeParse(payload) ?? {};
        expect(success, `${name} ${JSON.stringify(payload)}`).toBe(true);
      }
  });
});

describe('a migration', () => {
  const folder = join(import.meta.dirname, '../src/platform/db/migrations');
  const squawk = join(import.meta.dirname, '../../node_modules/.bin/squawk');

  /** The rules that a script breaks: it would have requests wait, stop the release before, or not resume after a kill. */
  function refused(script: string): readonly string[] {
    // What builds an index concurrently runs outside a transaction, and everything else in one with its record.
    const excluded = [
      'require-lock-timeout',
      'require-statement-timeout',
      'prefer-bigint-over-int',
      ...(/^(?:create|drop)\b.* concurrently\b/im.test(script) ? [] : ['prefer-robust-stmts']),
    ];
    const inTransaction = excluded.includes('prefer-robust-stmts') ? ['--assume-in-transaction'] : [];
    const options = [...inTransaction, '--pg-version=15.0', '--reporter=json', `--exclude=${excluded}`];
    const { stdout, error } = spawnSync(squawk, options, { input: script, encoding: 'utf8' });
    if (error) throw error;
    return (JSON.parse(stdout) as { rule_name: string }[]).map(({ rule_name: rule }) => rule);
  }

  it('has no request wait and lets the release before run beside it, from the first release on', () => {
    const migrations = globSync('*.sql', { cwd: folder }).filter((file) => file !== '0001-initial.sql');
    for (const file of migrations)
      expect(refused(readFileSync(join(folder, file), 'utf8')), file).toEqual([]);
  });

  const setNotNull = 'alter table application alter column path set not null;';
  it.each([
    ['alter table application drop column path;', ['ban-drop-column']],
    ['alter table application rename column path to course;', ['renaming-column']],
    [setNotNull, ['adding-not-nullable-field']],
    ["alter table application add column way text not null default 'standard';", []],
    ['create index way on application (path);', ['require-concurrent-index-creation']],
    ['create index concurrently way on application (path);', ['prefer-robust-stmts']],
    ['create index concurrently if not exists way on application (path);', []],
    ["alter table application add constraint way check (path <> '') not valid;", []],
    [`alter table application validate constraint way;\n${setNotNull}`, []],
  ])('is refused or not: %s', (script, rules) => {
    expect(refused(script)).toEqual(rules);
  });
});
