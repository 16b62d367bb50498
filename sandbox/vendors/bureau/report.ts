// A credit file in the bureau's format: all values are strings, amounts and scores zero-padded, dates MMDDYYYY.
import {
  type CreditFile,
  type CreditFileResult,
  findCreditFile,
  type PullKind,
  type TradeLine,
} from '../../people/credit-files.ts';
import texts from './texts.json' with { type: 'json' };

export type AddOns = {
  models: string[];
  summaries: string[];
  fraudShield: boolean;
  mla: boolean;
  ofac: boolean;
  /** The indicator of confirmed fraud in the account's contract. Fraud Shield's published list has none. */
  confirmedFraud: string;
};

/** The models this bureau offers: VantageScore 4.0, and an estimate of the yearly income in thousands of dollars. */
const scoreModel = 'V4';
const incomeModel = 'II';
export const offeredModels: readonly string[] = [scoreModel, incomeModel];
/** The packages of attributes in the account's contract. */
export const offeredSummaries: readonly string[] = ['PREMIER ATTRIBUTES'];
/** In place of an attribute: the file has no account of the kind. */
const noAccount = 998;
/** In place of an estimate: the file shows too little. */
const noEstimate = 9001;

/** Confirmed fraud only by the account's contract; alerts are those of section 605A of the FCRA. */
const { fraudIndicators, messages, alerts, otherRecords } = texts;

function alertStatement({ type, phone }: NonNullable<CreditFile['alert']>, now: Date) {
  const call =
    phone === null ? '' : ` I CAN BE REACHED AT ${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}.`;
  return {
    type: phone === null ? alerts[type].type : alerts[type].typeWithPhone,
    dateReported: before(now, { days: 20 }),
    statementText: `${alerts[type].text}${call}`,
  };
}

/** The day of the search and, if the military database responded, the number of its certificate. */
function militaryStatus(military: CreditFile['military'], now: Date) {
  if (military === 'missing') return messages.militaryMissing;
  return {
    ...(military ? messages.covered : messages.notCovered),
    dateReported: monthDayYear(now),
    certificateId: `SCRA${monthDayYear(now)}${military ? 'C' : 'N'}`,
  };
}

/** The bureau leaves out some fields without a value and sends null for others: here, for the empty lists of a profile. */
const emptyListsAsNull = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 0 ? null : value,
    ]),
  ) as { [K in keyof T]?: T[K] | null };

const amount = (dollars: number) => String(dollars).padStart(8, '0');
const count = (value: number) => String(value).padStart(2, '0');

const monthDayYear = (date: Date) =>
  `${count(date.getUTCMonth() + 1)}${count(date.getUTCDate())}${date.getUTCFullYear()}`;

function before(now: Date, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const date = new Date(now);
  // Start from the first of the month: from the 31st, going back a month can land in the wrong one.
  if (months > 0) date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  date.setUTCDate(date.getUTCDate() - days);
  return monthDayYear(date);
}

function tradeLine(entry: TradeLine, now: Date) {
  const isRevolving = entry.accountType === '18' || entry.accountType === '07';
  return {
    accountType: entry.accountType,
    amount1: amount(entry.amount),
    amount1Qualifier: isRevolving ? 'L' : 'O',
    amountPastDue: amount(entry.pastDue),
    balanceAmount: amount(entry.balance),
    delinquencies30Days: count(entry.times30),
    delinquencies60Days: count(entry.times60),
    delinquencies90to180Days: count(entry.times90),
    monthlyPaymentAmount: amount(entry.monthlyPayment),
    openDate: before(now, { months: entry.openedMonthsAgo }),
    openOrClosed: entry.open ? 'O' : 'C',
    revolvingOrInstallment: isRevolving ? 'R' : 'I',
    status: entry.status,
    statusDate: before(now, { months: 1 }),
    subscriberName: entry.creditor,
  };
}

function scores(file: CreditFile, models: string[]) {
  const { estimatedIncome } = file;
  const offered: Readonly<Record<string, { score: number; factors: readonly string[] }>> = {
    [scoreModel]: file,
    [incomeModel]: {
      score: estimatedIncome === null ? noEstimate : Math.round(estimatedIncome / 1000),
      factors: [],
    },
  };
  return models.flatMap((modelIndicator) => {
    const model = offered[modelIndicator];
    if (!model) return [];
    return {
      modelIndicator,
      score: String(model.score).padStart(4, '0'),
      evaluation: 'P',
      ...(model.factors.length > 0 && {
        scoreFactors: model.factors.map((code, index) => ({ importance: String(index + 1), code })),
      }),
    };
  });
}

/** Of the package: the balances on open bank cards, in percent of their limits. */
function cardUtilization({ tradeLines }: CreditFile): number {
  const cards = tradeLines.filter(({ accountType, open }) => accountType === '18' && open);
  const total = (of: 'balance' | 'amount') => cards.reduce((sum, card) => sum + card[of], 0);
  return total('amount') === 0 ? noAccount : Math.round((total('balance') * 100) / total('amount'));
}

const summariesOf = (file: CreditFile, requested: string[]) =>
  requested.map((summaryType) => ({
    summaryType,
    attributes: [{ id: 'BCC7110', value: String(cardUtilization(file)).padStart(3, '0') }],
  }));

type Message = { messageNumber: string; messageText: string };

const inquiries = ({ inquiriesDaysAgo }: CreditFile, now: Date) =>
  inquiriesDaysAgo.map((days) => ({
    date: before(now, { days }),
    subscriberName: 'UINTA NATIONAL BANK',
    type: '31',
  }));

const publicRecords = (file: CreditFile, now: Date) => [
  ...file.bankruptcies.map(({ filedMonthsAgo, dischargedMonthsAgo }) => ({
    courtName: 'US BANKRUPTCY COURT',
    filingDate: before(now, { months: filedMonthsAgo }),
    // 15 is a Chapter 7 petition, 16 a discharge.
    status: dischargedMonthsAgo === null ? '15' : '16',
    statusDate: before(now, { months: dischargedMonthsAgo ?? filedMonthsAgo }),
  })),
  ...file.otherRecords.map((kind, index) => ({
    amount: amount(1240),
    filingDate: before(now, { months: 10 + index }),
    statusDate: before(now, { months: 10 + index }),
    ...otherRecords[kind],
  })),
];

function fraudShield({ fraud }: CreditFile, { confirmedFraud }: AddOns) {
  // Every record counts the uses of the SSN; only one with a finding has indicators.
  const record = { type: '99', socialCount: '0004', socialErrorCode: '0' };
  if (fraud === 'none') return record;
  const { text, indicator } = { indicator: [confirmedFraud], ...fraudIndicators[fraud] };
  return { ...record, text, fraudShieldIndicators: { indicator } };
}

/** With the day of the list, if one was searched. */
const ofacPart = (ofac: CreditFile['ofac'], now: Date): { ofac: Message & { listDate?: string } } => ({
  ofac:
    ofac === 'missing'
      ? messages.ofacMissing
      : {
          ...(ofac === 'match' ? messages.ofacMatch : messages.ofacClear),
          listDate: before(now, { days: 1 }),
        },
});

function profile(file: CreditFileResult, addOns: AddOns, now: Date) {
  const empty = addOns.ofac ? ofacPart('clear', now) : {};
  if (file === 'none') return { ...empty, informationalMessage: [messages.noRecord] };
  if (file === 'frozen') {
    const { messageNumber: type, messageText: statementText } = messages.frozen;
    return {
      ...empty,
      statement: [{ type, dateReported: before(now, { months: 5 }), statementText }],
      informationalMessage: [messages.frozen],
    };
  }
  return emptyListsAsNull({
    riskModel: scores(file, addOns.models),
    tradeline: file.tradeLines.map((entry) => tradeLine(entry, now)),
    ...(addOns.summaries.length > 0 ? { summaries: summariesOf(file, addOns.summaries) } : {}),
    inquiry: inquiries(file, now),
    publicRecord: publicRecords(file, now),
    statement: file.alert === null ? [] : [alertStatement(file.alert, now)],
    informationalMessage: file.addressDiscrepancy ? [messages.addressDiscrepancy] : [],
    ...(addOns.ofac ? ofacPart(file.ofac, now) : {}),
    ...(addOns.fraudShield ? { fraudShield: [fraudShield(file, addOns)] } : {}),
    ...(addOns.mla ? { mla: militaryStatus(file.military, now) } : {}),
  });
}

export function creditReport(kind: PullKind, ssn: string, addOns: AddOns, now: Date) {
  return { creditProfile: [profile(findCreditFile(ssn, kind), addOns, now)] };
}

/** The military search alone, without a credit file. The database that was silent at the soft pull responds here. */
export function militaryReport(ssn: string, now: Date) {
  const file = findCreditFile(ssn, 'hard');
  return { mla: militaryStatus(typeof file === 'object' && file.military, now) };
}

/** The search of the OFAC list alone, with what the list has at the hard pull. */
export function ofacReport(ssn: string, now: Date) {
  const file = findCreditFile(ssn, 'hard');
  return ofacPart(typeof file === 'object' ? file.ofac : 'clear', now);
}
