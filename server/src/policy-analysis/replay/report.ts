// The report of a replay in Markdown.
import type { ReplaySummary } from './replay-summary.ts';
import { number } from './report-cells.ts';
import {
  type PopulationBaseline,
  populationOf,
  type ReportTable,
  refusalsOf,
  type Sides,
  tablesOf,
} from './report-tables.ts';

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
  /** The applicants of the version that decided most of these decisions, where they are known. */
  readonly baseline?: PopulationBaseline | undefined;
}

const kindTitles = { prequalification: 'Prequalification', approval: 'Approval' } as const;

/** Renders a summary in Markdown. The same summary always gives the same report. */
export function replayReport(summary: ReplaySummary, subject: ReportSubject): string {
  const { title = 'Policy replay', sides = ['Before', 'After'], baseline } = subject;
  const parts = (['prequalification', 'approval'] as const).flatMap((kind) => {
    const tally = summary.kinds[kind];
    if (tally.decided === 0) return [];
    const population = kind === 'prequalification' && baseline ? [populationOf(tally, baseline)] : [];
    return [{ kind, decided: tally.decided, tables: [...tablesOf(tally, sides), ...population] }];
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
