// `ops letters`: prints the waiting letters, each once, and records their mailing. `ops paper`: records withdrawn consents.
import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import * as z from 'zod/mini';
import { loadLender } from '#lender/load.ts';
import { findApplication } from '../journey/applications.ts';
import {
  batchesBeginning,
  claimedBatches,
  claimLetters,
  lettersOf,
  printedLetters,
  saveMailed,
  savePrinted,
} from '../notices/notice-letters.ts';
import { noticePdfs } from '../notices/render-notice.ts';
import { withdrawEsign } from '../notices/withdrawal.ts';
import { dayIn } from '../platform/clock.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { runUnlessLocked } from '../platform/db/session-lock.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { SetupError } from '../platform/failure.ts';
import { operatorName } from '../platform/operator.ts';
import { audit } from '../records/audit.ts';
import { type Notice, noticesOf } from '../records/notices.ts';
import type { With } from '../services.ts';
import { fileDrop, type LetterPrinter } from '../vendors/letter-printer.ts';
import { type Command, readArguments, withServices } from './command.ts';
import { findReference, isReference, readVerb } from './references.ts';

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
  printing.printer.print({ id, letters: letters.length, pdf: await bound(printing, letters) });

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

const usage = [
  'Run one of',
  '  ops letters                          print what waits, each letter once',
  '  ops letters reprint <batch>          the letters of a batch again, or those of one application by its reference',
  '  ops letters mailed <batch> --on 2026-03-04 [--id "number of the mailing"]',
  '                                       record that a batch was mailed; that is its proof',
].join('\n');

export const runLettersCommand: Command = async (env, args, print) => {
  const { values, positionals } = readArguments(args, usage, { on: 'string', id: 'string' });
  const request = readVerb(positionals, ['reprint', 'mailed'], usage);
  const isMailing = request?.verb === 'mailed';
  if (isMailing !== (values.on !== undefined) || (!isMailing && values.id !== undefined))
    throw new SetupError(usage);
  await withServices(env, { keys: true }, async ({ database, db, vault, clock, config, openBlobs }) => {
    const { timeZone } = loadLender(config.lenderDirectory).brand.hours;
    const blobs = await openBlobs();
    const printing = { db, vault, blobs, clock, timeZone, printer: fileDrop(config.lettersDirectory) };
    if (request === undefined) return (await printLetters({ ...printing, database })).forEach(print);
    const { verb, reference } = request;
    if (verb === 'reprint') return print(await reprintLetters(printing, reference));
    print(await recordMailing(printing, { batch: reference, on: values.on ?? '', mailingId: values.id }));
  });
};

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
  if (!z.iso.date().safeParse(on).success || on > today)
    throw new SetupError(
      'Give the day of the mailing after --on, such as --on 2026-03-04. It is not in the future.',
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

export const runPaperCommand: Command = async (env, [text, ...rest], print) => {
  const usage = 'Run `ops paper <application>` to send its notices by mail from now on.';
  if (!isReference(text) || rest.length > 0) throw new SetupError(usage);
  await withServices(env, {}, async (services) => {
    print(await choosePaper(services, await findReference(services.db, 'application', text)));
  });
};

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
