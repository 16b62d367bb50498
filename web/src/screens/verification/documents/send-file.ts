// Sends a file in parts, so that a slow or broken connection costs no more than one of them.
import {
  fileKeyHeader,
  fileNameHeader,
  filePartHeader,
  type Uploads,
  uploadLimits,
  uploadPart,
  type uploadTypes,
} from '#contract/uploads.ts';
import type { Call } from '../../../api/client.ts';
import { ApiFailure } from '../../../api/failures.ts';
import { type OnWake, pause, type Timers } from '../../../lib/timers.ts';

/** Waits between attempts for one part. The next begins at once when the network returns. */
const waits = [1_000, 3_000, 8_000, 15_000, 30_000];

interface Sending {
  readonly call: Call;
  readonly timers: Timers;
  readonly onWake?: OnWake;
  readonly href: string;
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
  /** Whether it waits to try again. */
  readonly onWaiting: (isWaiting: boolean) => void;
  readonly signal: AbortSignal;
}

/** Resolves when the server has checked and stored the file. */
export async function sendFile(sending: Sending): Promise<Uploads> {
  const { file, key, name, onProgress } = sending;
  const { partBytes } = uploadLimits;
  const parts = Math.max(1, Math.ceil(file.size / partBytes));
  let isRepeated = false;
  for (let part = 1; ; part += 1) {
    const { isComplete, uploads } = await withRetries(sending, () =>
      sending.call(uploadPart, sending.href, {
        body: file.slice((part - 1) * partBytes, part * partBytes),
        headers: {
          'Content-Type': 'application/octet-stream',
          [fileKeyHeader]: key,
          [fileNameHeader]: encodeURIComponent(name.replace(/\p{Surrogate}/gu, '')),
          [filePartHeader]: `${part}/${parts}`,
        },
        signal: sending.signal,
      }),
    );
    onProgress(part / parts);
    if (isComplete) return uploads;
    if (part < parts) continue;
    if (isRepeated) throw new ApiFailure(500);
    // The server refused the file and removed its parts, but the refusal was lost on its way here.
    isRepeated = true;
    part = 0;
  }
}

async function withRetries<T>({ timers, onWake, onWaiting, signal }: Sending, attempt: () => Promise<T>) {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      // A refusal stays one.
      if (signal.aborted || (error instanceof ApiFailure && error.status < 500)) throw error;
    }
    onWaiting(true);
    await pause(timers, wait, { signal, onWake });
    onWaiting(false);
  }
  return attempt();
}

/** The type by the first bytes, as the server determines it; undefined for any that it refuses. */
export async function typeOfFile(
  file: Blob,
): Promise<(typeof uploadTypes)[number] | 'image/heic' | undefined> {
  const first = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const start = String.fromCharCode(...first);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/s.test(start)) return 'image/heic';
  return start.includes('%PDF-') ? 'application/pdf' : undefined;
}
