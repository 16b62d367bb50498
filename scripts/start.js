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
ensureDependencies();
const { ports, notes } = await choosePorts(process.env);
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

/** Starts a child process, which exits by itself when this process is gone for any reason. */
function start(file, args = [], stdout = 'inherit') {
  const child = spawn(node, [...smallHeap, file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return new Promise((ready) => {
    child.on('message', (message) => message?.type === 'ready' && ready(message));
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

// The sandbox's own line has the address that is printed below.
await Promise.all([start('sandbox/main.ts', [], 'ignore'), start('server/src/main.ts', ['both'])]);
console.log(`Branchline is ready at http://localhost:${env.PORT}`);
console.log(
  `The sandbox console, with texts, email and test people, is at http://localhost:${env.SANDBOX_PORT}`,
);
for (const line of tryNext(env.DATA_DIR)) console.log(line);
