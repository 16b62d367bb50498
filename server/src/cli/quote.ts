// npm run -s quote -- --amount 5000 --apr 31.22 --months 48: prints a loan's payment, totals, APR and schedule.
import { monthlyApr } from '#finance/apr.ts';
import { type CapPolicy, type CapQuery, capsFor, type RateCap } from '#finance/caps.ts';
import { type IsoDate, isIsoDate } from '#finance/dates.ts';
import { type Cents, cents, formatUsd, parseDollars } from '#finance/money.ts';
import { priceOffer } from '#finance/offers.ts';
import { type DatedRow, datedSchedule, financeCharge, type Schedule } from '#finance/payment.ts';
import { type Decimal, formatPercent, percent } from '#finance/rate.ts';
import { issueSentence } from '#lender/issue-sentence.ts';
import { stateCapsSchema } from '#lender/schema/state-caps.ts';
import { dollars } from '../pdf/format.ts';
import { SetupError } from '../platform/failure.ts';
import { currentDay, readArguments, readJsonFile, runMain } from './command.ts';

const usage =
  'Run `npm run -s quote -- --amount 5000 --apr 31.22 --months 48`. Optional are --date, --fee, --state with --caps, and --federal-funds.';

type QuoteRequest = {
  principal: Cents;
  rate: Decimal;
  months: number;
  fee: Cents;
  fundedOn: IsoDate;
  dated: boolean;
};

function percentOption(text: string, name: string): Decimal {
  try {
    return percent(text.replace(/%$/, ''));
  } catch {
    throw new SetupError(`--${name} is a rate in percent such as 31.22.`);
  }
}

function amountOption(text: string, name: string, least: number): Cents {
  const amount = parseDollars(text);
  if (amount === undefined || amount < least) {
    throw new SetupError(
      `--${name} is an amount in dollars ${least > 0 ? 'above zero' : 'of zero or more'}, at most two decimals.`,
    );
  }
  return amount;
}

function readRequest(options: Record<string, string | undefined>, today: IsoDate): QuoteRequest {
  const { amount, apr, months, date, fee } = options;
  if (amount === undefined || apr === undefined || months === undefined) {
    throw new SetupError(`A quote needs an amount, a rate and a term. ${usage}`);
  }
  const principal = amountOption(amount, 'amount', 1);
  if (!/^\d+$/.test(months) || Number(months) < 1 || Number(months) > 1200) {
    throw new SetupError('--months is a whole number from 1 to 1200.');
  }
  if (date !== undefined && !isIsoDate(date)) throw new SetupError('--date is a day written YYYY-MM-DD.');
  const prepaid = fee === undefined ? cents(0) : amountOption(fee, 'fee', 0);
  if (prepaid >= principal) throw new SetupError('--fee is less than the amount.');
  return {
    principal,
    rate: percentOption(apr, 'apr'),
    months: Number(months),
    fee: prepaid,
    fundedOn: date ?? today,
    dated: date !== undefined,
  };
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
}

function totals(request: QuoteRequest, schedule: Schedule): string[] {
  const financed = cents(request.principal - request.fee);
  const lines: [string, string][] = [
    ['Monthly payment', dollars(schedule.monthlyPayment)],
    ['Last payment', dollars(schedule.lastPayment)],
    ['Amount financed', dollars(financed)],
    ['Finance charge', dollars(financeCharge(schedule.totalOfPayments, financed))],
    ['Total of payments', dollars(schedule.totalOfPayments)],
    ['APR (Regulation Z)', formatPercent(monthlyApr(schedule, financed))],
  ];
  const width = Math.max(...lines.map(([, value]) => value.length));
  return lines.map(([label, value]) => `${label.padEnd(20)}${value.padStart(width)}`);
}

function scheduleTable(rows: readonly DatedRow[], dated: boolean): string[] {
  const heading = ['No.', ...(dated ? ['Due'] : []), 'Payment', 'Interest', 'Principal', 'Balance'];
  return table([
    heading,
    ...rows.map((row) => [
      String(row.number),
      ...(dated ? [row.dueOn] : []),
      dollars(row.payment),
      dollars(row.interest),
      dollars(row.principal),
      dollars(row.balance),
    ]),
  ]);
}

function capSentence(cap: RateCap, state: string, request: QuoteRequest): string {
  const measured = cap.basis === 'rate' ? 'interest rate' : 'APR with every fee in it';
  const loan = `${formatUsd(request.principal)} over ${request.months} months`;
  const source = cap.source.replace(/\.$/, '');
  return `${state} caps the ${measured} at ${formatPercent(cap.percent)} for ${loan}. (${source}.)`;
}

/** Which caps of a state apply to the loan, and what would be offered under them. */
function explainCaps(policy: CapPolicy, state: string, request: QuoteRequest): string[] {
  const { principal, months, fundedOn } = request;
  const query: CapQuery = { state, amountCents: principal, months, on: fundedOn };
  const caps = capsFor(policy, query);
  const loan = `${formatUsd(principal)} over ${months} months`;
  if (caps === 'not-lent')
    return [`${loan} is outside what the caps file allows in ${state} on ${fundedOn}.`];
  if (caps.length === 0) return [`${state} sets no numeric cap for ${loan}.`];

  const offer = priceOffer({
    principal,
    months,
    contractRate: request.rate,
    floor: '0',
    caps,
    prepaidFees: request.fee,
  });
  const sentences = caps.map((cap) => capSentence(cap, state, request));
  if (offer === 'dropped')
    return [...sentences, 'No rate fits under it with this fee: it could not be offered.'];
  if (!offer.repricedUnder) return [...sentences, `${formatPercent(request.rate)} is within it.`];
  return [
    ...sentences,
    `${formatPercent(request.rate)} is above it: it would be offered at ${formatPercent(offer.rate)}, ` +
      `${dollars(offer.monthlyPayment)} a month, APR ${formatPercent(offer.apr)}.`,
  ];
}

function readCaps(file: string, federalFunds: string | undefined): CapPolicy {
  const json = readJsonFile(process.env, file);
  const { data, error } = stateCapsSchema.safeParse(json);
  if (error)
    throw new SetupError(
      `The file ${file} is not a table of caps: ${error.issues.map((issue) => issueSentence(issue, json))[0]}`,
    );
  if (federalFunds === undefined) return data;
  const rate = percentOption(federalFunds, 'federal-funds');
  return { ...data, federalFunds: [{ percent: rate.toString(), from: '0001-01-01', source: 'as given' }] };
}

/**
 * The command. `--date` is the day of funding and adds due dates to the schedule (`today` by default, without due dates);
 * `--fee` is a prepaid fee in dollars; `--state` with `--caps FILE` applies the caps of that day; `--federal-funds` is
 * the rate that some caps add (0 by default). Throws a SetupError or RangeError whose message is one sentence.
 */
export function quoteCommand(args: readonly string[], today: IsoDate): string {
  const { values: options, positionals } = readArguments(args, usage, {
    amount: 'string',
    apr: 'string',
    months: 'string',
    date: 'string',
    fee: 'string',
    state: 'string',
    caps: 'string',
    'federal-funds': 'string',
  });
  if (positionals.length > 0) throw new SetupError(usage);
  const request = readRequest(options, today);
  const { state, caps, 'federal-funds': federalFunds } = options;
  if (state !== undefined && !/^[A-Za-z]{2}$/.test(state))
    throw new SetupError('--state is two letters such as LA.');
  if ((state === undefined) !== (caps === undefined)) {
    throw new SetupError('--state and --caps FILE go together: the caps are the lender’s own.');
  }
  if (federalFunds !== undefined && caps === undefined) {
    throw new SetupError('--federal-funds is for --state and --caps FILE.');
  }

  const schedule = datedSchedule(request, request.fundedOn);
  const heading = `${formatUsd(request.principal)} over ${request.months} months at ${formatPercent(request.rate)}`;
  const fee = request.fee > 0 ? `, ${formatUsd(request.fee)} of it a prepaid fee` : '';
  const funded = request.dated ? `, funded ${request.fundedOn}` : '';
  return [
    `${heading}${fee}${funded}`,
    '',
    ...totals(request, schedule),
    ...(state !== undefined && caps !== undefined
      ? ['', ...explainCaps(readCaps(caps, federalFunds), state.toUpperCase(), request)]
      : []),
    '',
    ...scheduleTable(schedule.rows, request.dated),
  ].join('\n');
}

if (import.meta.main) {
  runMain(async (print) => print(quoteCommand(process.argv.slice(2), currentDay())), [RangeError]);
}
