// Migrations of a running product: they wait for no lock for long, two processes take turns, and one that was killed is resumed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase, transact } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { describeOnEachDatabase } from './databases.ts';
import { copyEmbeddedDatabase, createTestDatabase } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { type DatabaseKind, eventually, form, hasServer, testWorld, type World } from './world.ts';

/** The kinds of change that a release makes, as CONTRIBUTING.md describes them. */
const examples = {
  '0002-column': `alter table application add column example text default 'none'`,
  '0003-index': 'create index concurrently if not exists application_example on application (example)',
  '0004-check': 'alter table application add constraint example_given check (example is not null) not valid',
  '0005-not-null': `alter table application validate constraint example_given;
alter table application alter column example set not null;
alter table application drop constraint example_given`,
  '0006-partitioned': `create table example (at timestamptz not null) partition by range (at);
create table example_default partition of example default`,
} as const;

function folderOf(migrations: Readonly<Record<string, string>>): string {
  const folder = testFolder();
  for (const [name, script] of Object.entries(migrations))
    writeFileSync(join(folder, `${name}.sql`), `-- ${name}\n${script};\n`);
  return folder;
}

async function opened(kind: DatabaseKind): Promise<Database & { readonly url: string | undefined }> {
  const folder = testFolder();
  if (kind === 'embedded') copyEmbeddedDatabase(folder);
  const made = kind === 'server' ? await createTestDatabase('migrated') : undefined;
  const database = await openDatabase({ url: made?.url, poolSize: 4, dataDirectory: folder });
  onTestFinished(async () => {
    await database.close();
    await made?.drop();
  });
  return { ...database, url: made?.url };
}

const exampleColumn = async ({ db }: Pick<Database, 'db'>) => {
  const { rows } = await sql`
    select attnotnull as "notNull", (select indisvalid from pg_index where indexrelid = to_regclass('application_example'))
        as "isIndexed", exists (select from pg_constraint where conname = 'example_given') as "isChecked"
    from pg_attribute where attrelid = 'application'::regclass and attname = 'example'`.execute(db);
  return rows;
};
const migrated = [{ notNull: true, isIndexed: true, isChecked: false }];

/** Without a limit on its time, however many they are. */
async function insertApplications({ maintenance }: Pick<Database, 'maintenance'>, count: number) {
  await sql`
    insert into application (id, state, state_since, notified_at, source, experience, created_at, text_budget, purged_at)
    select gen_random_uuid(), 'DECLINED', now(), now(), 'web_form', 'single_page', now(), 'with-captcha', now()
    from generate_series(1, ${sql.lit(count)})`.execute(maintenance.db);
}

describeOnEachDatabase('migrations (%s)', { repeats: false }, (kind) => {
  it('refuse a database from before the first release with what to do about it', async () => {
    const { db } = await opened(kind);
    await migrate(db);
    await sql`update kysely_migration set name = '0001-ground' where name = '0001-initial'`.execute(db);
    await expect(migrate(db)).rejects.toThrow(
      /older than the first release.+delete the data folder \(\.data, or DATA_DIR\)/,
    );
  });

  it('change a table in steps, once', async () => {
    const database = await opened(kind);
    await insertApplications(database, 10);
    const folder = folderOf(examples);
    await migrate(database.db, folder);
    await migrate(database.db, folder);
    expect(await exampleColumn(database)).toEqual(migrated);
  });

  it('undo a file whose last statement fails, and name it', async () => {
    const database = await opened(kind);
    const script = `${examples['0002-column']};\nalter table missing add column example text`;
    const folder = folderOf({ '0002-wrong': script });
    await expect(migrate(database.db, folder)).rejects.toThrow(/could not be migrated \(0002-wrong\)/);
    expect(await exampleColumn(database)).toEqual([]);
  });

  it('refuse a concurrent index beside another statement', async () => {
    const { db } = await opened(kind);
    const folder = folderOf({ '0002-mixed': `${examples['0002-column']};\n${examples['0003-index']}` });
    await expect(migrate(db, folder)).rejects.toThrow(/need a file of their own/);
  });
});

describe.runIf(hasServer)('migrations beside a running product', () => {
  /** Changes rows of a table until it is stopped, one after another, and records the longest wait in milliseconds. */
  function writing(world: World) {
    let stopped = false;
    const result = { longest: 0, writes: 0 };
    const timed = async (write: () => Promise<unknown>) => {
      while (!stopped) {
        const begun = performance.now();
        await write();
        result.longest = Math.max(result.longest, performance.now() - begun);
        result.writes += 1;
      }
    };
    const ended = Promise.all([
      timed(() =>
        sql`update application set details_updates = details_updates + 1
          where id in (select id from application limit 5)`.execute(world.db),
      ),
      timed(async () => {
        const { statusCode } = await world.browser().post('/api/v2/prequalifications/', form(1));
        expect(statusCode).toBe(200);
      }),
    ]);
    const stop = async () => {
      stopped = true;
      await ended;
    };
    return { result, stop };
  }

  /** Resolves once a migration waits for its lock, and again once it has stopped waiting. */
  async function untilWaiting({ db }: Pick<Database, 'db'>): Promise<void> {
    const waits = async () => {
      const { rows } = await sql`
        select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
          and relation = 'application'::regclass`.execute(db);
      return rows.length > 0;
    };
    await eventually(waits);
    await eventually(async () => !(await waits()));
  }

  it('let every request through while they wait for a lock, build an index and check a constraint', {
    tags: ['full'],
  }, async () => {
    const world = await testWorld({ database: 'server', env: { LIMIT_SCALE: '1000' } });
    await insertApplications(world.services.database, 20_000);
    const { result, stop } = writing(world);
    let done: Promise<void> | undefined;
    // A report or a backup reads the table, and the first migration needs it alone.
    await transact(world.services.database.db, async (tx) => {
      await sql`select 1 from application limit 1`.execute(tx);
      done = migrate(world.services.database.maintenance.db, folderOf(examples));
      for (let seen = 0; seen < 3; seen += 1) {
        await untilWaiting(world.services.database);
        const { writes } = result;
        await eventually(async () => result.writes > writes + 1);
      }
    });
    await done;
    await stop();
    const { longest, writes } = result;
    expect(await exampleColumn(world.services.database)).toEqual(migrated);
    console.info(`${writes} writes: the longest took ${Math.round(longest)} ms`);
    // A browser gives up after that.
    expect(longest).toBeLessThan(10_000);
  });

  it('of two processes take turns, also to build an index concurrently', async () => {
    const database = await opened('server');
    await insertApplications(database, 20_000);
    const folder = folderOf(examples);
    await Promise.all([1, 2, 3].map(() => migrate(database.db, folder)));
    expect(await exampleColumn(database)).toEqual(migrated);
  });

  const buildingIndex = async ({ db }: Pick<Database, 'db'>) => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_progress_create_index where datname = current_database()
        and phase like 'waiting%'`.execute(db);
    return rows[0]?.pid;
  };

  it('resume after the server’s process was killed while it built an index', { tags: ['full'] }, async () => {
    const database = await opened('server');
    await insertApplications(database, 10);
    await migrate(database.db, folderOf({ '0002-column': examples['0002-column'] }));
    const folder = folderOf(examples);
    // An index waits for a transaction that has written.
    const killed = await transact(database.db, async (tx) => {
      await sql`update application set details_updates = 1`.execute(tx);
      const migrating = migrate(database.maintenance.db, folder).catch(() => {});
      const pid = await eventually(() => buildingIndex(database));
      await sql`select pg_terminate_backend(${pid})`.execute(database.db);
      return [migrating];
    });
    await Promise.all(killed);
    await migrate(database.db, folder);
    expect(await exampleColumn(database)).toEqual(migrated);
  });
});
