// The thread that reads one uploaded PDF.
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfAnswer, PdfQuestion } from './clean-file.ts';
import { cleanPdf, LockedFile, TooManyPages } from './clean-pdf.ts';

const { bytes, mostPages } = workerData as PdfQuestion;
const answer = await cleanPdf(bytes, mostPages).then(
  (clean): PdfAnswer => ({ bytes: clean }),
  (error: unknown): PdfAnswer => ({
    why:
      error instanceof LockedFile ? 'locked' : error instanceof TooManyPages ? 'too-many-pages' : 'damaged',
  }),
);
parentPort?.postMessage(answer);
