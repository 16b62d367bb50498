// Reads one uploaded file from its input. Writes the result to descriptor 3, and the processor's seconds and its pages to 4.
import { readFileSync, writeFileSync } from 'node:fs';
import { cleanHeic, cleanPicture } from './clean-picture.ts';
import { typeOf } from './file-type.ts';
import { type RefusalReason, RefusedFile } from './refused-file.ts';

export interface Refusal {
  readonly why: RefusalReason;
  /** Where reading it failed, without the error's message, which may quote the file. */
  readonly at?: readonly string[];
}

const [mostPages = 0, mostBytes = 0] = process.argv.slice(2).map(Number);
const bytes = readFileSync(0);
const output = await cleaned().catch((error: unknown) => ({
  bytes: JSON.stringify(refusalOf(error)),
  pages: 0,
}));
writeFileSync(3, output.bytes);
const { user, system } = process.cpuUsage();
writeFileSync(4, `${(user + system) / 1e6} ${output.pages}`);

async function cleaned(): Promise<{ bytes: Uint8Array; pages: number }> {
  const type = typeOf(bytes);
  if (type === 'image/heic') return { bytes: await cleanHeic(bytes, mostBytes), pages: 1 };
  if (type !== 'application/pdf') return { bytes: await cleanPicture(bytes, mostBytes), pages: 1 };
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
