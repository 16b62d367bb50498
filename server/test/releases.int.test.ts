// Two releases beside each other, as in every deploy: one database that the newer one has migrated, and one queue.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queuedJobs } from './queued-jobs.ts';
import { createWorld, eventually, form, hasServer, textCode, type World } from './world.ts';

describe.runIf(hasServer)('a release', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ database: 'server' });
  });
  afterAll(() => world?.close());

  it('starts on a database that a later one has migrated, and runs a job that an earlier one queued', async () => {
    const browser = world.browser();
    const sent = form(1);
    const { verifyOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
    const otp = await textCode(world, sent.phone as string);
    // Without a worker, the decision stays in the queue.
    await world.restart(undefined, 'web');
    const { job } = (await browser.post(verifyOtp.verifyOtp.href, { phone: sent.phone, otp })).json();
    const { db } = world.product.services;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-later-release', now()::text)`.execute(
      db,
    );
    await sql`alter table application add column of_a_later_release text not null default 'new'`.execute(db);
    await sql`create table of_a_later_release (id uuid primary key)`.execute(db);
    await world.restart(undefined, 'both');
    await eventually(async () => {
      const { status } = (await browser.get(job.href, { prefer: 'wait=20' })).json() as { status: string };
      return status === 'SUCCESS' ? true : undefined;
    });
    expect((await browser.journey()).rest).toBe('offers');
    const names = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(
      world.product.services.db,
    );
    expect(names.rows[0]?.name).toBe('9999-of-a-later-release');
  });

  it('understands every job that any release may have queued, and one with an unknown field', () => {
    const { declared } = world.product.services.jobs;
    expect(Object.keys(queuedJobs).sort()).toEqual([...declared.keys()].sort());
    for (const [name, payloads] of Object.entries(queuedJobs)) {
      for (const payload of payloads) {
        const read = declared.get(name)?.payload;
        expect(read?.safeParse(payload), `${name} ${JSON.stringify(payload)}`).toMatchObject({
          success: true,
        });
        expect(read?.safeParse({ ...payload, ofALaterRelease: 1 }), name).toMatchObject({ success: true });
      }
    }
  });
});

describe('a migration', () => {
  const folder = join(import.meta.dirname, '../src/platform/db/migrations');
  const changes = [
    /drop (table|column|view)/i,
    /rename (to|column)/i,
    /alter column \w+ (type|set not null)/i,
    /add column(?![^,;]*default)[^,;]*not null/i,
  ];
  /** What the release before, which may run beside this one, could not work with. */
  const refused = (script: string) => changes.filter((change) => change.test(script));

  it('only adds, from the first release on', () => {
    const migrations = globSync('*.sql', { cwd: folder }).filter((file) => file !== '0001-initial.sql');
    for (const file of migrations)
      expect(refused(readFileSync(join(folder, file), 'utf8')), file).toEqual([]);
  });

  it.each([
    ['alter table application drop column path', 1],
    ['alter table application rename column path to course', 1],
    ['alter table application alter column path set not null', 1],
    ['alter table application add column path text not null', 1],
    ["alter table application add column path text not null default 'standard'", 0],
  ])('is refused or not: %s', (script, count) => {
    expect(refused(script)).toHaveLength(count);
  });
});
