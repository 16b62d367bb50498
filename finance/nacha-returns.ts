// Reads returns (addenda 99) and changes (addenda 98): Nacha Operating Rules, Appendices Four and Five.
import type { Cents } from './money.ts';
import type { AchEntry } from './nacha.ts';
import { isDebit, type ReadEntry, readSentFiles } from './nacha-reader.ts';
import { isRoutingNumber } from './routing-number.ts';

/**
 * One entry that was returned, or that its bank wants corrected. `amount` is in cents, zero for a change; `originalTrace` and
 * `trace` are the trace numbers of our entry and of this one, fifteen digits unless the entry is malformed.
 */
export type ReturnedEntry = {
  trace: string;
  originalTrace: string;
  /** Whether the entry was a credit or a debit. */
  direction: 'credit' | 'debit';
  amount: Cents;
  /** Of the account that our entry went to, and the id that it had. */
  accountNumber: string;
  individualId: string;
  /** Such as R01 or C01; it may be one that we don't know. */
  code: string;
} & (
  | { kind: 'return' }
  | { kind: 'change'; change: CorrectedAccount }
  | { kind: 'malformed' /** What it does, such as "returns nothing". */; mistake: string }
);

/** A return file: its receiver, as its header names it, and its entries in order; or why it is not read. */
type ReturnFile = { to: string; entries: ReturnedEntry[] } | { mistake: string };

/** To checking (2), savings (3), general ledger (4) and loan accounts (5): a return's own code, or the one of the entry itself. */
const transactionCode = /^[2-5][1-46-9]$|^55$/;

/**
 * The return files of a transfer as data, with a sentence for one whose counts, hashes or totals are wrong. An entry that a bank would
 * not send is malformed: without its one addenda record, with a malformed code, with a trace number that is not digits or not the
 * entry's own, a return of nothing, a change with an amount or without what to correct.
 */
export const readReturnFiles = (text: string): ReturnFile[] =>
  readSentFiles(text).map((file) => {
    if ('mistake' in file) return file;
    const entries = file.batches.flatMap((batch) =>
      batch.entries.map((entry) => returned(entry, batch.kind)),
    );
    return { to: file.destination, entries };
  });

/** Banks drop zeros in front of a routing number, and then of the trace number that it begins. */
const writtenTrace = (field: string) =>
  /^\d{12,14}$/.test(field.trim()) ? field.trim().padStart(15, '0') : field;

function returned(entry: ReadEntry, batchKind: string): ReturnedEntry {
  const { traceNumber: trace, amount, accountNumber, addenda } = entry;
  const ofType = (...types: string[]) => addenda.filter((record) => types.includes(record.slice(1, 3)));
  // An international entry's return repeats its seven or more addenda records, and the fifth has its receiver's id.
  const [receiver] = ofType('15');
  const found = ofType('98', '99');
  const record = found[0] ?? addenda[0] ?? '';
  const type = record.slice(1, 3);
  const code = record.slice(3, 6);
  const originalTrace = writtenTrace(record.slice(6, 21));
  const namedTrace = record.slice(79).replace(/^[ 0]+$/, '');
  const isChange = type === '98';
  const change = isChange ? correctedAccount(code, record.slice(35, 64)) : undefined;
  const common = {
    ...{ trace, originalTrace, amount, accountNumber, code },
    direction: isDebit(entry.transactionCode) ? 'debit' : 'credit',
    individualId: receiver?.slice(3, 18).trim() ?? entry.individualId,
  } as const;
  const mistakes: [boolean, string][] = [
    [
      !transactionCode.test(entry.transactionCode),
      `has the transaction code ${entry.transactionCode}, which is none`,
    ],
    [addenda.length === 0 || found.length > 1, 'does not have one addenda record'],
    [found.length === 0, `has addenda of type ${type}, neither 98 nor 99`],
    [!/^\d{15}$/.test(originalTrace), 'does not name the trace number of our entry'],
    [namedTrace !== '' && namedTrace !== trace, 'is not the one that its addenda record names'],
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
type CorrectedAccount = Partial<Pick<AchEntry, 'routingNumber' | 'accountNumber' | 'accountType'>>;

const accountTypes: Readonly<Record<string, 'checking' | 'savings'>> = { '2': 'checking', '3': 'savings' };

/**
 * What a notice of change corrects of the account: C01 its number, C02 the routing number, C03 both, C05 the type (as a transaction
 * code), C06 number and type, C07 all three. Other codes correct what we do not store. Undefined if the corrected data is not what
 * the code promises.
 */
export function correctedAccount(code: string, corrected: string): CorrectedAccount | undefined {
  const field = (from: number, to = 29) => corrected.slice(from, to).trim();
  const routingNumber = [field(0, 9)].find(isRoutingNumber);
  const account = (from: number, to?: number) => /^[A-Za-z0-9-]{1,17}$/.exec(field(from, to))?.[0];
  const type = (from: number) => accountTypes[field(from)[0] ?? ''];
  const changes: Readonly<Record<string, object>> = {
    C01: { accountNumber: account(0) },
    C02: { routingNumber },
    C03: { routingNumber, accountNumber: account(9) },
    C05: { accountType: type(0) },
    C06: { accountNumber: account(0, 17), accountType: type(17) },
    C07: { routingNumber, accountNumber: account(9, 26), accountType: type(26) },
  };
  const change = changes[code] ?? {};
  return Object.values(change).includes(undefined) ? undefined : change;
}
