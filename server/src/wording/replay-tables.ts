// The questions that a replay answers, each with its table.
import {
  bands,
  type Counts,
  type Dimension,
  dimensions,
  type KindTally,
  meanOf,
  medianOf,
  offerChanges,
  type ReplaySummary,
  type SegmentTally,
  type SideTally,
} from '../policy/replay-summary.ts';
import { type CellFormat, cellText, number, type ReportRow, type ReportTable } from './report-cells.ts';

const dimensionTexts: Record<Dimension, { readonly question: string; readonly column: string }> = {
  state: { question: 'What changes in each state?', column: 'State' },
  score: { question: 'What changes by score?', column: 'Score' },
  income: { question: 'What changes by yearly income?', column: 'Income' },
  program: { question: 'What changes by program?', column: 'Program' },
  channel: { question: 'What changes by channel?', column: 'Channel' },
  partner: { question: 'What changes by partner?', column: 'Partner' },
};

const offerTexts: Record<(typeof offerChanges)[number], string> = {
  same: 'The same price',
  cheaper: 'A lower price',
  dearer: 'A higher price',
  smaller: 'A smaller amount',
  larger: 'A larger amount',
  otherTerm: 'Another term or security',
  fastPathOpens: 'The fast path opens',
  fastPathCloses: 'The fast path closes',
};

const bandText = (band: string, unit: string) =>
  band
    .replaceAll(/\d+/g, (digits) => `${unit}${number.format(Number(digits))}`)
    .replace('..', '–')
    .replace('none', 'None')
    .replace('< ', 'Below ')
    .replace(/^>= (.+)$/, (_, end: string) => `${end} or more`);

/** The tables of one kind of decision. */
export function tablesOf(tally: KindTally, sides: readonly [string, string]): readonly ReportTable[] {
  return [
    outcomesOf(tally, sides),
    figuresOf(tally, sides),
    reasonsOf(tally, sides),
    offersOf(tally),
    ...dimensions.map((dimension) => segmentsOf(tally, dimension, sides)),
  ];
}

/** One row for each move, so that a table and a CSV file have the same rows. */
function outcomesOf({ moves, decided }: KindTally, [before, after]: readonly [string, string]): ReportTable {
  return {
    id: 'outcomes',
    question: 'Who changes from what to what?',
    columns: [
      { name: before, format: 'text' },
      { name: after, format: 'text' },
      { name: 'Decisions', format: 'count' },
      { name: 'Share', format: 'share' },
    ],
    rows: Object.entries(moves)
      .map(([move, times]) => ({ was: move.split(' ')[0] ?? '', is: move.split(' ')[1] ?? '', times }))
      .sort(
        (a, b) =>
          Number(a.was === a.is) - Number(b.was === b.is) ||
          b.times - a.times ||
          (a.was + a.is < b.was + b.is ? -1 : 1),
      )
      .map(({ was, is, times }) => ({ cells: [was, is, times, times / decided] })),
  };
}

function figuresOf({ before, after, decided }: KindTally, sides: readonly [string, string]): ReportTable {
  const row = (
    name: string,
    was: number | undefined,
    is: number | undefined,
    format: CellFormat,
    change: CellFormat,
  ): ReportRow => ({
    cells: [name, was, is, was === undefined || is === undefined ? undefined : is - was],
    formats: ['text', format, format, change],
  });
  const of = (
    name: string,
    values: (side: SideTally) => Counts,
    format: CellFormat,
    change: CellFormat,
  ): ReportRow[] => [
    row(`Average ${name}`, meanOf(values(before)), meanOf(values(after)), format, change),
    row(`Median ${name}`, medianOf(values(before)), medianOf(values(after)), format, change),
  ];
  const interest = (side: SideTally) => (side.lends === 0 ? undefined : side.interestCents / side.lends);
  return {
    id: 'figures',
    question: 'What changes overall?',
    columns: [
      { name: 'Figure', format: 'text' },
      ...sides.map((name) => ({ name, format: 'decimal' as const })),
      { name: 'Change', format: 'decimal' },
    ],
    rows: [
      row('Decisions that lend', before.lends, after.lends, 'count', 'countChange'),
      row('Approval rate', before.lends / decided, after.lends / decided, 'share', 'shareChange'),
      row(
        'Fast path open',
        before.hasFastPath / decided,
        after.hasFastPath / decided,
        'share',
        'shareChange',
      ),
      ...of('APR', ({ apr }) => apr, 'rate', 'rateChange'),
      ...of('amount', ({ amount }) => amount, 'usd', 'usdChange'),
      ...of('largest amount offered', ({ most }) => most, 'usd', 'usdChange'),
      ...of(
        'debt-to-income with this loan',
        ({ debtToIncomeWithLoan }) => debtToIncomeWithLoan,
        'rate',
        'rateChange',
      ),
      row('Contract interest', before.interestCents, after.interestCents, 'usd', 'usdChange'),
      row('Contract interest of a loan', interest(before), interest(after), 'usd', 'usdChange'),
    ],
  };
}

const mostReasons = 20;

function reasonsOf(
  { before, after, otherReasons }: KindTally,
  sides: readonly [string, string],
): ReportTable {
  const all = [...new Set([...Object.keys(before.reasons), ...Object.keys(after.reasons)])];
  const rows = all
    .map((reason) => ({ reason, was: before.reasons[reason] ?? 0, is: after.reasons[reason] ?? 0 }))
    .sort((a, b) => Math.max(b.was, b.is) - Math.max(a.was, a.is) || (a.reason < b.reason ? -1 : 1));
  return {
    id: 'reasons',
    question: 'Which reasons are given?',
    note: `A decline gives up to four reasons. ${number.format(otherReasons)} decisions keep their outcome and give other reasons.`,
    columns: [
      { name: 'Reason', format: 'text' },
      ...sides.map((name) => ({ name, format: 'count' as const })),
      { name: 'Change', format: 'countChange' },
    ],
    rows: rows.map(({ reason, was, is }) => ({ cells: [reason, was, is, is - was] })),
    mostRows: mostReasons,
  };
}

function offersOf({ offers, repriced }: KindTally): ReportTable {
  const priced = offers.same + offers.cheaper + offers.dearer;
  const mean = (sum: number) => (priced === 0 ? 0 : sum / priced);
  return {
    id: 'offers',
    question: 'Which offers are repriced?',
    note: `Decisions that lend both times, by what their loan becomes. Over the ${number.format(priced)} with the same amount and term, the APR changes by ${cellText(mean(repriced.aprBasisPoints), 'rateChange')} and the monthly payment by ${cellText(mean(repriced.paymentCents), 'paymentChange')} on average.`,
    columns: [
      { name: 'The loan has', format: 'text' },
      { name: 'Decisions', format: 'count' },
    ],
    rows: offerChanges.map((change) => ({ cells: [offerTexts[change], offers[change]] })),
  };
}

function segmentsOf(
  { segments, decided: all }: KindTally,
  dimension: Dimension,
  sides: readonly [string, string],
): ReportTable {
  const { question, column } = dimensionTexts[dimension];
  const order = bands[dimension];
  const found = Object.entries(segments[dimension]).sort(([a], [b]) =>
    order ? order.indexOf(a) - order.indexOf(b) : a < b ? -1 : 1,
  );
  const mean = (side: SegmentTally['before'], sum: number) =>
    side.loans === 0 ? undefined : sum / side.loans;
  const both = (name: string, format: CellFormat) =>
    sides.map((side) => ({ name: `${name} ${side.toLowerCase()}`, format }));
  const name = (value: string) => (order ? bandText(value, dimension === 'income' ? '$' : '') : value);
  const isProgram = dimension === 'program';
  return {
    id: `by-${dimension}`,
    question,
    note: isProgram
      ? 'Offered: the share of all decisions that offer the program. A loan counts for the program that it is of.'
      : undefined,
    columns: [
      { name: column, format: 'text' },
      { name: 'Decisions', format: 'count' },
      { name: isProgram ? 'Gain or lose it' : 'Other outcome', format: 'count' },
      ...both(isProgram ? 'Offered' : 'Approval', 'share'),
      { name: 'Change', format: 'shareChange' },
      ...both('APR', 'rate'),
      ...both('Amount', 'usd'),
      { name: 'Interest, change', format: 'usdChange' },
    ],
    rows: found.map(([value, { decided, changed, before, after }]) => {
      const of = isProgram ? all : decided;
      return {
        cells: [
          name(value),
          decided,
          changed,
          before.lends / of,
          after.lends / of,
          (after.lends - before.lends) / of,
          mean(before, before.aprBasisPoints),
          mean(after, after.aprBasisPoints),
          mean(before, before.amountCents),
          mean(after, after.amountCents),
          after.interestCents - before.interestCents,
        ],
      };
    }),
  };
}

/** What was left out of every figure; undefined if nothing was. */
export function refusalsOf(
  { missingFacts, refused }: ReplaySummary,
  [, after]: readonly [string, string],
): ReportTable | undefined {
  const rows = [
    ...Object.entries(missingFacts).map(([fact, times]) => ({
      cells: [`The inputs lack ${fact}. To assume a value: --assume ${fact}=VALUE`, times],
    })),
    ...Object.entries(refused).map(([sentence, times]) => ({ cells: [sentence, times] })),
  ];
  if (rows.length === 0) return undefined;
  return {
    id: 'left-out',
    question: 'Which decisions were left out?',
    note: `They are in no figure of this report, because ${after.toLowerCase()} cannot be computed for them.`,
    columns: [
      { name: 'Why', format: 'text' },
      { name: 'Decisions', format: 'count' },
    ],
    rows: rows.sort((a, b) => Number(b.cells[1]) - Number(a.cells[1])),
  };
}
