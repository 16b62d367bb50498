// The thread that draws PDFs: laying out and compressing a document takes longer than a request may be kept waiting.
import { parentPort } from 'node:worker_threads';
import type { Paper } from './paper.ts';
import { renderPdf } from './render-pdf.ts';

parentPort?.on('message', async ({ id, paper }: { id: number; paper: Paper }) => {
  try {
    parentPort?.postMessage({ id, pdf: await renderPdf(paper) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
