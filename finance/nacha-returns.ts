// Reads returns (addenda 99) and changes (addenda 98): Nacha Operating Rules, Appendices Four and Five.
import type { Cents } from './money.ts';
import { isDebit, type ReadEntry, readSentFile } from './nacha-reader.ts';
import { isRoutingNumber } from './routing-number.ts';

/**
 * One entry that was returned, or that its bank wants corrected. `amount` is in cents, zero for a change; `originalTrace` and
 * `trace` are the trace numbers of our entry and of this one, fifteen digits unless the entry is malformed.
 */
type ReturnedEntry = {
  trace: string;
  originalTrace: string;
  /** Whether the entry was a credit or a debit. */
  direction: 'credit' | 'debit';
  amount: Cents;
  individualId: string;
  /** Such as R01 or C01; it may be one that we don't know. */
  code: string;
} & (
  | { kind: 'return' }
  | { kind: 'change'; change: CorrectedAccount }
  | { kind: 'malformed' /** What it does, such as "returns nothing". */; mistake: string }
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

/** The return of, or the notice about, a credit (1) and a debit (6), to checking (2) and savings (3). */
const transactionCodes = ['21', '31', '26', '36'];

/**
 * A return file as data. Throws a RangeError with a sentence for a file whose counts, hashes or totals are wrong. An entry that a bank
 * would not send is malformed: without its one addenda record, with a malformed code, with a trace number that is not digits or not
 * the entry's own, a return of nothing, a change with an amount or without what to correct.
 */
export function readReturnFile(text: string): ReturnFile {
  const file = readSentFile(text);
  const entries = file.batches.flatMap((batch) => batch.entries.map((entry) => returned(entry, batch.kind)));
  return { from: file.origin, to: file.destination, entries };
}

function returned(entry: ReadEntry, batchKind: string): ReturnedEntry {
  const { traceNumber: trace, transactionCode, amount, individualId, addenda } = entry;
  const [record = ''] = addenda;
  const type = record.slice(1, 3);
  const code = record.slice(3, 6);
  const originalTrace = record.slice(6, 21);
  const direction = isDebit(transactionCode) ? 'debit' : 'credit';
  const common = { trace, originalTrace, direction, amount, individualId, code } as const;
  const isChange = type === '98';
  const change = isChange ? correctedAccount(code, record.slice(35, 64)) : undefined;
  const mistakes: [boolean, string][] = [
    [
      !transactionCodes.includes(transactionCode),
      `has the transaction code ${transactionCode}, not a return's`,
    ],
    [addenda.length !== 1, 'does not have one addenda record'],
    [!entry.announcesAddenda, 'does not announce its addenda record'],
    [!isRoutingNumber(entry.routingNumber), 'has no valid routing number'],
    [!/^\d{15}$/.test(originalTrace), 'does not name the trace number of our entry'],
    [record.slice(79) !== trace, 'is not the one that its addenda record names'],
    [!isChange && type !== '99', `has addenda of type ${type}, neither 98 nor 99`],
    [!isChange && !/^R\d{2}$/.test(code), `has no return code, but ${code}`],
    [!isChange && amount === 0, 'returns nothing'],
    [isChange && batchKind !== 'COR', 'is a change outside a batch of the class COR'],
    [isChange && !/^C\d{2}$/.test(code), `has no change code, but ${code}`],
    [isChange && amount !== 0, 'is a change and moves money'],
    [isChange && change === undefined, `does not state what the change ${code} corrects`],
  ];
  const mistake = mistakes.find(([isMade]) => isMade)?.[1];
  if (mistake !== undefined) return { kind: 'malformed', mistake, ...common };
  return change ? { kind: 'change', change, ...common } : { kind: 'return', ...common };
}

/** Account data as a notice of change corrects it; fields that it does not correct are absent. */
type CorrectedAccount = {
  routingNumber?: string;
  accountNumber?: string;
  accountType?: 'checking' | 'savings';
};

const accountTypes: Readonly<Record<string, 'checking' | 'savings'>> = { '2': 'checking', '3': 'savings' };

/**
 * What a notice of change corrects of the account: C01 its number, C02 the routing number, C03 both, C05 the type (as a transaction
 * code), C06 number and type, C07 all three. Other codes correct what we do not store. Undefined if the corrected data is not what
 * the code promises.
 */
export function correctedAccount(code: string, corrected: string): CorrectedAccount | undefined {
  const field = (from: number, to: number) => corrected.slice(from, to).trim();
  const routingNumber = [field(0, 9)].find(isRoutingNumber);
  const account = (from: number) => /^[A-Za-z0-9-]+$/.exec(field(from, from + 17))?.[0];
  const type = (at: number) => accountTypes[corrected[at] ?? ''];
  const changes: Readonly<Record<string, object>> = {
    C01: { accountNumber: account(0) },
    C02: { routingNumber },
    C03: { routingNumber, accountNumber: account(12) },
    C05: { accountType: type(0) },
    C06: { accountNumber: account(0), accountType: type(20) },
    C07: { routingNumber, accountNumber: account(9), accountType: type(26) },
  };
  const change = changes[code] ?? {};
  return Object.values(change).includes(undefined) ? undefined : change;
}
