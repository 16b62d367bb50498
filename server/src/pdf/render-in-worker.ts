// Renders PDFs in a worker thread.
import { WorkerCalls } from '../platform/worker-calls.ts';
import type { DocumentModel } from './document-model.ts';
import type { Pdf } from './render-pdf.ts';

const worker = new WorkerCalls<DocumentModel, Pdf>(new URL('./render.worker.ts', import.meta.url));

/** Like `renderPdf`, without blocking the event loop. */
export async function renderPdfInWorker(model: DocumentModel): Promise<Pdf> {
  const pdf = await worker.ask(model);
  // A Buffer arrives from another thread as a plain Uint8Array.
  return { ...pdf, bytes: Buffer.from(pdf.bytes) };
}
