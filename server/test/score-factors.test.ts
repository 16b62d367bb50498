// A notice names what weighed on the score, so the lender needs words for every factor of the model that the bureau is asked for.
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { scoreFactors } from '#sandbox/people/score-factors.ts';

it('the demo lender has words for every score factor that its bureau gives', () => {
  expect(Object.keys(loadLender().policy.adverseAction.scoreFactors)).toEqual(
    expect.arrayContaining(Object.keys(scoreFactors)),
  );
});
