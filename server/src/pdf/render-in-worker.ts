// Renders PDFs in a worker thread, which starts with the first one and keeps running.
import { Worker } from 'node:worker_threads';
import type { DocumentModel } from './document-model.ts';
import type { Pdf } from './render-pdf.ts';

interface Waiting {
  readonly resolve: (pdf: Pdf) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let next = 0;
const waiting = new Map<number, Waiting>();

/** Like `renderPdf`, without blocking the event loop. */
export function renderPdfInWorker(model: DocumentModel): Promise<Pdf> {
  return new Promise((resolve, reject) => {
    const thread = pdfWorker();
    next += 1;
    waiting.set(next, { resolve, reject });
    // The process may exit while the worker is idle, but not while it renders.
    thread.ref();
    thread.postMessage({ id: next, model });
  });
}

function pdfWorker(): Worker {
  if (worker) return worker;
  const thread = new Worker(new URL('./render.worker.ts', import.meta.url));
  thread.on('message', ({ id, pdf, failure }: { id: number; pdf?: Pdf; failure?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    // A Buffer arrives from another thread as a plain Uint8Array.
    if (pdf) one?.resolve({ ...pdf, bytes: Buffer.from(pdf.bytes) });
    else one?.reject(new Error(failure ?? 'The PDF could not be rendered.'));
  });
  thread.on('error', (error) => {
    worker = undefined;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  });
  worker = thread;
  return thread;
}
