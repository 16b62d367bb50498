import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';

it('the day of the money has its conditions beside it, and no figure of the offer', async () => {
  const text = await stateText('approval-payment/many-offers');
  expect(text).toMatch(
    /You're approved\. Your money arrives by \w+, \w+ \d+\. Sign by [^$]* after signing\./,
  );
});

it('an approval of less than was accepted says so', async () => {
  const text = await stateText('approval-payment/a-lower-amount-few-offers');
  expect(text).toContain('You asked for $5,000. The most we can lend you near that is $4,000.');
});
