// What a replay found, as questions with a table each: the Markdown and the CSV files are rendered from this.
import type { DecisionKind } from '../policy/replay.ts';
import type { ReplaySummary } from '../policy/replay-summary.ts';
import { type PopulationBaseline, populationOf } from './population-table.ts';
import { refusalsOf, tablesOf } from './replay-tables.ts';
import { number, type ReportTable } from './report-cells.ts';

interface ReportPart {
  readonly kind: DecisionKind;
  readonly title: string;
  readonly decided: number;
  readonly tables: readonly ReportTable[];
}

export interface ReportModel {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly parts: readonly ReportPart[];
  /** What was left out and why. */
  readonly refusals: ReportTable | undefined;
  readonly method: readonly string[];
}

/** What a report says of itself, besides what the summary knows. */
export interface ReportAbout {
  /** Such as "Policy replay". */
  readonly title?: string;
  /** What the two sides are called. */
  readonly sides?: readonly [string, string];
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

const kindTitles = { prequalification: 'Prequalification', approval: 'Approval' } as const satisfies Record<
  DecisionKind,
  string
>;

/** The report of a summary, in questions and tables. */
export function reportModel(summary: ReplaySummary, about: ReportAbout): ReportModel {
  const sides = about.sides ?? ['Before', 'After'];
  const parts = (['prequalification', 'approval'] as const).flatMap((kind): ReportPart[] => {
    const tally = summary.kinds[kind];
    if (tally.decided === 0) return [];
    return [
      {
        kind,
        title: kindTitles[kind],
        decided: tally.decided,
        tables: [
          ...tablesOf(tally, sides),
          ...(kind === 'prequalification' && about.baseline ? [populationOf(tally, about.baseline)] : []),
        ],
      },
    ];
  });
  const decided = parts.reduce((sum, part) => sum + part.decided, 0);
  return {
    title: about.title ?? 'Policy replay',
    facts: [
      [`${sides[1]}: policy`, about.changed],
      [
        `${sides[0]}: policy`,
        Object.entries(summary.versions)
          .sort()
          .map(([version, times]) => `${version} (${number.format(times)})`)
          .join(', ') || 'none',
      ],
      ['Decisions', `${number.format(decided)}: ${about.decisions}`],
      ['Rows of the changed policy', about.rowsOn],
      ...Object.entries(about.assumed ?? {}).map(
        ([name, value]) => [`Assumed ${name}`, JSON.stringify(value)] as const,
      ),
      ['Made', `${about.madeOn} for ${about.lender}`],
    ],
    parts,
    refusals: refusalsOf(summary, sides),
    method: [...basisOf(sides), ...method],
  };
}

const basisOf = ([before, after]: readonly [string, string]): readonly string[] => [
  `${before} is what was decided then and is stored. ${after} is what the changed policy decides on the same stored inputs. No vendor was called.`,
  'An application that was decided more than once counts by its last decision of each kind.',
];

const method = [
  'One loan stands for each set of offers: the amount that the applicant accepted, else requested, else the usual one, or the nearest amount below it that is offered, over the accepted months, else those nearest to 48, without a vehicle where possible. APR, amount, interest and debt-to-income with the loan are those of this loan.',
  'Contract interest is what that loan earns beyond its principal if it is taken and every payment is made on its day until the last one. Fees are left out. It is a sum over all who are offered a loan, so it compares policies and forecasts nothing.',
  'Debt-to-income with this loan is everything owed with the new payment, in percent of the income that the decision counts.',
];
