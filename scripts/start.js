// `npm start`: installs and builds what is missing, then runs the app and its sandbox until stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { needsBuild } from './build-stamp.js';
import { ensureDependencies, node, root, run } from './dependencies.js';
import { developmentEnvironment } from './development-env.js';
import { choosePorts } from './free-port.js';
import { tryNext } from './try-next.js';

// Compiling everything would take half a second of each start.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled');
await ensureDependencies();
const { ports, notes, release } = await choosePorts(process.env);
for (const note of notes) console.log(note);
// Without a build, the server itself reports a mistake in the lender's files.
if (await needsBuild()) {
  if ((await run('scripts/check-lender.ts')) !== 0) process.exit(1);
  if ((await run('scripts/build.ts')) !== 0) {
    console.error('The frontend build failed. Fix the error above and run the command again.');
    process.exit(1);
  }
}

/** glibc keeps 200 MB of what compiling the embedded database needed, unless one arena returns what is freed. */
const returningMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/** As in a container of 1 GB: Node lets a heap that may become larger grow to twice what it needs before it collects. */
const smallHeap = ['--max-semi-space-size=2', '--max-old-space-size=512'];
const env = developmentEnvironment({ ...returningMemory, ...process.env, ...ports });
const children = [];
let ending = false;

/** Starts a child process with ports by their names, which exits by itself when this process is gone for any reason. */
function start(file, names, args = [], stdout = 'inherit') {
  const child = spawn(node, [...smallHeap, file, ...args, '--ports-held'], {
    cwd: root,
    env,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return new Promise((ready) => {
    child.on('message', async (message) => {
      if (message?.type === 'ready') ready(message);
      if (message?.type !== 'listening next') return;
      await release(names);
      // It may have ended meanwhile.
      child.send({ type: 'released' }, () => {});
    });
    child.on('exit', (code, signal) => {
      if (ending) return;
      if (signal) console.error(`${file} was ended by ${signal}.`);
      end(code || 1);
    });
  });
}

async function end(code) {
  if (ending) return;
  ending = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map((child) => once(child, 'exit')));
  process.exit(code);
}

process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => end(0));

console.log('Starting the database, the server and the sandbox …');
// The sandbox's own line has the address that is printed below.
await Promise.all([
  start('sandbox/main.ts', ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'], [], 'ignore'),
  start('server/src/main.ts', ['PORT', 'METRICS_PORT'], ['both']),
]);
console.log(`Branchline is ready at http://localhost:${env.PORT}`);
console.log(
  `The sandbox console, with texts, email and test people, is at http://localhost:${env.SANDBOX_PORT}`,
);
for (const line of tryNext(env.DATA_DIR)) console.log(line);
