// Reads Nacha files and checks their counts, hashes and totals; of a file to a bank, its form too.
import { isIsoDate } from './dates.ts';
import { cents } from './money.ts';
import { type AchEntry, entryHash } from './nacha.ts';
import { isRoutingNumber } from './routing-number.ts';

/** An entry of a file; amount in cents, text without its padding. */
export type ReadEntry = Omit<AchEntry, 'sequence' | 'accountType'> & {
  transactionCode: string;
  announcesAddenda: boolean;
  traceNumber: string;
  /** The addenda records that belong to the entry, each of 94 characters. */
  addenda: string[];
};

/** A batch of a file; the date YYYY-MM-DD as written. */
type ReadBatch = {
  serviceClass: string;
  companyId: string;
  kind: string;
  entryDescription: string;
  descriptiveDate: string;
  effectiveOn: string;
  number: number;
  entries: ReadEntry[];
};

/** A file: its receiving and its sending bank, by the numbers of its header, and its batches in order. */
type ReadNachaFile = { destination: string; origin: string; batches: ReadBatch[] };

function check(holds: boolean, line: number, what: string): asserts holds {
  if (!holds) throw new RangeError(`Line ${line}: ${what}`);
}

/** A check that only a file's receiver makes. */
type CheckForm = (holds: boolean, line: number, what: string) => void;

/** The characters of a record from position `from` to `to`, counted from 1 as in the Nacha rules. */
const at = (record: string, from: number, to: number): string => record.slice(from - 1, to);
const trimmed = (record: string, from: number, to: number): string => at(record, from, to).trim();

/** Padded with blanks instead of zeros, or left blank, only in what a bank sent. */
function number(record: string, from: number, to: number, line: number, checkForm: CheckForm): number {
  const field = at(record, from, to);
  checkForm(!field.includes(' '), line, `positions ${from} to ${to} hold digits.`);
  check(/^ *\d* *$/.test(field), line, `positions ${from} to ${to} hold digits.`);
  return Number(field);
}

function date(record: string, from: number, line: number, checkForm: CheckForm): string {
  const field = at(record, from, from + 5);
  const written = `20${field.slice(0, 2)}-${field.slice(2, 4)}-${field.slice(4)}`;
  checkForm(isIsoDate(written), line, `a date YYMMDD is at position ${from}.`);
  return written;
}

/** Codes that end in 5 to 9 are debits, the others credits. */
export const isDebit = (code: string): boolean => Number(code[1]) >= 5;

/** An entry record; its addenda follow in records of their own. */
function readEntry(record: string, line: number, checkForm: CheckForm): ReadEntry {
  const routingNumber = at(record, 4, 12);
  number(record, 4, 11, line, checkForm);
  checkForm(isRoutingNumber(routingNumber), line, 'the routing number is valid.');
  return {
    transactionCode: at(record, 2, 3),
    routingNumber,
    accountNumber: trimmed(record, 13, 29),
    amount: cents(number(record, 30, 39, line, checkForm)),
    individualId: trimmed(record, 40, 54),
    individualName: trimmed(record, 55, 76),
    announcesAddenda: at(record, 79, 79) === '1',
    traceNumber: record.slice(79),
    addenda: [],
  };
}

const readBatchHeader = (record: string, line: number, checkForm: CheckForm): ReadBatch => ({
  serviceClass: at(record, 2, 4),
  companyId: trimmed(record, 41, 50),
  kind: at(record, 51, 53),
  entryDescription: trimmed(record, 54, 63),
  descriptiveDate: trimmed(record, 64, 69),
  effectiveOn: date(record, 70, line, checkForm),
  number: Number(at(record, 88, 94)),
  entries: [],
});

const isFileHeader = (record: string): boolean => record.startsWith('101');

function readFileHeader(record: string, checkForm: CheckForm): ReadNachaFile {
  check(isFileHeader(record), 1, 'a file starts with its header.');
  checkForm(at(record, 35, 40) === '094101', 1, 'a file starts with its header.');
  date(record, 24, 1, checkForm);
  return { destination: trimmed(record, 4, 13), origin: trimmed(record, 14, 23), batches: [] };
}

/** Checks a control record from its count of entries, at position `from` to `to`, to the hash and the totals that follow. */
function checkEntries(
  record: string,
  line: number,
  entries: readonly ReadEntry[],
  [from, to]: readonly [number, number],
  checkForm: CheckForm,
) {
  // Addenda count as entries do.
  const count = entries.reduce((sum, { addenda }) => sum + 1 + addenda.length, 0);
  const written = (first: number, last: number) => number(record, first, last, line, checkForm);
  check(written(from, to) === count, line, 'the count of entries is right.');
  const hash = Number(entryHash(entries.map(({ routingNumber }) => routingNumber)));
  check(written(to + 1, to + 10) === hash, line, 'the entry hash is right.');
  const total = (some: readonly ReadEntry[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const debit = total(entries.filter(({ transactionCode }) => isDebit(transactionCode)));
  check(written(to + 11, to + 22) === debit, line, 'the total of debits is right.');
  const credit = total(entries) - debit;
  check(written(to + 23, to + 34) === credit, line, 'the total of credits is right.');
}

/** Checks a batch against its control record. */
function endBatch(record: string, line: number, batch: ReadBatch, checkForm: CheckForm): void {
  checkEntries(record, line, batch.entries, [5, 10], checkForm);
  checkForm(at(record, 2, 4) === batch.serviceClass, line, 'the service class is the header’s.');
  checkForm(trimmed(record, 45, 54) === batch.companyId, line, 'the company is the header’s.');
  checkForm(Number(at(record, 88, 94)) === batch.number, line, 'the batch number is the header’s.');
}

/** Checks a file against its control record. A bank may count the blocks with or without more padding. */
function endFile(record: string, line: number, batches: ReadBatch[], records: number, checkForm: CheckForm) {
  check(number(record, 2, 7, line, checkForm) === batches.length, line, 'the count of batches is right.');
  const blocks = number(record, 8, 13, line, checkForm);
  check(
    blocks === 0 || [line, records].some((all) => blocks === Math.ceil(all / 10)),
    line,
    'the count of blocks is right.',
  );
  checkForm(blocks === records / 10, line, 'the count of blocks is right.');
  const entries = batches.flatMap((batch) => batch.entries);
  checkEntries(record, line, entries, [14, 21], checkForm);
}

/**
 * A Nacha file as data, checked as a bank checks what it receives. Throws a RangeError that names the line if a record is not 94
 * characters long or is out of place, if a count, hash or total does not match the entries, or if a date, a routing number, an order
 * or the padding is not as the rules have it.
 */
export function readNachaFile(text: string): ReadNachaFile {
  const records = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [n, record] of records.entries())
    check(record.length === 94, n + 1, 'a record has 94 characters.');
  check(records.length % 10 === 0, records.length, 'a file is a whole number of blocks of ten.');
  return readRecords(records, check);
}

/** A record of 94 bytes instead of characters: each byte of an accent counts. */
function inBytes(record: string): string {
  const bytes = new TextEncoder().encode(record);
  return record.length < 94 && bytes.length === 94 ? String.fromCharCode(...bytes) : record;
}

/**
 * The Nacha files of a bank's transfer, one behind the other, as data; a sentence for one with a record out of place, or with a count,
 * a hash or a total that does not match its entries. Line ends (or none at all), a byte order mark, Ctrl-Z, lines of a mailbox before,
 * between and behind files, blanks for zeros, padding and dates may be as the bank likes, and so may what an entry has otherwise: its
 * reader judges that.
 */
export function readSentFiles(text: string): (ReadNachaFile | { mistake: string })[] {
  const lines = text
    .replaceAll('\0', ' ')
    .replaceAll('\u001A', '\n')
    .trim()
    .split(/\s*[\r\n]/);
  const records = lines
    .flatMap((line) => (line.length < 2 * 94 ? line : (line.match(/.{1,94}/g) ?? [])))
    .map((record) => inBytes(record).padEnd(94));
  // A file's control record may have blanks for the zeros of its first count.
  const isRecord = (record: string) => /^(?:[5-8]\d\d|9[\d ]{5}\d)/.test(record);
  const starts = records.flatMap((record, at) => (isFileHeader(record) ? [at] : []));
  // Records before the first header are a file that lost its own.
  if (starts[0] === undefined || records.slice(0, starts[0]).some(isRecord)) starts.unshift(0);
  return starts.map((start, n) => {
    const own = records.slice(start, starts[n + 1]);
    try {
      return readRecords(own.slice(0, own.findLastIndex(isRecord) + 1), () => {});
    } catch (error) {
      if (error instanceof RangeError) return { mistake: error.message };
      throw error;
    }
  });
}

function readRecords([header = '', ...others]: readonly string[], checkForm: CheckForm): ReadNachaFile {
  const file = readFileHeader(header, checkForm);
  let open: ReadBatch | undefined;
  let ended = false;
  for (const [n, record] of others.entries()) {
    const line = n + 2;
    const type = record[0];
    if (ended) {
      check(/^9* *$/.test(record), line, 'only padding follows the end of the file.');
      checkForm(record === '9'.repeat(94), line, 'padding is nines.');
    } else if (type === '5') {
      check(!open, line, 'a batch starts after the one before has ended.');
      open = readBatchHeader(record, line, checkForm);
    } else if (type === '6') {
      check(open !== undefined, line, 'an entry is inside a batch.');
      const entry = readEntry(record, line, checkForm);
      const before = open.entries.at(-1);
      checkForm(!before || before.traceNumber < entry.traceNumber, line, 'trace numbers ascend.');
      open.entries.push(entry);
    } else if (type === '7') {
      const entry = open?.entries.at(-1);
      check(entry !== undefined, line, 'an addenda record follows its entry.');
      checkForm(entry.announcesAddenda, line, 'the entry announces it.');
      entry.addenda.push(record);
    } else if (type === '8') {
      check(open !== undefined, line, 'a batch has started.');
      endBatch(record, line, open, checkForm);
      file.batches.push(open);
      open = undefined;
    } else {
      check(type === '9' && !open, line, 'a batch, an entry or the end of the file is expected.');
      endFile(record, line, file.batches, others.length + 1, checkForm);
      ended = true;
    }
  }
  check(ended, others.length + 1, 'a file ends with its control record.');
  return file;
}
