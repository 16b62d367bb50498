// The report of a replay in Markdown: the questions that it answers, each with its table.

import type { Counts } from '../../platform/db/tables.ts';
import {
  bands,
  type Dimension,
  dimensions,
  type KindTally,
  meanOf,
  medianOf,
  offerChanges,
  type ReplaySummary,
  type SegmentTally,
  type SideTally,
} from './replay-summary.ts';

const number = new Intl.NumberFormat('en-US');
const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [oneDecimal, twoDecimals] = [decimals(1), decimals(2)];
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

interface Unit {
  /** How many of a value are one of what is written: cents, or basis points. */
  readonly per: number;
  readonly write: (value: number) => string;
  readonly isPercent?: boolean;
}

const units = {
  count: { per: 1, write: number.format },
  /** Of 1. */
  share: { per: 1, write: (value) => oneDecimal.format(value * 100), isPercent: true },
  rate: { per: 100, write: twoDecimals.format, isPercent: true },
  usd: { per: 100, write: dollars.format },
  payment: { per: 100, write: (value) => `$${twoDecimals.format(value)}` },
} as const satisfies Record<string, Unit>;
type UnitName = keyof typeof units;

/** A figure as people read it. */
function figure(unit: UnitName, value: number | undefined): string {
  if (value === undefined) return '–';
  const { per, write, isPercent }: Unit = units[unit];
  return `${write(value / per)}${isPercent ? '%' : ''}`;
}

/** The difference, with its sign. */
function change(unit: UnitName, before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return '–';
  const { per, write, isPercent }: Unit = units[unit];
  const difference = (after - before) / per;
  const text = write(Math.abs(difference));
  // What rounds to nothing has no sign.
  const sign = text === write(0) ? '' : difference < 0 ? '−' : '+';
  return `${sign}${text}${isPercent ? ' pts' : ''}`;
}

interface ReportTable {
  readonly question: string;
  readonly note?: string | undefined;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What the two sides of a report are called. */
type Sides = readonly [string, string];

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

const both = (unit: UnitName, before: number | undefined, after: number | undefined) => [
  figure(unit, before),
  figure(unit, after),
];
const compared = (unit: UnitName, before: number | undefined, after: number | undefined) => [
  ...both(unit, before, after),
  change(unit, before, after),
];

const tablesOf = (tally: KindTally, sides: Sides): readonly ReportTable[] => [
  outcomesOf(tally, sides),
  figuresOf(tally, sides),
  reasonsOf(tally, sides),
  offersOf(tally),
  ...dimensions.map((dimension) => segmentsOf(tally, dimension, sides)),
];

const outcomesOf = ({ moves, decided }: KindTally, [before, after]: Sides): ReportTable => ({
  question: 'Who changes from what to what?',
  columns: [before, after, 'Decisions', 'Share'],
  rows: Object.entries(moves)
    .map(([move, times]) => ({ was: move.split(' ')[0] ?? '', is: move.split(' ')[1] ?? '', times }))
    .sort(
      (a, b) =>
        Number(a.was === a.is) - Number(b.was === b.is) ||
        b.times - a.times ||
        (a.was + a.is < b.was + b.is ? -1 : 1),
    )
    .map(({ was, is, times }) => [was, is, figure('count', times), figure('share', times / decided)]),
});

function figuresOf({ before, after, decided }: KindTally, sides: Sides): ReportTable {
  const row = (name: string, unit: UnitName, of: (side: SideTally) => number | undefined) => [
    name,
    ...compared(unit, of(before), of(after)),
  ];
  const averages = (name: string, unit: UnitName, of: (side: SideTally) => Counts) => [
    row(`Average ${name}`, unit, (side) => meanOf(of(side))),
    row(`Median ${name}`, unit, (side) => medianOf(of(side))),
  ];
  return {
    question: 'What changes overall?',
    columns: ['Figure', ...sides, 'Change'],
    rows: [
      row('Decisions that lend', 'count', ({ lends }) => lends),
      row('Approval rate', 'share', ({ lends }) => lends / decided),
      row('Fast path open', 'share', ({ hasFastPath }) => hasFastPath / decided),
      ...averages('APR', 'rate', ({ apr }) => apr),
      ...averages('amount', 'usd', ({ amount }) => amount),
      ...averages('largest amount offered', 'usd', ({ most }) => most),
      ...averages(
        'debt-to-income with this loan',
        'rate',
        ({ debtToIncomeWithLoan }) => debtToIncomeWithLoan,
      ),
      row('Contract interest', 'usd', ({ interestCents }) => interestCents),
      row('Contract interest of a loan', 'usd', ({ lends, interestCents }) =>
        lends === 0 ? undefined : interestCents / lends,
      ),
    ],
  };
}

function reasonsOf({ before, after, otherReasons }: KindTally, sides: Sides): ReportTable {
  const all = [...new Set([...Object.keys(before.reasons), ...Object.keys(after.reasons)])];
  return {
    question: 'Which reasons are given?',
    note: `A decline gives up to four reasons. ${number.format(otherReasons)} decisions keep their outcome and give other reasons.`,
    columns: ['Reason', ...sides, 'Change'],
    rows: all
      .map((reason) => ({ reason, was: before.reasons[reason] ?? 0, is: after.reasons[reason] ?? 0 }))
      .sort((a, b) => Math.max(b.was, b.is) - Math.max(a.was, a.is) || (a.reason < b.reason ? -1 : 1))
      .map(({ reason, was, is }) => [reason, ...compared('count', was, is)]),
  };
}

function offersOf({ offers, repriced }: KindTally): ReportTable {
  const priced = offers.same + offers.cheaper + offers.dearer;
  const mean = (unit: UnitName, sum: number) => change(unit, 0, priced === 0 ? 0 : sum / priced);
  return {
    question: 'Which offers are repriced?',
    note: `Decisions that lend both times, by what their loan becomes. Over the ${number.format(priced)} with the same amount and term, the APR changes by ${mean('rate', repriced.aprBasisPoints)} and the monthly payment by ${mean('payment', repriced.paymentCents)} on average.`,
    columns: ['The loan has', 'Decisions'],
    rows: offerChanges.map((name) => [offerTexts[name], figure('count', offers[name])]),
  };
}

function segmentsOf({ segments, decided: all }: KindTally, dimension: Dimension, sides: Sides): ReportTable {
  const { question, column } = dimensionTexts[dimension];
  const order = bands[dimension];
  const found = Object.entries(segments[dimension]).sort(([a], [b]) =>
    order ? order.indexOf(a) - order.indexOf(b) : a < b ? -1 : 1,
  );
  const mean = (side: SegmentTally['before'], sum: number) =>
    side.loans === 0 ? undefined : sum / side.loans;
  const named = (name: string) => sides.map((side) => `${name} ${side.toLowerCase()}`);
  const isProgram = dimension === 'program';
  return {
    question,
    note: isProgram
      ? 'Offered: the share of all decisions that offer the program. A loan counts for the program that it is of.'
      : undefined,
    columns: [
      column,
      'Decisions',
      isProgram ? 'Gain or lose it' : 'Other outcome',
      ...named(isProgram ? 'Offered' : 'Approval'),
      'Change',
      ...named('APR'),
      ...named('Amount'),
      'Interest, change',
    ],
    rows: found.map(([value, { decided, changed, before, after }]) => {
      const of = isProgram ? all : decided;
      return [
        order ? bandText(value, dimension === 'income' ? '$' : '') : value,
        figure('count', decided),
        figure('count', changed),
        ...compared('share', before.lends / of, after.lends / of),
        ...both('rate', mean(before, before.aprBasisPoints), mean(after, after.aprBasisPoints)),
        ...both('usd', mean(before, before.amountCents), mean(after, after.amountCents)),
        change('usd', before.interestCents, after.interestCents),
      ];
    }),
  };
}

/** What was left out of every figure; no table if nothing was. */
function refusalsOf({ missingFacts, refused }: ReplaySummary, [, after]: Sides): readonly ReportTable[] {
  const sentences = [
    ...Object.entries(missingFacts).map(
      ([fact, times]) =>
        [`The inputs lack ${fact}. To assume a value: --assume ${fact}=VALUE`, times] as const,
    ),
    ...Object.entries(refused),
  ];
  if (sentences.length === 0) return [];
  return [
    {
      question: 'Which decisions were left out?',
      note: `They are in no figure of this report, because ${after.toLowerCase()} cannot be computed for them.`,
      columns: ['Why', 'Decisions'],
      rows: sentences
        .sort(([, a], [, b]) => b - a)
        .map(([sentence, times]) => [sentence, figure('count', times)]),
    },
  ];
}

/** What a report says of itself, besides what the summary knows. */
interface ReportSubject {
  readonly title?: string;
  readonly sides?: Sides;
  readonly lender: string;
  /** ISO day on which the report was made. */
  readonly madeOn: string;
  readonly changed: string;
  /** Whose decisions these are, in words: a period or a state. */
  readonly decisions: string;
  /** Which day's rows decided. */
  readonly rowsOn: string;
  readonly assumed?: Readonly<Record<string, unknown>>;
}

const kindTitles = { prequalification: 'Prequalification', approval: 'Approval' } as const;

/** Renders a summary in Markdown. The same summary always gives the same report. */
export function replayReport(summary: ReplaySummary, subject: ReportSubject): string {
  const { title = 'Policy replay', sides = ['Before', 'After'] } = subject;
  const parts = (['prequalification', 'approval'] as const).flatMap((kind) => {
    const tally = summary.kinds[kind];
    return tally.decided === 0 ? [] : [{ kind, decided: tally.decided, tables: tablesOf(tally, sides) }];
  });
  return [
    `# ${title}`,
    '',
    ...factsOf(summary, subject, sides).map(([term, detail]) => `- **${term}:** ${escaped(detail)}`),
    '',
    ...parts.flatMap(({ kind, decided, tables }) => [
      `## ${kindTitles[kind]}: ${number.format(decided)} decisions`,
      '',
      ...tables.flatMap(tableLines),
    ]),
    ...refusalsOf(summary, sides).flatMap(tableLines),
    '## How it was computed',
    '',
    ...methodOf(sides).map((sentence) => `- ${sentence}`),
    '',
  ].join('\n');
}

const escaped = (text: string) => text.replaceAll(/[\\|<>]/g, '\\$&');

function tableLines({ question, note, columns, rows }: ReportTable): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const isNumber = (at: number) => at > 0 && rows.every((row) => /^[\d$–−+]/.test(row[at] ?? ''));
  return [
    `### ${question}`,
    '',
    ...(note === undefined ? [] : [escaped(note), '']),
    line(columns),
    `|${columns.map((_, at) => (isNumber(at) ? '---:' : '---')).join('|')}|`,
    ...rows.map(line),
    '',
  ];
}

function factsOf(summary: ReplaySummary, subject: ReportSubject, [before, after]: Sides) {
  const { prequalification, approval } = summary.kinds;
  const versions = Object.entries(summary.versions)
    .sort()
    .map(([version, times]) => `${version} (${number.format(times)})`);
  const facts: (readonly [string, string])[] = [
    [`${after}: policy`, subject.changed],
    [`${before}: policy`, versions.join(', ') || 'none'],
    ['Decisions', `${number.format(prequalification.decided + approval.decided)}: ${subject.decisions}`],
    ['Rows of the changed policy', subject.rowsOn],
  ];
  for (const [name, value] of Object.entries(subject.assumed ?? {}))
    facts.push([`Assumed ${name}`, JSON.stringify(value)]);
  return [...facts, ['Made', `${subject.madeOn} for ${subject.lender}`] as const];
}

const methodOf = ([before, after]: Sides): readonly string[] => [
  `${before} is what was decided then and is stored. ${after} is what the changed policy decides on the same stored inputs. No vendor was called.`,
  'An application that was decided more than once counts by its last decision of each kind.',
  'One loan stands for each set of offers: the amount that the applicant accepted, else requested, else the usual one, or the nearest amount below it that is offered, over the accepted months, else those nearest to 48, without a vehicle where possible. APR, amount, interest and debt-to-income with the loan are those of this loan.',
  'Contract interest is what that loan earns beyond its principal if it is taken and every payment is made on its day until the last one. Fees are left out. It is a sum over all who are offered a loan, so it compares policies and forecasts nothing.',
  'Debt-to-income with this loan is everything owed with the new payment, in percent of the income that the decision counts.',
];
