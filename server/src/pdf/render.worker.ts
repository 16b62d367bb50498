// The worker thread that renders PDFs: layout and compression take too long to block the event loop.
import { parentPort } from 'node:worker_threads';
import type { DocumentModel } from './document-model.ts';
import { renderPdf } from './render-pdf.ts';

parentPort?.on('message', async ({ id, model }: { id: number; model: DocumentModel }) => {
  try {
    parentPort?.postMessage({ id, pdf: await renderPdf(model) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
