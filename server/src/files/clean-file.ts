// Uploaded files, decoded and encoded again. A process of its own reads each, because a file can be made to take any time and memory,
// and the operating system can end a process whatever it does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log.ts';
import type { Refusal } from './clean-file.process.ts';
import { type FileType, typeOf } from './file-type.ts';
import type { RefusalReason } from './refused-file.ts';

type CleanedFile =
  | { readonly kind: 'clean'; readonly type: FileType; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly why: RefusalReason };

interface Limits {
  readonly pages: number;
  /** Of the cleaned file. */
  readonly bytes: number;
  readonly seconds?: number;
  readonly megabytes?: number;
}

/** Addresses that V8 sets aside for code when it starts. They count, though no memory is behind them. */
const codeMegabytes = 512;

/** No core file, which would store the applicant's document, and an end even if this process isn't there to end it. */
const limitedCommand = (megabytes: number) =>
  `ulimit -c 0 && ulimit -t 30 && ulimit -d ${megabytes * 1024} && exec nice -n 5 "$@"`;
/**
 * Bounds most of the memory also on systems that don't count it, such as macOS. Fewer threads leave more of it to the file, because
 * their stacks count.
 */
const nodeOptions = ['--max-old-space-size=128', '--wasm-max-mem-pages=4096', '--v8-pool-size=1'];
const script = fileURLToPath(new URL('./clean-file.process.ts', import.meta.url));

export async function cleanFile(bytes: Buffer, limits: Limits, log: Log): Promise<CleanedFile> {
  if (!typeOf(bytes)) return { kind: 'refused', why: 'unknown-type' };
  const { pages, bytes: mostBytes, seconds = 10, megabytes = 512 } = limits;
  const command = [process.execPath, ...nodeOptions, script, String(pages), String(mostBytes)];
  // Without the environment of this process: a file that takes over the process finds no keys in it.
  const child = spawn('/bin/sh', ['-c', limitedCommand(megabytes + codeMegabytes), 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { UV_THREADPOOL_SIZE: '1' },
    timeout: Math.round(seconds * 1000),
    killSignal: 'SIGKILL',
  });
  // It may end before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  const [[code, signal], output] = await Promise.all([
    once(child, 'close'),
    readMost(child.stdio[3] as Readable, mostBytes),
  ]);
  const type = output && typeOf(output);
  if (code === 0 && output && type) return { kind: 'clean', type, bytes: output };
  if (code !== 0 || !output) {
    // Without a signal, the process exited by itself: a bug of ours, because no file should make it exit.
    log[signal ? 'warn' : 'error']({ code, signal }, 'the process that reads an uploaded file was ended');
    return { kind: 'refused', why: 'too-complex' };
  }
  const { why, at } = JSON.parse(output.toString()) as Refusal;
  // A mistake of ours looks like a damaged file, too.
  if (at) log.warn({ at, why }, 'an uploaded file could not be read');
  return { kind: 'refused', why };
}

/** Undefined if there is more, which then cannot be written. */
async function readMost(stream: Readable, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
