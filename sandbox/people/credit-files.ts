// The bureau's credit files. Each file of people.json leads to its outcome by a clear margin.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import data from './people.json' with { type: 'json' };
import { personWith } from './people.ts';

export type PullKind = 'soft' | 'hard';

const none = z.int().default(0);

const tradeLine = z.strictObject({
  creditor: z.string(),
  /** 00 auto, 01 unsecured, 06 consumer finance, 07 charge account, 12 education, 18 credit card, 26 mortgage, 48 collection. */
  accountType: z.enum(['00', '01', '06', '07', '12', '18', '26', '48']),
  open: z.boolean().default(true),
  openedMonthsAgo: z.int().default(48),
  /** The credit limit if revolving, otherwise the original loan amount. */
  amount: z.int(),
  balance: none,
  monthlyPayment: none,
  pastDue: none,
  times30: none,
  times60: none,
  times90: none,
  /** 11 current, 13 paid and closed, 71/78/80 late by 30/60/90 days, 93 collection, 97 charged off. */
  status: z.enum(['11', '13', '71', '78', '80', '93', '97']).default('11'),
});
export type TradeLine = z.output<typeof tradeLine>;

const creditFile = z.strictObject({
  /** From 300 to 850, or the model's code for why there is none. */
  score: z.int(),
  factors: z.array(z.string()),
  /** The bureau's estimate of the yearly income in dollars; null if it has none. */
  estimatedIncome: z.int().nullable(),
  tradeLines: z.array(tradeLine),
  inquiriesDaysAgo: z.array(z.int()),
  bankruptcies: z
    .array(z.strictObject({ filedMonthsAgo: z.int(), dischargedMonthsAgo: z.int().nullable() }))
    .default([]),
  otherRecords: z.array(z.enum(['lien', 'judgment'])).default([]),
  /** `missing`: the military database did not respond to the bureau. */
  military: z.union([z.boolean(), z.literal('missing')]).default(false),
  fraud: z.enum(['none', 'address', 'deceased', 'authorized-user', 'confirmed']).default('none'),
  /** `missing`: the bureau did not perform the search. */
  ofac: z.enum(['clear', 'match', 'missing']).default('clear'),
  alert: z
    .strictObject({ type: z.enum(['initial', 'extended', 'active-duty']), phone: z.string().nullable() })
    .nullable()
    .default(null),
  addressDiscrepancy: z.boolean().default(false),
});
export type CreditFile = z.output<typeof creditFile>;

/** The file, or why there is none to read. */
export type CreditFileResult = CreditFile | 'none' | 'frozen';

type OwnFile = Partial<z.input<typeof creditFile>> & { isStrong?: boolean };

const { ordinary, strong } = data.creditFiles;

/** A strong file is enough for the fast path. */
function fileWith({ isStrong = false, score = ordinary.score, ...own }: OwnFile): CreditFile {
  const isHigh = score >= 740;
  return creditFile.parse({
    ...(isStrong ? strong : ordinary),
    score,
    factors: isHigh ? ['12', '34', '39', '29'] : ['32', '13', '16', '12'],
    inquiriesDaysAgo: isHigh ? [] : [64, 210],
    ...own,
  });
}

/** Four different factors out of all that any file may have, so that a lender needs a text for each. */
function factorsFromSsn(ssn: string): readonly string[] {
  const bytes = createHash('sha256').update(`score factors of ${ssn}`).digest();
  const codes = [...commonFactors];
  return Array.from(
    { length: 4 },
    (_, index) => codes.splice(bytes.readUInt16BE(index * 2) % codes.length, 1)[0] ?? '',
  );
}

const studentLoan = {
  creditor: 'STATE STUDENT LOANS',
  accountType: '12',
  openedMonthsAgo: 80,
  amount: 9000,
  balance: 3900,
  monthlyPayment: 95,
} as const;
const financeCompany = {
  creditor: 'NEIGHBOR FINANCE',
  accountType: '06',
  openedMonthsAgo: 10,
  amount: 3000,
  balance: 1500,
  monthlyPayment: 120,
} as const;
const paidOff = { open: false, openedMonthsAgo: 96, status: '13' } as const;

/** For any other SSN: the same number always gives the same file. Most are ordinary; some are thin, late or bankrupt. */
function creditFileFromSsn(ssn: string): CreditFileResult {
  const bytes = createHash('sha256').update(`credit file of ${ssn}`).digest();
  const upTo = (position: number, limit: number) => bytes.readUInt16BE(position * 2) % limit;

  const roll = upTo(0, 100);
  if (roll < 3) return 'none';
  if (roll < 5) return 'frozen';

  const score = 545 + upTo(1, 266);
  const timesLate = score < 600 ? upTo(2, 4) : 0;
  const isBankrupt = score < 640 && upTo(10, 12) === 0;
  return fileWith({
    score,
    tradeLines: [
      {
        creditor: 'WASATCH CARD SERVICES',
        accountType: '18',
        amount: 2000 + upTo(5, 8000),
        balance: 200 + upTo(6, 1800),
        monthlyPayment: 25 + upTo(7, 90),
        times30: timesLate,
      },
      ...(upTo(8, 3) === 0 ? [studentLoan] : []),
      ...(upTo(9, 5) === 0 ? [financeCompany] : []),
      { creditor: 'BEEHIVE AUTO FINANCE', accountType: '00', amount: 12_000, ...paidOff },
    ],
    estimatedIncome: upTo(15, 10) === 0 ? null : 30_000 + upTo(15, 91) * 1000,
    inquiriesDaysAgo: score >= 740 ? [] : Array.from({ length: upTo(11, 5) }, (_, index) => 15 + index * 31),
    bankruptcies: isBankrupt ? [{ filedMonthsAgo: 16, dischargedMonthsAgo: 11 }] : [],
    factors: [
      ...(isBankrupt ? ['98'] : []),
      ...(timesLate ? ['09', '05'] : []),
      ...factorsFromSsn(ssn),
    ].slice(0, 4),
    otherRecords: upTo(12, 9) === 0 ? ['lien'] : [],
    military: upTo(14, 40) === 0,
  });
}

export function findCreditFile(ssn: string, kind: PullKind): CreditFileResult {
  const person = personWith(ssn);
  if (person === undefined) return creditFileFromSsn(ssn);
  const { creditFile: own, atHardPull } = person;
  if (typeof own === 'string') return own;
  return fileWith({ ...own, ...(kind === 'hard' && atHardPull) });
}

const commonFactors: readonly string[] =
  '04 06 12 13 14 16 18 21 22 23 29 30 31 32 34 35 36 39 40 42 43 47 48 49 54 55 58 61 62 63 64 65 66 68 69 74 75 76 78 81 83 87 94 97'.split(
    ' ',
  );
