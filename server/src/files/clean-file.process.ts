// Reads one uploaded file from its input. Writes the result to descriptor 3, and the processor's seconds to 4.
import { readFileSync, writeFileSync } from 'node:fs';
import { cleanPicture } from './clean-picture.ts';
import { typeOf } from './file-type.ts';
import { type RefusalReason, RefusedFile } from './refused-file.ts';

export interface Refusal {
  readonly why: RefusalReason;
  /** Where reading it failed, without the error's message, which may quote the file. */
  readonly at?: readonly string[];
}

const [mostPages = 0, mostBytes = 0] = process.argv.slice(2).map(Number);
const bytes = readFileSync(0);
const output = await cleaned().catch((error: unknown) => JSON.stringify(refusalOf(error)));
writeFileSync(3, output);
const { user, system } = process.cpuUsage();
writeFileSync(4, String((user + system) / 1e6));

async function cleaned(): Promise<Uint8Array> {
  if (typeOf(bytes) !== 'application/pdf') return cleanPicture(bytes, mostBytes);
  // Loads for a quarter of a second, which a photo need not wait for.
  const { cleanPdf } = await import('./clean-pdf.ts');
  return cleanPdf(bytes, mostPages, mostBytes);
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedFile) return { why: error.why };
  if (!(error instanceof Error)) return { why: 'damaged' };
  // PDFium aborts when it gets no memory.
  const isOutOfMemory = error instanceof WebAssembly.RuntimeError || /memory/.test(error.message);
  const at = [error.constructor.name, ...(error.stack?.match(/^ {4}at .*$/gm) ?? []).slice(0, 3)];
  return { why: isOutOfMemory ? 'too-complex' : 'damaged', at };
}
