// A notice names the factors that lowered the score, so the lender needs text for every factor of the bureau's score model.
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { scoreFactors } from '#sandbox/people/score-factors.ts';

it('the demo lender has text for every score factor of its bureau', () => {
  expect(Object.keys(loadLender().policy.adverseAction.scoreFactors)).toEqual(
    expect.arrayContaining([...scoreFactors]),
  );
});
