// `ops letters`: prints the waiting letters as one PDF, each once. `ops paper`: records that an applicant withdrew the consent to
// electronic notices.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { findApplication } from '../journey/applications.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { audit } from '../records/audit.ts';
import { readDocument } from '../records/documents.ts';
import {
  claimedBatches,
  claimLetters,
  lettersOf,
  type Notice,
  noticesOf,
  savePrinted,
} from '../records/notices.ts';
import { documentKey } from '../stages/notices/drawing.ts';
import { withdrawEsign } from '../stages/notices/withdrawal.ts';
import { type Command, withServices } from './command.ts';
import { findReference, isReference } from './references.ts';

/** Letters per file: a number that a person can put into envelopes, and a file that opens quickly. */
const lettersPerFile = 200;

interface Printing {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly folder: string;
}

/**
 * Prints the waiting letters, and returns a sentence for each file. A batch is claimed before its file is written, and marked
 * after: a command that is killed between finishes the same file the next time, and no letter is in two files.
 */
export async function printLetters(printing: Printing): Promise<readonly string[]> {
  const { db } = printing;
  const lines: string[] = [];
  for (const batch of await claimedBatches(db)) lines.push(await printBatch(printing, batch));
  for (;;) {
    const batch = randomUUID();
    if ((await transact(db, (tx) => claimLetters(tx, batch, lettersPerFile))) === 0) break;
    lines.push(await printBatch(printing, batch));
  }
  return lines.length === 0 ? ['There are no letters to print.'] : lines;
}

async function printBatch({ db, vault, clock, folder }: Printing, batch: string): Promise<string> {
  const letters = await lettersOf(db, batch);
  const file = join(folder, `letters-${batch}.pdf`);
  writeWhole(folder, file, await bound(db, vault, letters));
  await transact(db, async (tx) => {
    for (const { id, applicationId, kind } of letters) {
      await savePrinted(tx, clock, id);
      if (kind !== 'open')
        await audit(tx, clock, { applicationId }, { type: 'notice-printed', notice: kind, batch });
    }
  });
  return `${letters.length} ${letters.length === 1 ? 'letter' : 'letters'}: ${file}`;
}

/** One PDF of all letters. Each begins on the front of a sheet, with its address where a window envelope shows it. */
async function bound(db: Db, vault: Vault, letters: readonly Notice[]): Promise<Buffer> {
  const all = await PDFDocument.create();
  for (const letter of letters) {
    const saved = await readDocument(db, vault, documentKey(letter));
    if (saved === undefined) throw new Error(`The document of notice ${letter.id} is gone.`);
    const one = await PDFDocument.load(saved.pdf);
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page);
    const last = all.getPage(all.getPageCount() - 1);
    if (all.getPageCount() % 2 === 1) all.addPage([last.getWidth(), last.getHeight()]);
  }
  return Buffer.from(await all.save());
}

function writeWhole(folder: string, file: string, bytes: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.part`;
  writeFileSync(draft, bytes, { mode: 0o600 });
  const handle = openSync(draft, 'r');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}

export const runLettersCommand: Command = async (env, args, print) => {
  if (args.length > 0) throw new SetupError('Run `ops letters`. It prints what waits, and takes no options.');
  await withServices(env, { keys: true }, async ({ db, vault, clock, config }) => {
    const folder = config.lettersDirectory;
    for (const line of await printLetters({ db, vault, clock, folder })) print(line);
  });
};

export const runPaperCommand: Command = async (env, [text, ...rest], print) => {
  const usage = 'Run `ops paper <application>` to send its notices by mail from now on.';
  if (!isReference(text) || rest.length > 0) throw new SetupError(usage);
  await withServices(env, {}, async (services) => {
    print(await choosePaper(services, await findReference(services.db, 'application', text)));
  });
};

/** Records that an applicant requested paper, and returns a sentence for the operator. */
export async function choosePaper(
  services: Pick<Printing, 'db' | 'clock'>,
  id: ApplicationId,
): Promise<string> {
  const application = await findApplication(services.db, id);
  if (application === undefined || application.purged_at !== null)
    throw new SetupError(`There is no application ${id}.`);
  const isFirst = await withdrawEsign(services, id, 'operator');
  const given = (await noticesOf(services.db, id)).filter(({ kind, drawnAt }) => kind !== 'open' && drawnAt);
  return isFirst
    ? `Application ${id}: notices go by mail from now on. ${given.length} were sent before.`
    : `Application ${id}: notices already go by mail.`;
}
