// Where audit events are written as they happen, outside the database: a file, or a syslog server.
import { appendFile, mkdir, open } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { connect as connectEncrypted } from 'node:tls';
import type { Clock } from './clock.ts';
import { unlessMissing } from './failure.ts';

/** Resolves once the sink has the lines. Lines may be written twice, after a crash. */
export type AuditSink = (lines: readonly string[]) => Promise<void>;

/** Unencrypted to this machine only. */
export const sinkAddress =
  /^(?:file:\/.+|syslog:\/\/(?:localhost|127\.0\.0\.1):\d+|syslog\+tls:\/\/[^:/]+:\d+)$/;

export function auditSink(address: string, clock: Clock): AuditSink {
  if (address.startsWith('file:')) return (lines) => append(address.slice('file:'.length), lines);
  const { protocol, hostname: host, port } = new URL(address);
  const isEncrypted = protocol === 'syslog+tls:';
  return (lines) => sendSyslog({ host, port: Number(port), isEncrypted }, lines, clock.now());
}

/** Opens the file each time, so that it can be rotated. Only appends, as a file with the attribute `a` requires. */
async function append(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
}

/** The last line of a file that contains a text, read from its end. Of a syslog server, nothing can be read. */
export async function lastLineOf(address: string, searched: string): Promise<string | undefined> {
  if (!address.startsWith('file:')) return undefined;
  await using file = await unlessMissing(open(address.slice('file:'.length), 'r'));
  if (file === undefined) return undefined;
  let tail = Buffer.alloc(0);
  for (let { size } = await file.stat(); size > 0; ) {
    const length = Math.min(size, chunkSize);
    size -= length;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size);
    const lines = Buffer.concat([buffer, tail]).toString('utf8').split('\n');
    // The first line may begin in the chunk before.
    const found = lines.findLastIndex((line) => line.includes(searched));
    if (found > 0 || (found === 0 && size === 0)) return lines[found];
    tail = Buffer.from(lines[0] ?? '');
  }
  return undefined;
}

const chunkSize = 1_000_000;
const timeoutMs = 10_000;
/** Facility "log audit", severity "notice". */
const priority = 13 * 8 + 5;

/** RFC 5424 over a connection of its own, each message after its length (RFC 6587, RFC 5425). Waits until the server closes it. */
function sendSyslog(
  to: { readonly host: string; readonly port: number; readonly isEncrypted: boolean },
  lines: readonly string[],
  now: Date,
): Promise<void> {
  const head = `<${priority}>1 ${now.toISOString()} ${hostname()} branchline - audit - `;
  const messages = lines.map((line) => `${Buffer.byteLength(head + line)} ${head}${line}`);
  return new Promise((resolve, reject) => {
    const { host, port } = to;
    const socket = to.isEncrypted
      ? connectEncrypted({ host, port, servername: host })
      : connect({ host, port });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The syslog server does not respond.')));
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.resume().end(messages.join(''));
  });
}
