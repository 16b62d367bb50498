// Writes ACH files: records of 94 characters, in blocks of ten padded with nines; PPD credits and WEB debits.
import type { IsoDate } from './dates.ts';
import type { Cents } from './money.ts';
import { isRoutingNumber } from './routing-number.ts';
import { toUnaccented } from './transliterate.ts';

/**
 * One credit or debit. Its amount is in cents, above zero. `sequence` (1 to 9999999) is the sender's own number for it, the
 * end of the trace number; rewriting a file must not change it, because a bank's return refers to it.
 */
export type AchEntry = {
  sequence: number;
  routingNumber: string;
  accountNumber: string;
  accountType: 'checking' | 'savings';
  amount: Cents;
  individualId: string;
  individualName: string;
};

/** A batch of credits (PPD, transaction codes 22 and 32) or of online debits, each authorized once (WEB, 27 and 37). */
export type AchBatch = {
  kind: 'PPD' | 'WEB';
  entries: readonly AchEntry[];
  companyName: string;
  companyId: string;
  entryDescription: string;
  descriptiveDate?: string;
  effectiveOn: IsoDate;
  /** The routing number of the originating bank. */
  originatingBank: string;
};

/**
 * A file: its destination (routing number and name), its origin (a name and ten characters that the bank assigns), the day
 * and time it was created (HHMM), and a letter or digit that distinguishes a day's files.
 */
export type AchFile = {
  destination: { routingNumber: string; name: string };
  origin: { id: string; name: string };
  createdOn: IsoDate;
  createdAt: string;
  idModifier: string;
  batches: readonly AchBatch[];
};

/** The service class (credits only, or debits only), the transaction code by type of account, and the payment type: S is authorized once. */
const codes = {
  PPD: { serviceClass: '220', checking: '22', savings: '32', paymentType: '  ' },
  WEB: { serviceClass: '225', checking: '27', savings: '37', paymentType: 'S ' },
} as const;

/** A number padded with zeros on the left. Throws a RangeError if it does not fit. */
function digits(value: number, width: number, name: string): string {
  const text = String(value);
  if (!Number.isSafeInteger(value) || value < 0 || text.length > width)
    throw new RangeError(`${name} does not fit its ${width} digits.`);
  return text.padStart(width, '0');
}

/**
 * Text as an ACH file allows it: capitals without accents, with blanks for characters other than letters, digits and
 * . , ' & / -, left-aligned and cut to the width.
 */
function text(value: string, width: number): string {
  return toUnaccented(value)
    .toUpperCase()
    .replace(/[^A-Z0-9 .,'&/-]/g, ' ')
    .slice(0, width)
    .padEnd(width);
}

const individualIdWidth = 15;

/** An individual id as its entry has it. */
export const writtenIndividualId = (id: string): string => text(id, individualIdWidth).trim();

function needed(value: string, width: number, name: string): string {
  const field = text(value, width);
  if (field.trim() === '') throw new RangeError(`${name} is needed.`);
  return field;
}

function routing(value: string, whose: string): string {
  if (!isRoutingNumber(value)) throw new RangeError(`The routing number of ${whose} is not valid.`);
  return value;
}

function exactly(value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw new RangeError(what);
  return value;
}

const shortDate = (date: IsoDate): string => date.slice(2).replaceAll('-', '');

/**
 * The trace number of an entry: the first eight digits of the originating bank's routing number and the entry's seven-digit
 * sequence. Throws a RangeError for an invalid routing number or a sequence out of range.
 */
export function traceNumber(originatingBank: string, sequence: number): string {
  if (sequence === 0) throw new RangeError('Sequences start at 1.');
  return routing(originatingBank, 'the sending bank').slice(0, 8) + digits(sequence, 7, 'A sequence');
}

/** The entry hash: the last ten digits of the sum of the receiving banks' first eight digits. */
export function entryHash(routingNumbers: readonly string[]): string {
  const sum = routingNumbers.reduce((total, number) => total + Number(number.slice(0, 8)), 0);
  return digits(sum % 10_000_000_000, 10, 'The entry hash');
}

function entryRecord({ kind, originatingBank }: Pick<AchBatch, 'kind' | 'originatingBank'>, entry: AchEntry) {
  const bank = routing(entry.routingNumber, 'an entry');
  if (entry.amount <= 0) throw new RangeError('An entry moves more than zero cents.');
  return [
    '6',
    codes[kind][entry.accountType],
    bank,
    exactly(
      entry.accountNumber,
      /^[A-Za-z0-9-]{1,17}$/,
      'An account number is 1 to 17 letters, digits and hyphens.',
    ).padEnd(17),
    digits(entry.amount, 10, 'The amount of an entry'),
    text(entry.individualId, individualIdWidth),
    needed(entry.individualName, 22, 'The name on an entry'),
    codes[kind].paymentType,
    '0', // no addenda
    traceNumber(originatingBank, entry.sequence),
  ].join('');
}

/** Why an entry cannot be written, as a sentence; undefined if it can be. */
export function entryMistake(entry: AchEntry, originatingBank: string): string | undefined {
  try {
    entryRecord({ kind: 'PPD', originatingBank }, entry);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** What a control record says of its batches: the entry hash, and the totals of debits and of credits. */
function totalsOf(batches: readonly AchBatch[]): string {
  const total = (kind: AchBatch['kind']) =>
    batches
      .flatMap((batch) => (batch.kind === kind ? batch.entries : []))
      .reduce((sum, { amount }) => sum + amount, 0);
  return [
    entryHash(batches.flatMap(({ entries }) => entries.map(({ routingNumber }) => routingNumber))),
    digits(total('WEB'), 12, 'The total of debits'),
    digits(total('PPD'), 12, 'The total of credits'),
  ].join('');
}

function batchRecords(batch: AchBatch, number: number): string[] {
  const sendingBank = routing(batch.originatingBank, 'the sending bank').slice(0, 8);
  const companyId = exactly(batch.companyId, /^[A-Z0-9]{10}$/, 'A company id is ten capitals or digits.');
  const { serviceClass } = codes[batch.kind];
  const batchNumber = digits(number, 7, 'A batch number');
  if (batch.entries.length === 0) throw new RangeError('A batch has at least one entry.');
  let before = 0;
  for (const { sequence } of batch.entries) {
    if (sequence <= before) throw new RangeError('The sequences of a batch ascend.');
    before = sequence;
  }

  const header = [
    '5',
    serviceClass,
    needed(batch.companyName, 16, 'A company name'),
    ' '.repeat(20), // the company's own data, not used
    companyId,
    batch.kind,
    needed(batch.entryDescription, 10, 'An entry description'),
    text(batch.descriptiveDate ?? '', 6),
    shortDate(batch.effectiveOn),
    '   ', // the settlement date, which the ACH operator fills in
    '1',
    sendingBank,
    batchNumber,
  ].join('');
  const control = [
    '8',
    serviceClass,
    digits(batch.entries.length, 6, 'The count of entries'),
    totalsOf([batch]),
    companyId,
    ' '.repeat(19), // message authentication, not used
    ' '.repeat(6),
    sendingBank,
    batchNumber,
  ].join('');
  return [header, ...batch.entries.map((entry) => entryRecord(batch, entry)), control];
}

/**
 * A Nacha file as text, one record per line, with a newline at the end. Throws a RangeError with a sentence for a field that
 * cannot be written: an invalid routing number, an amount of zero, a batch without entries, a total with too many digits.
 */
export function writeNachaFile(file: AchFile): string {
  if (file.batches.length === 0) throw new RangeError('A file has at least one batch.');
  const header = [
    '1',
    '01',
    ` ${routing(file.destination.routingNumber, 'the destination')}`,
    exactly(
      file.origin.id,
      /^[ A-Z0-9][A-Z0-9]{9}$/,
      'The origin is ten characters as the bank assigned them.',
    ),
    shortDate(file.createdOn),
    exactly(file.createdAt, /^([01]\d|2[0-3])[0-5]\d$/, 'The time a file was made is HHMM.'),
    exactly(file.idModifier, /^[A-Z0-9]$/, 'A file id modifier is one capital or digit.'),
    '094',
    '10',
    '1',
    needed(file.destination.name, 23, 'The name of the destination'),
    needed(file.origin.name, 23, 'The name of the origin'),
    ' '.repeat(8), // a reference code, not used
  ].join('');

  const records = [header, ...file.batches.flatMap((batch, n) => batchRecords(batch, n + 1))];
  const blocks = Math.ceil((records.length + 1) / 10);
  const entries = file.batches.reduce((count, batch) => count + batch.entries.length, 0);
  records.push(
    [
      '9',
      digits(file.batches.length, 6, 'The count of batches'),
      digits(blocks, 6, 'The count of blocks'),
      digits(entries, 8, 'The count of entries'),
      totalsOf(file.batches),
      ' '.repeat(39),
    ].join(''),
  );
  while (records.length < blocks * 10) records.push('9'.repeat(94));
  return `${records.join('\n')}\n`;
}
