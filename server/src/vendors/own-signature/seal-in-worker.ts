// Seals a signed envelope's documents in a worker thread.
import type { DocumentModel } from '../../pdf/document-model.ts';
import { workerPool } from '../../platform/worker-pool.ts';

export interface ToSeal {
  readonly papers: readonly DocumentModel[];
  /** Also the last part of the sealed documents. */
  readonly certificate: DocumentModel;
  readonly subject: string;
  readonly now: Date;
  /** PEM. The key's own certificate first. */
  readonly identity: { readonly privateKey: string; readonly certificates: readonly string[] };
  /** Who seals, and why, as PDF readers show it. */
  readonly name: string;
  readonly reason: string;
}

interface SealedPdfs {
  readonly documents: Buffer;
  readonly certificate: Buffer;
}

const pool = workerPool<ToSeal, SealedPdfs>(new URL('./seal.worker.ts', import.meta.url), { idleMs: 60_000 });

export async function sealInWorker(toSeal: ToSeal): Promise<SealedPdfs> {
  const { documents, certificate } = await pool.run(toSeal);
  // A Buffer arrives from another thread as a plain Uint8Array.
  return { documents: Buffer.from(documents), certificate: Buffer.from(certificate) };
}
