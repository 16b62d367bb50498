// The thread that reads one uploaded PDF.
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfAnswer, PdfQuestion } from './clean-file.ts';
import { DamagedFile } from './clean-jpeg.ts';
import { cleanPdf, LockedFile, TooManyPages } from './clean-pdf.ts';

const { bytes, mostPages } = workerData as PdfQuestion;
const answer = await cleanPdf(bytes, mostPages).then(
  (clean): PdfAnswer => ({ bytes: clean }),
  (error: unknown): PdfAnswer => {
    if (error instanceof LockedFile) return { why: 'locked' };
    if (error instanceof TooManyPages) return { why: 'too-many-pages' };
    return { why: 'damaged', at: placesOf(error instanceof DamagedFile ? (error.cause ?? error) : error) };
  },
);
parentPort?.postMessage(answer);

function placesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  return [error.constructor.name, ...(error.stack?.match(/^ {4}at .*$/gm) ?? []).slice(0, 3)];
}
