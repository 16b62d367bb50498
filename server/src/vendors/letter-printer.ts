// Prints and mails letters. Without a service, the lender's own people do: the letters are files that they print.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LetterBatch {
  /** The same batch again, after a crash or for a reprint, has the same id. */
  readonly id: string;
  /** Every letter begins on the front of a sheet. */
  readonly pdf: Buffer;
}

export interface LetterPrinter {
  /**
   * Hands a batch over, and returns where the operator finds it and the service's id of the mailing, if it gives one. The same batch
   * again replaces the earlier one.
   */
  readonly print: (batch: LetterBatch) => Promise<{ readonly place: string; readonly mailingId?: string }>;
}

/** Writes each batch into a folder, readable by its owner alone. */
export const fileDrop = (folder: string): LetterPrinter => ({
  print: async ({ id, pdf }) => {
    const place = join(folder, `letters-${id}.pdf`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${place}.part`;
    writeFileSync(draft, pdf, { mode: 0o600, flush: true });
    renameSync(draft, place);
    return { place };
  },
});
