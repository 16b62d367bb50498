import { expect, it } from 'vitest';
import { loadLender } from '../load.ts';
import { unconfirmedBureauData, unpublishedFactors } from './bureau-data.ts';

it('an item counts as unconfirmed until a person has compared it with the bureau’s data', () => {
  const { bureauData } = loadLender();
  const item = bureauData['score-distribution'];
  expect(unconfirmedBureauData(bureauData)).toEqual(Object.keys(bureauData));
  const confirmed = { ...item, confirmedBy: { name: 'Compliance', on: '2026-03-04' } };
  const expected = 'score-distribution';
  expect(unconfirmedBureauData({ ...bureauData, 'score-distribution': confirmed })).not.toContain(expected);
});

it('names each score factor that no public list confirms, until a person has compared them all', () => {
  const { bureauData, policy } = loadLender();
  const codes = Object.keys(policy.adverseAction.scoreFactors);
  const factors = bureauData['score-factors'];
  for (const code of factors.published.flatMap(({ rows }) => rows)) expect(codes).toContain(code);
  expect(unpublishedFactors(bureauData, codes)).not.toContain('04');
  expect(unpublishedFactors(bureauData, codes)).toContain('98');
  const confirmed = { ...factors, confirmedBy: { name: 'Compliance', on: '2026-03-04' } };
  expect(unpublishedFactors({ ...bureauData, 'score-factors': confirmed }, codes)).toEqual([]);
});
