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

/** `seconds`: of the processor. `busy`: the machine had too little time for it, which is no fault of the file. */
type CleanedFile = { readonly seconds: number } & (
  | { readonly kind: 'clean'; readonly type: FileType; readonly pages: number; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly why: RefusalReason }
  | { readonly kind: 'busy' }
);

interface Limits {
  readonly pages: number;
  /** Of the cleaned file. */
  readonly bytes: number;
  /** Whole seconds of the processor. Twenty scanned pages took ten on a crowded machine. */
  readonly seconds?: number;
  readonly wallClockSeconds?: number;
  readonly megabytes?: number;
}

/** Addresses that V8 sets aside for code when it starts. They count, though no memory is behind them. */
const codeMegabytes = 512;

/** No core file, which would store the applicant's document. */
const limitedCommand = (seconds: number, megabytes: number) =>
  `ulimit -c 0 && ulimit -t ${seconds} && ulimit -d ${megabytes * 1024} && exec nice -n 5 "$@"`;
/** Bounds memory where the system doesn't count it, such as on macOS. Fewer threads: their stacks count. */
const nodeOptions = ['--max-old-space-size=128', '--wasm-max-mem-pages=4096', '--v8-pool-size=1'];
const script = fileURLToPath(new URL('./clean-file.process.ts', import.meta.url));

export async function cleanFile(bytes: Buffer, limits: Limits, log: Log): Promise<CleanedFile> {
  if (!typeOf(bytes)) return { kind: 'refused', why: 'unknown-type', seconds: 0 };
  const {
    pages,
    bytes: mostBytes,
    seconds: mostSeconds = 20,
    wallClockSeconds = 60,
    megabytes = 512,
  } = limits;
  const command = [process.execPath, ...nodeOptions, script, String(pages), String(mostBytes)];
  // Without the environment of this process: a file that takes over the process finds no keys in it.
  const limited = limitedCommand(mostSeconds, megabytes + codeMegabytes);
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { UV_THREADPOOL_SIZE: '1' },
    timeout: Math.round(wallClockSeconds * 1000),
    killSignal: 'SIGKILL',
  });
  // It may end before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(bytes);
  const [[code, signal], output, used] = await Promise.all([
    once(child, 'close'),
    readMost(child.stdio[3] as Readable, mostBytes),
    readMost(child.stdio[4] as Readable, 30),
  ]);
  if (child.killed) {
    log.warn({ wallClockSeconds }, 'the machine is too busy to read an uploaded file');
    return { kind: 'busy', seconds: 0 };
  }
  // A process that was ended does not report its time.
  const [cpuSeconds, pageCount] = String(used ?? '')
    .split(' ')
    .map(Number);
  const seconds = cpuSeconds || mostSeconds;
  const type = output && typeOf(output);
  if (code === 0 && output && type && type !== 'image/heic')
    return { kind: 'clean', type, pages: pageCount ?? 1, bytes: output, seconds };
  if (code !== 0 || !output) {
    // Without a signal, the process exited by itself: a bug of ours, because no file should make it exit.
    log[signal ? 'warn' : 'error']({ code, signal }, 'the process that reads an uploaded file was ended');
    return { kind: 'refused', why: 'too-complex', seconds };
  }
  const { why, at } = JSON.parse(output.toString()) as Refusal;
  // A mistake of ours looks like a damaged file, too.
  if (at) log.warn({ at, why }, 'an uploaded file could not be read');
  return { kind: 'refused', why, seconds };
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
