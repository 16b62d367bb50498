import { expect, it } from 'vitest';
import { emptySummary } from './replay-summary.ts';
import { populationOf } from './report.ts';

const segment = (decided: number) => {
  const side = { lends: 0, loans: 0, aprBasisPoints: 0, amountCents: 0, interestCents: 0 };
  return { decided, changed: 0, before: side, after: side };
};
const baseline = { version: '2026.1', score: { none: 100, '< 560': 100 }, income: { '< 20000': 200 } };

it('finds the same applicants by score, and others by income', () => {
  const tally = emptySummary().kinds.prequalification;
  tally.segments.score = { none: segment(51), '< 560': segment(49) };
  tally.segments.income = { '< 20000': segment(10), '20000..39999': segment(90) };
  const { question, rows } = populationOf(tally, baseline);
  expect(question).toBe('Are these the applicants that policy 2026.1 was made for?');
  expect(rows.map(([measure, , verdict]) => [measure, verdict])).toEqual([
    ['Score', 'stable'],
    ['Income', 'shifted'],
  ]);
});

it('compares too few with no one', () => {
  const tally = emptySummary().kinds.prequalification;
  tally.segments.score = { none: segment(99) };
  expect(populationOf(tally, baseline).rows.map(([, ...cells]) => cells)).toEqual([
    ['–', 'too few to tell'],
    ['–', 'too few to tell'],
  ]);
});
