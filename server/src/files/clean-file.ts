// Uploaded files: identified by their content, not by their name or declared type, and stripped of metadata.
import { Worker } from 'node:worker_threads';
import type { Log } from '../platform/log.ts';
import { cleanJpeg, DamagedFile } from './clean-jpeg.ts';
import { cleanPng, pngSignature } from './clean-png.ts';

type FileType = 'image/jpeg' | 'image/png' | 'application/pdf';

type CleanedFile =
  | { readonly kind: 'clean'; readonly type: FileType; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly why: 'unknown-type' | 'damaged' | 'locked' | 'too-many-pages' };

/** The type by the first bytes; undefined for any that we don't take. */
function typeOf(bytes: Buffer): FileType | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  return undefined;
}

export async function cleanFile(bytes: Buffer, mostPages: number, log: Log): Promise<CleanedFile> {
  const type = typeOf(bytes);
  try {
    switch (type) {
      case 'image/jpeg':
        return { kind: 'clean', type, bytes: cleanJpeg(bytes) };
      case 'image/png':
        return { kind: 'clean', type, bytes: cleanPng(bytes) };
      case 'application/pdf':
        return await inTurn(() => cleanPdfInWorker(bytes, mostPages, log));
      case undefined:
        return { kind: 'refused', why: 'unknown-type' };
    }
  } catch (error) {
    if (error instanceof DamagedFile) return { kind: 'refused', why: 'damaged' };
    throw error;
  }
}

export interface PdfQuestion {
  readonly bytes: Uint8Array;
  readonly mostPages: number;
}
export type PdfAnswer =
  | { readonly bytes: Uint8Array }
  | {
      readonly why: 'damaged' | 'locked' | 'too-many-pages';
      /** Where reading it failed, without the error's message, which may quote the file. */
      readonly at?: readonly string[];
    };

/** A PDF can be made to take forever, or to swell in memory. What isn't done by then is refused. */
const mostMs = 20_000;
const mostMegabytes = 256;

/** A thread of its own for each PDF, because a thread that is stuck can only be ended. */
function cleanPdfInWorker(bytes: Buffer, mostPages: number, log: Log): Promise<CleanedFile> {
  const script = new URL('./clean-pdf.worker.ts', import.meta.url);
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, {
      workerData: { bytes, mostPages } satisfies PdfQuestion,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    const end = () => {
      clearTimeout(late);
      void thread.terminate();
    };
    const done = (cleaned: CleanedFile) => {
      end();
      resolve(cleaned);
    };
    const damaged = { kind: 'refused', why: 'damaged' } as const;
    const late = setTimeout(() => done(damaged), mostMs);
    thread.once('message', (answer: PdfAnswer) => {
      // A mistake of ours looks like a damaged file, too.
      if ('at' in answer) log.warn({ at: answer.at }, 'an uploaded PDF could not be read');
      done(
        'why' in answer
          ? { kind: 'refused', why: answer.why }
          : { kind: 'clean', type: 'application/pdf', bytes: Buffer.from(answer.bytes) },
      );
    });
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return done(damaged);
      end();
      reject(error);
    });
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time in a process, so that many PDFs at once don't take its memory. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const mine = last.then(run);
  last = mine.catch(() => {});
  return mine;
}
