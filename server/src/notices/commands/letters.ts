// `ops letters`: prints the waiting letters, each once, and records their mailing. `ops paper`: records withdrawn consents.
import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { defineCommand, type Opened, optional, required } from '../../commands/command.ts';
import { beginning, findReference, reference } from '../../commands/references.ts';
import { day, text } from '../../commands/words.ts';
import { findApplication } from '../../journey/applications.ts';
import { dayIn } from '../../platform/clock.ts';
import { type Db, runUnlessLocked, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { SetupError } from '../../platform/failure.ts';
import { operatorName } from '../../platform/operator.ts';
import { audit } from '../../records/audit.ts';
import { type Notice, noticesOf } from '../../records/notices.ts';
import type { With } from '../../services.ts';
import { fileDrop, type LetterPrinter } from '../../vendors/letter-printer.ts';
import {
  batchesBeginning,
  claimedBatches,
  claimLetters,
  lettersOf,
  printedLetters,
  saveMailed,
  savePrinted,
} from '../notice-letters.ts';
import { noticePdfs } from '../render-notice.ts';
import { withdrawEsign } from '../withdrawal.ts';

/** Letters per file: a number that a person can put into envelopes, and a file that opens quickly. */
const lettersPerFile = 200;

type Printing = With<'db' | 'vault' | 'blobs' | 'clock'> & {
  readonly timeZone: string;
  readonly printer: LetterPrinter;
};

/**
 * Prints the waiting letters, and returns a sentence for each file. A batch is claimed before its file is written, and marked
 * after: a command that is killed between finishes the same file the next time, and no letter is in two files. A second command at
 * the same time is refused, because it would take a batch that is being printed for one that was left.
 */
export async function printLetters(printing: Printing & With<'database'>): Promise<readonly string[]> {
  const { embedded, maintenance } = printing.database;
  const print = () => printWaiting(printing);
  // The embedded database has one connection, and no other process uses it.
  const lines = embedded
    ? await print()
    : await maintenance.db.connection().execute((own) => runUnlessLocked(own, 'branchline letters', print));
  if (lines === undefined)
    throw new SetupError('Another `ops letters` is printing. Wait for it, and run this again.');
  return lines.length === 0 ? ['There are no letters to print.'] : lines;
}

async function printWaiting(printing: Printing): Promise<readonly string[]> {
  const { db } = printing;
  const lines: string[] = [];
  for (const batch of await claimedBatches(db)) lines.push(...(await printBatch(printing, batch)));
  for (;;) {
    const batch = randomUUID();
    if ((await transact(db, (tx) => claimLetters(tx, batch, lettersPerFile))) === 0) return lines;
    lines.push(...(await printBatch(printing, batch)));
  }
}

async function printBatch(printing: Printing, batch: string): Promise<readonly string[]> {
  const { db, clock } = printing;
  const letters = await lettersOf(db, batch);
  // An empty file would replace the one that was printed.
  if (letters.length === 0) return [];
  const { place, mailingId } = await handOver(printing, batch, letters);
  await transact(db, async (tx) => {
    for (const { id, applicationId, kind } of letters) {
      await savePrinted(tx, clock, id, mailingId);
      if (kind !== 'pending')
        await audit(tx, clock, { applicationId }, { type: 'notice-printed', notice: kind, batch });
    }
  });
  return [`${count(letters)}: ${place}`];
}

const count = ({ length }: readonly Notice[]) => `${length} ${length === 1 ? 'letter' : 'letters'}`;

const handOver = async (printing: Printing, id: string, letters: readonly Notice[]) =>
  printing.printer.print({ id, pdf: await bound(printing, letters) });

/** One PDF of all letters. Each begins on the front of a sheet, with its address where a window envelope shows it. */
async function bound(services: Printing, letters: readonly Notice[]): Promise<Buffer> {
  const all = await PDFDocument.create();
  for (const letter of letters) {
    const pdfs = await noticePdfs(services, letter);
    if (pdfs.length === 0) throw new Error(`The document of notice ${letter.id} is gone.`);
    for (const read of pdfs) {
      const pdf = await PDFDocument.load(await read());
      for (const page of await all.copyPages(pdf, pdf.getPageIndices())) all.addPage(page);
    }
    const last = all.getPage(all.getPageCount() - 1);
    if (all.getPageCount() % 2 === 1) all.addPage([last.getWidth(), last.getHeight()]);
  }
  return Buffer.from(await all.save());
}

const needs = ['vault', 'blobs', 'lender'] as const;

const printingOf = (services: Opened & With<'vault' | 'blobs' | 'lender'>) => ({
  ...services,
  timeZone: services.lender.brand.hours.timeZone,
  printer: fileDrop(services.config.lettersDirectory),
});

export const letters = defineCommand('letters', 'print waiting letters, each once', {
  needs,
  run: (services) => printLetters(printingOf(services)),
  verbs: [
    defineCommand('reprint', 'the letters of a batch again, or those of one application', {
      arguments: { batch: required(beginning, 'of the batch, or of an application') },
      needs,
      run: (services, { batch }) => reprintLetters(printingOf(services), batch),
    }),
    defineCommand('mailed', 'record that a batch was mailed; that is its proof', {
      arguments: { batch: required(beginning) },
      options: {
        on: required(day, 'the day of the mailing'),
        id: optional(text('number'), 'the number of the mailing'),
      },
      needs,
      run: (services, { batch, on, id: mailingId }) =>
        recordMailing(printingOf(services), { batch, on, mailingId }),
    }),
  ],
});

export async function reprintLetters(printing: Printing, reference: string): Promise<string> {
  const { db, clock } = printing;
  const batch = await findBatch(db, reference);
  const letters = await printedLetters(
    db,
    batch === undefined ? { id: await findReference(db, 'application', reference) } : { batch },
  );
  if (letters.length === 0) throw new SetupError(`Application ${reference} has no printed letters.`);
  const { place } = await handOver(printing, `again-${reference.toLowerCase()}`, letters);
  await transact(db, async (tx) => {
    for (const { applicationId, kind } of letters)
      if (kind !== 'pending')
        await audit(tx, clock, { applicationId }, { type: 'notice-reprinted', notice: kind });
  });
  return `${count(letters)}: ${place}`;
}

async function findBatch(db: Db, beginning: string): Promise<string | undefined> {
  const [only, another] = await batchesBeginning(db, beginning);
  if (another !== undefined)
    throw new SetupError(`More than one batch begins with ${beginning}. Give more of it.`);
  return only;
}

interface Mailing {
  /** The batch's id, or its beginning. */
  readonly batch: string;
  /** ISO date. */
  readonly on: string;
  /** The number that the postal service or the printing service gave it. */
  readonly mailingId: string | undefined;
}

export async function recordMailing(
  { db, clock, timeZone }: Pick<Printing, 'db' | 'clock' | 'timeZone'>,
  { batch: beginning, on, mailingId }: Mailing,
): Promise<string> {
  const today = dayIn(timeZone, clock.now());
  if (on > today)
    throw new SetupError(
      'The day after --on is in the future. Give the day of the mailing, such as --on 2026-03-04.',
    );
  const batch = await findBatch(db, beginning);
  if (batch === undefined) throw new SetupError(`No batch of letters begins with ${beginning}.`);
  const letters = await printedLetters(db, { batch });
  const printedOn = letters.flatMap(({ printedAt }) => (printedAt ? dayIn(timeZone, printedAt) : [])).at(0);
  if (printedOn && on < printedOn)
    throw new SetupError(`Batch ${batch} was printed on ${printedOn}, so it was not mailed before.`);
  const by = operatorName() ?? 'an operator';
  return transact(db, async (tx) => {
    const mailed = await saveMailed(tx, batch, { on, by, mailingId });
    for (const { id, applicationId, kind } of letters)
      if (kind !== 'pending' && mailed.includes(id)) {
        const event = { type: 'letter-mailed', notice: kind, on, mailingId: mailingId ?? null } as const;
        await audit(tx, clock, { applicationId }, event);
      }
    if (mailed.length === 0) throw new SetupError(`The mailing of batch ${batch} is recorded already.`);
    return `Batch ${batch}: ${count(letters)} mailed on ${on}.`;
  });
}

export const paper = defineCommand('paper', 'send an applicant’s notices by mail from now on', {
  arguments: { application: required(reference('application')) },
  needs: [],
  run: (services, { application }) => choosePaper(services, application),
});

/** Records that an applicant requested paper, and returns a sentence for the operator. */
export async function choosePaper(services: With<'db' | 'clock'>, id: ApplicationId): Promise<string> {
  const application = await findApplication(services.db, id);
  if (application === undefined || application.purged_at !== null)
    throw new SetupError(`There is no application ${id}.`);
  const isFirst = await withdrawEsign(services, id, 'operator');
  const sent = (await noticesOf(services.db, id)).filter(
    ({ kind, renderedAt }) => kind !== 'pending' && renderedAt,
  );
  return isFirst
    ? `Application ${id}: notices go by mail from now on. ${sent.length} were sent before.`
    : `Application ${id}: notices already go by mail.`;
}
