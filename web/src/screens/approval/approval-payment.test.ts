import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';

it('a heading with the day of the money has its conditions beside it', async () => {
  const text = await stateText('approval-payment/many-offers');
  expect(text).toMatch(/You're approved\. \$5,000 (?:by|today).*after signing.*if you sign by/);
});
