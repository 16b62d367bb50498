// Draws papers beside the event loop, in a thread that is started with the first and kept.
import { Worker } from 'node:worker_threads';
import type { Paper } from './paper.ts';
import type { Pdf } from './render-pdf.ts';

interface Waiting {
  readonly resolve: (pdf: Pdf) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let next = 0;
const waiting = new Map<number, Waiting>();

/** As `renderPdf`, without blocking. */
export function drawPdf(paper: Paper): Promise<Pdf> {
  return new Promise((resolve, reject) => {
    const thread = drawingThread();
    next += 1;
    waiting.set(next, { resolve, reject });
    // A process with nothing else to do may end; one that waits for a drawing may not.
    thread.ref();
    thread.postMessage({ id: next, paper });
  });
}

function drawingThread(): Worker {
  if (worker) return worker;
  const thread = new Worker(new URL('./draw.worker.ts', import.meta.url));
  thread.on('message', ({ id, pdf, failure }: { id: number; pdf?: Pdf; failure?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    // What crosses between threads arrives as plain bytes.
    if (pdf) one?.resolve({ ...pdf, bytes: Buffer.from(pdf.bytes) });
    else one?.reject(new Error(failure ?? 'The document could not be drawn.'));
  });
  thread.on('error', (error) => {
    worker = undefined;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  });
  worker = thread;
  return thread;
}
