// A stop signal cuts nothing off and leaves no outcome unknown; another process continues at once.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.js';
import { requestOverHttp } from './crash.ts';
import { approvalDecidedAs } from './journeys.ts';
import { killAll, sandboxForProcesses, startProcess } from './process.ts';
import { copyEmbeddedDatabase, createTestDatabase, query } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { Browser, consoleOf, eventually, hasServer, type Surroundings, testWorld } from './world.ts';

const folder = testFolder(afterAll);
const sandbox = await sandboxForProcesses();
const vendors = consoleOf(sandbox.url);
const env = { ...sandbox.env, DATA_DIR: folder };

it('a process stopped as soon as it listens answers what it accepted', { tags: ['full'] }, async () => {
  copyEmbeddedDatabase(folder);
  const port = await freePort();
  const run = await startProcess('both', { ...env, STOP_GRACE_SECONDS: '0', PORT: String(port) });
  const connected = () =>
    new Promise<ReturnType<typeof connect> | undefined>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.once('error', () => resolve(undefined));
    });
  const first = await eventually(connected);
  const sockets = [first, ...(await Promise.all(Array.from({ length: 55 }, connected)))];
  const answers = sockets.map(async (socket) => {
    socket?.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    return socket && (await text(socket)).slice(0, 12);
  });
  run.child.kill('SIGTERM');
  expect(await Promise.all(answers)).toEqual(Array(56).fill('HTTP/1.1 200'));
  expect(await run.ended).toBe(0);
});

it('sixty requests whose body or headers do not arrive are dropped', { tags: ['full'] }, async () => {
  const world = await testWorld({ env: { REQUEST_SECONDS: '1' } });
  const app = world.product.app as NonNullable<typeof world.product.app>;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const slowly = (sent: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    return text(socket);
  };
  const head = 'POST /api/v2/prequalifications/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => slowly(n % 2 === 0 ? `${head}content-length: 500\r\n\r\n{` : head)),
  );
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"malformed"');
  }
});

it.runIf(hasServer)(
  'web and worker processes restarted one after another under load lose no request and park no application',
  {
    tags: ['full'],
    timeout: 900_000,
  },
  async () => {
    const database = await createTestDatabase('migrated');
    // So long that a request is never sent where /accepting was not read in time, on a busy machine too.
    const shared = { ...env, DATABASE_URL: database.url, DATABASE_POOL: '5', STOP_GRACE_SECONDS: '5' };
    const start = async (role: 'web' | 'worker') => {
      const port = await freePort();
      const run = await startProcess(role, { ...shared, PORT: String(port) });
      await run.ready;
      return { role, run, base: `http://127.0.0.1:${port}`, takesRequests: role === 'web' };
    };
    const processes = await Promise.all((['web', 'web', 'worker', 'worker'] as const).map(start));
    const failures: string[] = [];
    let turn = 0;
    const world: Surroundings = {
      ...vendors,
      browser: () =>
        new Browser(async (request) => {
          const ready = processes.filter(({ takesRequests }) => takesRequests);
          const chosen = ready[turn++ % ready.length];
          const answer = await requestOverHttp(chosen?.base as string, request).catch((error: Error) => {
            failures.push(`${request.method} ${request.url}: ${error.message} ${error.cause}`);
            throw error;
          });
          if (answer.statusCode >= 500) failures.push(`${request.method} ${request.url}: ${answer.body}`);
          return answer;
        }),
    };
    // Long enough to be in the middle of most stops.
    await vendors.fault('bureau', { mode: 'slow', delayMs: 700 });
    let isOver = false;
    const screens: unknown[] = [];
    const applicants = Array.from({ length: 4 }, async () => {
      while (!isOver) screens.push((await approvalDecidedAs(world)).journey.defaultScreen);
    });
    await eventually(async () => screens.length > 0);
    for (const one of [...processes]) {
      const { ended } = one.run;
      one.run.child.kill('SIGTERM');
      if (one.role === 'web') {
        // As a proxy does, which checks every process.
        await eventually(async () => (await fetch(`${one.base}/accepting`)).status === 503);
        one.takesRequests = false;
      }
      expect(await ended).toBe(0);
      Object.assign(one, await start(one.role));
    }
    isOver = true;
    await Promise.all(applicants);
    await vendors.fault('bureau', { mode: 'none' });
    expect(failures).toEqual([]);
    expect(new Set(screens)).toEqual(new Set(['approval-payment']));

    for (const none of [`vendor_call where status = 'unresolved'`, `audit_event where type = 'job-failed'`])
      expect(await query(database.url, `select 1 from ${none}`)).toEqual([]);
    killAll();
    await database.drop();
  },
);
