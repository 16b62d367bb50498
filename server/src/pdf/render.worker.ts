// The thread that draws PDFs: laying out and compressing a document takes longer than a request may be kept waiting.
import { parentPort } from 'node:worker_threads';
import type { DocumentModel } from './document-model.ts';
import { renderPdf } from './render-pdf.ts';

parentPort?.on('message', async ({ id, paper }: { id: number; paper: DocumentModel }) => {
  try {
    parentPort?.postMessage({ id, pdf: await renderPdf(paper) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
