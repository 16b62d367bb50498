import { expect, it } from 'vitest';
import { loadLender } from '../load.ts';
import { unconfirmedBureauData } from './bureau-data.ts';

it('an item counts as unconfirmed until a person has compared it with the bureau’s data', () => {
  const { bureauData } = loadLender();
  const item = bureauData['score-distribution'];
  expect(unconfirmedBureauData(bureauData)).toEqual(Object.keys(bureauData));
  const confirmed = { ...item, confirmedBy: { name: 'Compliance', on: '2026-03-04' } };
  expect(unconfirmedBureauData({ ...bureauData, 'score-distribution': confirmed })).not.toContain(
    'score-distribution',
  );
});
