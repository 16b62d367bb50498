// Programs that read PDFs. A test that needs one fails without it: a document that no one looked at has not passed.
import { execFileSync } from 'node:child_process';

/** The Debian package of each. */
const packages = {
  pdfinfo: 'poppler-utils',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  qpdf: 'qpdf',
} as const;

/** What a program prints about a file or, given `-`, about `input`. */
export function readPdf(tool: keyof typeof packages, args: readonly string[], input?: Buffer): string {
  try {
    return execFileSync(tool, [...args], { encoding: 'utf8', ...(input && { input }) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`This test needs ${tool}. Install the package ${packages[tool]}.`);
  }
}
