// PostgreSQL that stops, dies, hangs and returns under a running app, and one that is down when the app starts.
import type { Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.js';
import { createCluster, findPostgres } from '../../scripts/postgres.js';
import { requestOverHttp } from './crash.ts';
import { linkedAs } from './journeys.ts';
import { killAll, listenOn, type Run, sandboxForProcesses, startProcess } from './process.ts';
import { finished } from './receive-funds.ts';
import { query } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { pullsOf } from './vendors.ts';
import { Browser, consoleOf, eventually, form } from './world.ts';

type Cluster = NonNullable<Awaited<ReturnType<typeof createCluster>>>;

const folder = testFolder(afterAll);
const sandbox = await sandboxForProcesses();

describe.runIf(findPostgres() !== undefined)('while PostgreSQL is unavailable', () => {
  let cluster: Cluster;
  let env: Record<string, string>;
  let base: string;
  let current: { readonly run: Run; readonly statementSeconds: string } | undefined;

  beforeAll(async () => {
    cluster = (await createCluster({ isForTests: true })) as Cluster;
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const own = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: cluster.url, LOG_LEVEL: 'info' };
    env = { ...sandbox.env, ...own };
  });
  afterAll(() => {
    killAll();
    cluster?.thaw();
    cluster?.remove();
  });

  /** The app on a server that runs, with these seconds for a statement; one that runs already is used again. */
  async function running(statementSeconds = '60'): Promise<Run> {
    if (!cluster.isRunning()) cluster.start();
    if (current?.statementSeconds !== statementSeconds) {
      await stopped();
      const run = await startProcess('both', { ...env, DATABASE_STATEMENT_SECONDS: statementSeconds });
      current = { run, statementSeconds };
      await run.ready;
    }
    await eventually(isReady);
    return (current as { run: Run }).run;
  }

  async function stopped(): Promise<void> {
    current?.run.child.kill('SIGTERM');
    if (current) expect(await current.run.ended).toBe(0);
    current = undefined;
  }

  const submit = () =>
    fetch(`${base}/api/v2/prequalifications/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form(1)),
    });
  const isReady = async () => (await fetch(`${base}/readyz`)).status === 200;
  const isNotReady = async () => !(await isReady());

  /** The response to a form: nothing changed and it may be sent again, or it is unknown whether it took effect. */
  async function expectRefused(code: 'unavailable' | 'try-again'): Promise<void> {
    const refused = await submit();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    const message = code === 'unavailable' ? /Nothing changed/ : /./;
    expect(await refused.json()).toEqual({ errors: [{ code, message: expect.stringMatching(message) }] });
  }

  /** Replaces the server at its port, and records when a connection is requested. */
  async function countAttempts(during: (times: readonly number[]) => Promise<unknown>) {
    const times: number[] = [];
    const stand: Server = await eventually(() => listenOn(cluster.port).catch(() => undefined));
    stand.on('connection', (socket) => {
      times.push(performance.now());
      socket.destroy();
    });
    await during(times);
    await new Promise((closed) => stand.close(closed));
    // What ran when the connection broke tries at once, so their number over the whole time counts.
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    expect(times.length).toBeLessThanOrEqual(15 + 5 * seconds);
  }

  it('a process that names a database that is not there ends at once', { tags: ['full'] }, async () => {
    if (!cluster.isRunning()) cluster.start();
    const url = new URL(cluster.url);
    url.pathname = '/nothing';
    const wrong = await startProcess('worker', { ...env, DATABASE_URL: url.toString() });
    expect(await wrong.ended).toBe(1);
    const missing = /^DATABASE_URL \(.*\/nothing\) does not respond: database "nothing" does not exist\.\n$/;
    expect(wrong.output()).toMatch(missing);
  });

  it('no process exits when a connection breaks in a statement', { tags: ['full'] }, async () => {
    const run = await running();
    const blocker = new pg.Client({ connectionString: cluster.url });
    blocker.on('error', () => {});
    await blocker.connect();
    await blocker.query('begin; lock table application, session in access exclusive mode');
    const inFlight = Promise.all([submit(), submit(), submit()]);
    await eventually(async () => {
      const { rows } = await blocker.query('select count(*)::int as n from pg_locks where not granted');
      return rows[0].n >= 3;
    });
    cluster.stop('immediate');
    // Their outcome is unknown, so the applicant decides whether to repeat them.
    for (const answer of await inFlight) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ errors: [{ code: 'try-again' }] });
    }
    await countAttempts(async (times) => {
      await eventually(isNotReady);
      await expectRefused('unavailable');
      // A proxy still sends requests here, which get a page.
      expect((await fetch(`${base}/accepting`)).status).toBe(200);
      await eventually(async () => times.length >= 5);
    });
    cluster.start();
    await eventually(isReady);
    expect((await submit()).status).toBe(200);
    expect(run.child.exitCode).toBeNull();
    // Once, and not once for each of a hundred workers.
    expect(run.output().match(/the database does not respond; retrying/g)).toHaveLength(1);
    expect(run.output()).not.toMatch(/job queue|fault/);
  });

  it('a hard pull that is answered meanwhile is not lost or made again', { tags: ['full'] }, async () => {
    await running();
    const vendors = consoleOf(sandbox.url);
    const world = { ...vendors, browser: () => new Browser((request) => requestOverHttp(base, request)) };
    const { browser, sent } = await linkedAs(world);
    const submitApproval = await browser.link('submitApproval');
    await vendors.fault('bureau', { mode: 'slow', delayMs: 600_000, times: 1, path: '/credit-profile/' });
    const { job } = (await browser.post(submitApproval, { acceptHardPull: true })).json();
    await eventually(async () => (await vendors.console<{ mode: string }>('faults/bureau')).mode === 'none');
    cluster.stop('immediate');
    await eventually(isNotReady);
    const pulls = () => pullsOf(vendors, sent.ssn);
    await vendors.fault('bureau', { mode: 'none' });
    await eventually(async () => (await pulls()).includes('hard'));
    cluster.start();
    await eventually(isReady);
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    expect(await browser.screen()).toBe('approval-payment');
    expect(await pulls()).toEqual(['hard', 'soft']);
  });

  it('a server that hangs holds no request beyond the timeouts', { tags: ['full'] }, async () => {
    const run = await running('1');
    // On a busy machine, a statement can take more than the second.
    const isTaken = async () => (await submit()).status === 200;
    await eventually(isTaken);
    cluster.freeze();
    // The test ends by its own timeout if this one hangs.
    expect((await submit()).status).toBe(503);
    await eventually(isNotReady);
    await eventually(async () => run.output().includes('the database does not respond'));
    await expectRefused('unavailable');
    cluster.thaw();
    await eventually(isReady);
    await eventually(isTaken);
    expect(run.child.exitCode).toBeNull();
  });

  it('a statement that waits for a lock is canceled with a try-again error', { tags: ['full'] }, async () => {
    await running('5');
    const blocker = new pg.Client({ connectionString: cluster.url });
    await blocker.connect();
    await blocker.query('begin; lock table application in access exclusive mode');
    await expectRefused('try-again');
    await eventually(isReady);
    await blocker.end();
    await eventually(async () => (await submit()).status === 200);
    await stopped();
  });

  it('a form that a full disk cannot store gets a try-again error', { tags: ['full'] }, async () => {
    await running();
    const refuse =
      "create function refuse() returns trigger language plpgsql as 'begin raise disk_full; end'";
    await query(cluster.url, refuse);
    const trigger = 'create trigger full_disk before insert on application execute function refuse()';
    await query(cluster.url, trigger);
    await expectRefused('try-again');
    await query(cluster.url, 'drop trigger full_disk on application');
    expect((await submit()).status).toBe(200);
  });
});
