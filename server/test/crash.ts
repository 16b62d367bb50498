// An app that is halted at a chosen step, killed there with SIGKILL, and restarted on the data it left.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildSandbox } from '#sandbox/app.ts';
import { freePort } from '../../scripts/free-port.js';
import { untilBankingMorning } from './banking-morning.ts';
import { type Run, startProcess } from './process.ts';
import { createTestDatabase } from './test-databases.ts';
import { Browser, consoleOf, eventually, type Surroundings } from './world.ts';

export interface Halt {
  readonly arm: () => Promise<unknown>;
  readonly isReached: () => Promise<boolean>;
  readonly disarm: () => Promise<unknown>;
}

export interface CrashWorld extends Surroundings {
  readonly folder: string;
  readonly databaseUrl: string;
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Simulates the minutes after a crash: heartbeats have stopped, leases have expired, retries are due. */
  minutesPass(): Promise<void>;
  /** A vendor call that never arrives (`timeout`), or one that takes effect but gets no response (`held`). */
  callTo(vendor: string, path: string | undefined, mode: 'timeout' | 'held'): Halt;
  /**
   * A change such as `update job decide-approval` (its outcome), `insert job fund-loan` (its beginning)
   * or `update envelope`, or whatever waits for an advisory lock of that number.
   */
  writing(what: string | number): Halt;
  close(): Promise<void>;
}

/** An arbitrary number for the locks that `writing` holds. */
const lockClass = 4711;

export async function createCrashWorld(): Promise<CrashWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-crash-'));
  const ahead = untilBankingMorning();
  writeFileSync(join(folder, 'clock-offset'), String(ahead));
  const sandbox = buildSandbox({ clock: () => new Date(Date.now() + ahead) });
  const bound = await sandbox.listen();
  const database = await createTestDatabase('migrated');
  const port = await freePort();
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(bound.port),
    SANDBOX_SMTP_PORT: String(bound.smtpPort),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
  };
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const around = consoleOf(bound.url);
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;

  let run: Run | undefined;
  const start = async () => {
    run = await startProcess('both', env);
    await run.ready;
  };
  await start();
  // Every write a test may halt at takes a lock, which is free until the test holds it.
  await query(`
    create function pass_gate() returns trigger language plpgsql as $$
    declare
      what text := concat_ws(' ', lower(tg_op), tg_table_name, to_jsonb(new) ->> 'name');
    begin
      perform pg_advisory_xact_lock_shared(${lockClass}, hashtext(what));
      return new;
    end $$`);
  for (const table of ['job', 'envelope', 'disbursement'])
    await query(
      `create trigger gate before insert or update on ${table} for each row execute function pass_gate()`,
    );

  return {
    ...around,
    folder,
    databaseUrl: database.url,
    query,
    start,
    browser: () => new Browser((request) => requestOverHttp(`http://127.0.0.1:${port}`, request)),
    kill: async () => {
      run?.child.kill('SIGKILL');
      await run?.ended;
      // A waiting statement would continue after its client dies; a power failure would end it too.
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
    minutesPass: async () => {
      await query(
        `update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry')`,
      );
      await query(`update vendor_call set leased_until = now() where status = 'intended'`);
    },
    callTo: (vendor, path, mode) => {
      const held = async () => {
        const calls = await around.console<{ outcome: string }[]>(`requests?vendor=${vendor}`);
        return calls.filter((call) => call.outcome === 'held').length;
      };
      let heldBefore = 0;
      return {
        arm: async () => {
          heldBefore = await held();
          await around.fault(vendor, { mode, times: 1, ...(path === undefined ? {} : { path }) });
        },
        isReached: async () =>
          mode === 'held'
            ? (await held()) > heldBefore
            : (await around.console<{ mode: string }>(`faults/${vendor}`)).mode === 'none',
        disarm: () => around.fault(vendor, { mode: 'none' }),
      };
    },
    writing: (what) => {
      const lock = typeof what === 'number' ? `${what}` : `${lockClass}, hashtext('${what}')`;
      return {
        arm: () => query(`select pg_advisory_lock(${lock})`),
        isReached: async () => {
          const waiting = await query(`
            select 1 from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`);
          return waiting.length > 0;
        },
        disarm: () => query(`select pg_advisory_unlock(${lock})`),
      };
    },
    close: async () => {
      run?.child.kill('SIGKILL');
      await run?.ended;
      await client.end();
      await sandbox.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function killAt(world: CrashWorld, halt: Halt): Promise<void> {
  await eventually(() => halt.isReached());
  await world.kill();
  await halt.disarm();
}

export async function requestOverHttp(
  base: string,
  { method, url, headers, body }: Parameters<ConstructorParameters<typeof Browser>[0]>[0],
) {
  const response = await fetch(base + url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const rawPayload = Buffer.from(await response.arrayBuffer());
  const text = rawPayload.toString('utf8');
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    rawPayload,
    body: text,
    json: () => JSON.parse(text),
    cookies: response.headers.getSetCookie().map((line) => {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      return { name, value };
    }),
  };
}
