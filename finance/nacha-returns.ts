// Reads the file in which a bank returns entries (addenda 99) and notifies of changes (addenda 98), as in Appendix Four and Five of
// the Nacha Operating Rules.
import type { Cents } from './money.ts';
import { readNachaFile } from './nacha-reader.ts';

/**
 * One entry that was returned, or that its bank wants corrected. `amount` is in cents, zero for a change; `originalTrace` and
 * `trace` are the trace numbers of our entry and of this one.
 */
type ReturnedEntry = {
  trace: string;
  originalTrace: string;
  /** Whether the entry was a credit or a debit. */
  direction: 'credit' | 'debit';
  amount: Cents;
  individualId: string;
} & (
  | { kind: 'return' /** Such as R01; it may be one that we don't know. */; code: string }
  | {
      kind: 'change' /** Such as C01, likewise. */;
      code: string /** As the bank wrote it. */;
      corrected: string;
    }
);

/** A return file: its sending and its receiving bank, by the numbers of its header, and its entries in order. */
type ReturnFile = { from: string; to: string; entries: ReturnedEntry[] };

/** Codes that Nacha has assigned: R01 to R85 and C01 to C14, without those left out. */
const returnCodes = new Set([
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
  ...[29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 50, 51, 52, 53],
  ...[61, 62, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 80, 81, 82, 83, 84, 85],
]);
const changeCodes = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);

const numberOf = (code: string, letter: 'R' | 'C') =>
  code.length === 3 && code.startsWith(letter) ? Number(code.slice(1)) : Number.NaN;

/** Whether Nacha has assigned this code to returns, such as R01. */
export const isReturnCode = (code: string): boolean => returnCodes.has(numberOf(code, 'R'));

/** Whether Nacha has assigned this code to notices of change, such as C01. */
export const isChangeCode = (code: string): boolean => changeCodes.has(numberOf(code, 'C'));

/** Codes 1 and 6 at the end mark the return of, or the notice about, a credit and a debit, to checking (2) and savings (3). */
const directions: Readonly<Record<string, 'credit' | 'debit'>> = {
  '21': 'credit',
  '31': 'credit',
  '26': 'debit',
  '36': 'debit',
};

/**
 * A return file as data. Throws a RangeError with a sentence for a file that a bank would not send: a wrong length, count, hash
 * or total, an entry without its one addenda record, a malformed code, a trace number that is not digits or not the entry's own, a
 * change with an amount.
 */
export function readReturnFile(text: string): ReturnFile {
  const file = readNachaFile(text);
  const entries = file.batches.flatMap(({ kind: batchKind, entries: ofBatch }) =>
    ofBatch.map((entry): ReturnedEntry => {
      const { traceNumber: trace, amount, individualId, addenda } = entry;
      const refuse = (what: string): never => {
        throw new RangeError(`The entry with trace number ${trace} ${what}.`);
      };
      const direction = directions[entry.transactionCode];
      if (direction === undefined)
        return refuse(`has the transaction code ${entry.transactionCode}, not a return's`);
      const [record, ...others] = addenda;
      if (record === undefined || others.length > 0) return refuse('does not have one addenda record');
      const type = record.slice(1, 3);
      const code = record.slice(3, 6);
      const originalTrace = record.slice(6, 21);
      if (!/^\d{15}$/.test(originalTrace)) return refuse('does not name the trace number of our entry');
      if (record.slice(79) !== trace) return refuse('is not the one that its addenda record names');
      const common = { trace, originalTrace, direction, amount, individualId };
      if (type === '99') {
        if (!/^R\d{2}$/.test(code)) return refuse(`has no return code, but ${code}`);
        if (amount === 0) return refuse('returns nothing');
        return { kind: 'return', code, ...common };
      }
      if (type !== '98') return refuse(`has addenda of type ${type}, neither 98 nor 99`);
      if (batchKind !== 'COR') return refuse('is a change outside a batch of the class COR');
      if (!/^C\d{2}$/.test(code)) return refuse(`has no change code, but ${code}`);
      if (amount !== 0) return refuse('is a change and moves money');
      const corrected = record.slice(35, 64).trimEnd();
      return { kind: 'change', code, corrected, ...common };
    }),
  );
  return { from: file.origin.id.trim(), to: file.destination.routingNumber, entries };
}

/** Account data as a notice of change corrects it; fields that it does not correct are absent. */
type CorrectedAccount = {
  routingNumber?: string;
  accountNumber?: string;
  accountType?: 'checking' | 'savings';
};

const accountTypeOf = (transactionCode: string): 'checking' | 'savings' | undefined =>
  ({ '2': 'checking', '3': 'savings' })[transactionCode[0] ?? ''] as 'checking' | 'savings' | undefined;

/**
 * What a notice of change corrects of the account: C01 its number, C02 the routing number, C03 both, C05 the type (as a transaction
 * code), C06 number and type, C07 all three. Other codes correct what we do not store. Throws a RangeError if the corrected data is
 * not what the code promises.
 */
export function correctedAccount(code: string, corrected: string): CorrectedAccount {
  const refuse = (): never => {
    throw new RangeError(`The change ${code} does not state what to correct.`);
  };
  const digits = (text: string) => (/^\d{9}$/.test(text) ? text : refuse());
  const account = (text: string) => (text.trim() === '' ? refuse() : text.trim());
  const type = (text: string) => accountTypeOf(text) ?? refuse();
  switch (code) {
    case 'C01':
      return { accountNumber: account(corrected.slice(0, 17)) };
    case 'C02':
      return { routingNumber: digits(corrected.slice(0, 9)) };
    case 'C03':
      return {
        routingNumber: digits(corrected.slice(0, 9)),
        accountNumber: account(corrected.slice(12, 29)),
      };
    case 'C05':
      return { accountType: type(corrected.slice(0, 2)) };
    case 'C06':
      return { accountNumber: account(corrected.slice(0, 17)), accountType: type(corrected.slice(20, 22)) };
    case 'C07':
      return {
        routingNumber: digits(corrected.slice(0, 9)),
        accountNumber: account(corrected.slice(9, 26)),
        accountType: type(corrected.slice(26, 28)),
      };
    default:
      return {};
  }
}
