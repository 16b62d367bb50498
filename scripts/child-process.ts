// Our programs as processes of their own: each reports when it is ready, and exits by itself when this process is gone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** `output` is a file for what it prints; without one, its errors are shown and the rest is dropped. */
export function startChild(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output?: number,
  errors: number | 'inherit' = output ?? 'inherit',
) {
  return spawn(process.execPath, [file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', output ?? 'ignore', errors, 'ipc'],
  });
}

export function readyMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`A process ended with ${code} before it was ready.`)));
  });
}

/** Ends a process; one that takes longer than `patienceMs` is killed. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM', patienceMs = 30_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.kill(signal);
  await once(child, 'exit');
  clearTimeout(late);
}
