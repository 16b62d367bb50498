// Renders PDFs in a worker thread.
import { workerPool } from '../platform/worker-pool.ts';
import type { DocumentModel } from './document-model.ts';
import type { Pdf } from './render-pdf.ts';

const pool = workerPool<DocumentModel, Pdf>(new URL('./render.worker.ts', import.meta.url), {
  idleMs: 60_000,
});

/** Like `renderPdf`, without blocking the event loop. */
export async function renderPdfInWorker(model: DocumentModel): Promise<Pdf> {
  const pdf = await pool.run(model);
  // A Buffer arrives from another thread as a plain Uint8Array.
  return { ...pdf, bytes: Buffer.from(pdf.bytes) };
}
