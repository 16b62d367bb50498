// The bureau's credit files, before formatting. The lender's policy decides; each file leads to its outcome by a clear
// margin, for low and high incomes alike.
import { createHash } from 'node:crypto';
import { personNumber } from './people.ts';
import { commonFactors } from './score-factors.ts';

export type PullKind = 'soft' | 'hard';

export type TradeLine = {
  creditor: string;
  /** 00 auto, 01 unsecured, 06 consumer finance, 07 charge account, 12 education, 18 credit card, 26 mortgage, 48 collection. */
  accountType: '00' | '01' | '06' | '07' | '12' | '18' | '26' | '48';
  revolving: boolean;
  open: boolean;
  openedMonthsAgo: number;
  /** The credit limit if revolving, otherwise the original loan amount. */
  amount: number;
  balance: number;
  monthlyPayment: number;
  pastDue: number;
  times30: number;
  times60: number;
  times90: number;
  /** 11 current, 13 paid and closed, 71/78/80 late by 30/60/90 days, 93 collection, 97 charged off. */
  status: '11' | '13' | '71' | '78' | '80' | '93' | '97';
};

type Bankruptcy = { filedMonthsAgo: number; dischargedMonthsAgo: number | null };

export type CreditFile = {
  /** From 300 to 850, or the model's code for why there is none. */
  score: number;
  factors: string[];
  /** The bureau's estimate of the yearly income in dollars; null if it has none. */
  estimatedIncome: number | null;
  tradeLines: TradeLine[];
  inquiriesDaysAgo: number[];
  bankruptcies: Bankruptcy[];
  otherRecords: readonly ('lien' | 'judgment')[];
  /** `missing`: the military database did not respond to the bureau. */
  military: boolean | 'missing';
  fraud: 'none' | 'address' | 'confirmed';
  /** `missing`: the result is not in the report. */
  ofac: 'clear' | 'match' | 'missing';
  alert: { type: 'initial' | 'extended' | 'active-duty'; phone: string | null } | null;
  addressDiscrepancy: boolean;
};

/** The file, or why there is none to read. */
export type CreditFileResult = CreditFile | 'none' | 'frozen';

function tradeLine(
  creditor: string,
  accountType: TradeLine['accountType'],
  amount: number,
  balance: number,
  monthlyPayment: number,
  more: Partial<TradeLine> = {},
): TradeLine {
  return {
    creditor,
    accountType,
    revolving: accountType === '18' || accountType === '07',
    open: true,
    openedMonthsAgo: 48,
    amount,
    balance,
    monthlyPayment,
    pastDue: 0,
    times30: 0,
    times60: 0,
    times90: 0,
    status: '11',
    ...more,
  };
}

const closed = (creditor: string, accountType: TradeLine['accountType'], amount: number) =>
  tradeLine(creditor, accountType, amount, 0, 0, { open: false, status: '13', openedMonthsAgo: 96 });

const card = (balance = 640, payment = 35) =>
  tradeLine('WASATCH CARD SERVICES', '18', 3500, balance, payment);
const storeCard = () => tradeLine('CANYON HOME STORES', '07', 1200, 180, 25, { openedMonthsAgo: 70 });
const student = () => tradeLine('STATE STUDENT LOANS', '12', 9000, 3900, 95, { openedMonthsAgo: 80 });
const collection = (amount: number) =>
  tradeLine('PIONEER RECOVERY', '48', amount, amount, 0, {
    status: '93',
    openedMonthsAgo: 2,
    pastDue: amount,
  });
const chargeOff = (amount: number) =>
  tradeLine('UINTA NATIONAL BANK', '18', 2500, amount, 0, {
    open: false,
    status: '97',
    pastDue: amount,
    times30: 1,
    times60: 1,
    times90: 1,
    openedMonthsAgo: 30,
  });

const ordinaryFile = (score: number, more: Partial<CreditFile> = {}): CreditFile => ({
  score,
  estimatedIncome: 64_000,
  factors: score >= 740 ? ['12', '34', '39', '29'] : ['32', '13', '16', '12'],
  tradeLines: [card(), storeCard(), student(), closed('BEEHIVE AUTO FINANCE', '00', 14_000)],
  inquiriesDaysAgo: score >= 740 ? [] : [64, 210],
  bankruptcies: [],
  otherRecords: [],
  military: false,
  fraud: 'none',
  ofac: 'clear',
  alert: null,
  addressDiscrepancy: false,
  ...more,
});

/** Strong enough for the fast path: little debt, never late, no recent inquiries, and a high income by the bureau's estimate. */
const strongFile = (score: number, more: Partial<CreditFile> = {}): CreditFile =>
  ordinaryFile(score, {
    estimatedIncome: 400_000,
    tradeLines: [card(120, 25), closed('BEEHIVE AUTO FINANCE', '00', 18_000)],
    ...more,
  });

const personFiles: Record<number, (hard: boolean) => CreditFileResult> = {
  1: () => ordinaryFile(680),
  2: () => ordinaryFile(620),
  3: () =>
    ordinaryFile(670, {
      tradeLines: [
        card(),
        tradeLine('NEIGHBOR FINANCE', '06', 2400, 1300, 110, { openedMonthsAgo: 14 }),
        closed('BEEHIVE AUTO FINANCE', '00', 14_000),
      ],
    }),
  4: () => ordinaryFile(580, { factors: ['32', '09', '16', '13'] }),
  5: () => ordinaryFile(650),
  6: () => strongFile(775),
  7: (hard) =>
    hard
      ? strongFile(588, {
          tradeLines: [
            card(3400, 110),
            tradeLine('UINTA NATIONAL BANK', '01', 6000, 4100, 0, {
              times30: 1,
              times60: 1,
              times90: 1,
              status: '80',
              pastDue: 540,
              openedMonthsAgo: 20,
            }),
            collection(890),
          ],
          factors: ['09', '95', '15', '32'],
        })
      : strongFile(768),
  8: (hard) => strongFile(762, { fraud: hard ? 'address' : 'none' }),
  9: (hard) => strongFile(771, { fraud: hard ? 'confirmed' : 'none' }),
  10: () =>
    ordinaryFile(530, {
      tradeLines: [
        card(3300, 95),
        tradeLine('UINTA NATIONAL BANK', '01', 4000, 2600, 120, {
          times30: 4,
          times60: 2,
          times90: 1,
          status: '80',
          pastDue: 360,
        }),
        collection(640),
      ],
      inquiriesDaysAgo: [12, 33, 70, 118, 160],
      factors: ['09', '07', '05', '32', '85'],
    }),
  11: () =>
    ordinaryFile(665, {
      tradeLines: [
        tradeLine('BEEHIVE AUTO FINANCE', '00', 68_000, 61_000, 1350, { openedMonthsAgo: 9 }),
        tradeLine('SUMMIT AUTO CREDIT', '00', 59_000, 52_000, 1180, { openedMonthsAgo: 11 }),
        tradeLine('UINTA NATIONAL BANK', '01', 60_000, 54_000, 1650, { openedMonthsAgo: 13 }),
        tradeLine('STATE STUDENT LOANS', '12', 110_000, 96_000, 980, { openedMonthsAgo: 60 }),
        card(19_800, 640),
        tradeLine('REDROCK BANKCARD', '18', 18_000, 16_900, 560),
        tradeLine('ALPINE BANKCARD', '18', 15_000, 14_200, 480),
      ],
      factors: ['16', '32', '04', '29'],
    }),
  12: () => 'none',
  17: (hard) =>
    hard
      ? ordinaryFile(541, {
          tradeLines: [card(3300, 95), storeCard(), chargeOff(2350), collection(1180)],
          factors: ['09', '95', '11', '15'],
        })
      : ordinaryFile(675),
  18: () => ordinaryFile(700, { military: true }),
  22: () => 'frozen',
  23: () => ordinaryFile(672),
  24: () => ordinaryFile(683, { ofac: 'match' }),
  25: () => ordinaryFile(684, { alert: { type: 'initial', phone: '8015550125' } }),
  26: () => ordinaryFile(686, { alert: { type: 'active-duty', phone: null } }),
  27: (hard) => ordinaryFile(687, { military: hard ? false : 'missing' }),
  28: (hard) => (hard ? ordinaryFile(625) : strongFile(765)),
  29: () => ordinaryFile(688, { alert: { type: 'extended', phone: '8015550129' } }),
  30: () => ordinaryFile(689, { addressDiscrepancy: true }),
  31: () => ordinaryFile(690, { ofac: 'missing' }),
  32: (hard) => ordinaryFile(691, { ofac: hard ? 'match' : 'clear' }),
  34: () => ordinaryFile(692, { otherRecords: ['judgment', 'lien'] }),
  // VantageScore's code for a file whose accounts it may not score.
  35: () => ordinaryFile(4, { factors: [] }),
  36: () => ordinaryFile(582, { factors: ['32', '09', '16', '13'] }),
};

/** Four different factors out of all that any file may have, so that a lender needs a text for each. */
function factorsFromSsn(ssn: string): readonly string[] {
  const bytes = createHash('sha256').update(`score factors of ${ssn}`).digest();
  const codes = [...commonFactors];
  return Array.from(
    { length: 4 },
    (_, index) => codes.splice(bytes.readUInt16BE(index * 2) % codes.length, 1)[0] ?? '',
  );
}

/** For any other SSN: the same number always gives the same file. Most are ordinary; some are thin, late or bankrupt. */
function creditFileFromSsn(ssn: string): CreditFileResult {
  const bytes = createHash('sha256').update(`credit file of ${ssn}`).digest();
  const upTo = (position: number, limit: number) => bytes.readUInt16BE(position * 2) % limit;

  const roll = upTo(0, 100);
  if (roll < 3) return 'none';
  if (roll < 5) return 'frozen';

  const score = 545 + upTo(1, 266);
  const timesLate = score < 600 ? upTo(2, 4) : 0;
  const tradeLines = [
    tradeLine('WASATCH CARD SERVICES', '18', 2000 + upTo(5, 8000), 200 + upTo(6, 1800), 25 + upTo(7, 90), {
      times30: timesLate,
    }),
    ...(upTo(8, 3) === 0 ? [student()] : []),
    ...(upTo(9, 5) === 0
      ? [tradeLine('NEIGHBOR FINANCE', '06', 3000, 1500, 120, { openedMonthsAgo: 10 })]
      : []),
    closed('BEEHIVE AUTO FINANCE', '00', 12_000),
  ];
  const isBankrupt = score < 640 && upTo(10, 12) === 0;
  return ordinaryFile(score, {
    tradeLines,
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
  const number = personNumber(ssn);
  if (number === undefined) return creditFileFromSsn(ssn);
  return personFiles[number]?.(kind === 'hard') ?? ordinaryFile(685);
}
