// The product behind PgBouncer in transaction mode, where each transaction of a process may be on another connection.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseUnavailable } from '#server/platform/db/reachability.ts';
import { startPooler } from '../../scripts/pooler.js';
import { signedAs } from './journeys.ts';
import { createTestDatabase, query } from './test-databases.ts';
import { eventually, hasServer, openWorld } from './world.ts';

const timeouts = (seconds: number) =>
  `set statement_timeout = ${seconds * 1000}; set lock_timeout = ${seconds * 600}; set idle_in_transaction_session_timeout = ${seconds * 3000}`;

describe.runIf(hasServer)('behind a pooler', { tags: ['full'] }, () => {
  const server = process.env.TEST_DATABASE_URL as string;
  const pooler = (connectQuery: string) => startPooler({ url: server, connections: 3, connectQuery });
  let quick: Awaited<ReturnType<typeof startPooler>>;
  let unlimited: typeof quick;
  beforeAll(async () => {
    [quick, unlimited] = await Promise.all([pooler(timeouts(2)), pooler('')]);
  });
  afterAll(async () => {
    await quick?.stop();
    await unlimited?.stop();
  });
  const env = { DATABASE_STATEMENT_SECONDS: '2' };
  const world = openWorld(() => ({ database: 'server', role: 'web', pooler: quick, env }));

  const observe = <T extends pg.QueryResultRow>(text: string) =>
    query<T>(world.config.DATABASE_DIRECT_URL as string, text);

  it('an applicant gets to a signed loan, with the processes on a few connections', async () => {
    await world.another('worker');
    await world.another('worker');
    const { journey } = await signedAs(world);
    expect(journey.isSigned).toBe(true);
    const connections = await observe<{ isListening: boolean }>(`
      select query ilike 'listen%' or query ilike 'select pg_backend_pid()%' as "isListening"
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
    const listening = connections.filter(({ isListening }) => isListening).length;
    expect(listening).toBe(3);
    // Two of each process maintain at most.
    expect(connections.length).toBeLessThanOrEqual(3 + listening + 2 * listening);
  });

  it('a statement that hangs is canceled by the server, and one that waits for a lock sooner', async () => {
    const hung = world.services.database.pool.query('select pg_sleep(3600)');
    await expect(hung).rejects.toThrow(/statement timeout/);
    await expect(hung).rejects.toBeInstanceOf(DatabaseUnavailable);
    const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(3600)' and state = 'active'`;
    expect(await observe(sleeping)).toEqual([]);

    const holder = new pg.Client({ connectionString: world.config.DATABASE_DIRECT_URL });
    await holder.connect();
    const read = () => world.db.selectFrom('breaker').select('vendor').execute();
    await holder.query('begin; lock table breaker');
    await expect(read().finally(() => holder.end())).rejects.toThrow(/lock timeout/);
    await eventually(() => read().catch(() => undefined));
  });

  it('a statement that waited for a connection in the pooler still has its own time', async () => {
    const busy = Array.from({ length: 3 }, () => world.services.database.pool.query('select pg_sleep(1.7)'));
    await world.services.database.pool.query('select pg_sleep(1.3)');
    await Promise.all(busy);
  });

  it('a process does not start where statements have no timeout, or where it could not listen', async () => {
    const { url, drop } = await createTestDatabase('migrated');
    onTestFinished(drop);
    const start = (DATABASE_URL: string, DATABASE_DIRECT_URL: string) =>
      world.another('web', { DATABASE_URL, DATABASE_DIRECT_URL });
    await expect(start(unlimited.through(url), url)).rejects.toThrow(
      /^The pooler at DATABASE_URL has connections without the timeouts .* alter role .* in database .* set statement_timeout = 2000;/,
    );
    for (const direct of ['', quick.through(url)])
      await expect(start(quick.through(url), direct)).rejects.toThrow(
        /DATABASE_DIRECT_URL must lead to the PostgreSQL server/,
      );
  });
});
