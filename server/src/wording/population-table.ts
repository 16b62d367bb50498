// Whether the applicants of a replay are those that the policy was made for.
import type { KindTally, SegmentTally } from '../policy/replay-summary.ts';
import { stabilityLimits, stabilityOf } from '../policy/stability-index.ts';
import type { ReportTable } from './report-cells.ts';

/** The bands that `ops policy watch` compares a version's applicants with. */
export interface PopulationBaseline {
  readonly version: string;
  readonly score: Readonly<Record<string, number>>;
  readonly income: Readonly<Record<string, number>>;
}

export function populationVerdict(index: number): string {
  if (index < stabilityLimits.shifting) return 'stable';
  return index < stabilityLimits.shifted ? 'shifting' : 'shifted';
}

/** Expects the prequalifications of all applicants of a period. */
export function populationOf({ segments }: KindTally, baseline: PopulationBaseline): ReportTable {
  const decided = (of: Record<string, SegmentTally>) =>
    Object.fromEntries(Object.entries(of).map(([band, segment]) => [band, segment.decided]));
  const now = { score: decided(segments.score), income: decided(segments.income) };
  const { score, income } = stabilityOf(baseline, now);
  const row = (name: string, index: number | undefined) => ({
    cells: [name, index, index === undefined ? 'too few to tell' : populationVerdict(index)],
  });
  return {
    id: 'population',
    question: `Are these the applicants that policy ${baseline.version} was made for?`,
    note: `The population stability index compares them with the baseline of that version. Below ${stabilityLimits.shifting} the population is stable; from ${stabilityLimits.shifted} on, the figures above may not hold for those who apply from now on.`,
    columns: [
      { name: 'Measure', format: 'text' },
      { name: 'Stability index', format: 'decimal' },
      { name: 'Population', format: 'text' },
    ],
    rows: [row('Score', score), row('Income', income)],
  };
}
