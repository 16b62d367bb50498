import { expect, it } from 'vitest';
import { moneyText } from './funding-estimate-text.ts';

const timeZone = 'America/New_York';
const usd = (amount: number) => `$${(amount / 100).toLocaleString('en-US')}`;
const promise = { amount: 500_000, arrivesOn: '2026-11-24', timeZone };
const signBy = '2026-11-23T22:00:00Z';

it.each([
  [{ ...promise, mask: '0000' }, {}, '$5,000 in your account ending 0000 by Tuesday, November 24'],
  [promise, {}, '$5,000 in your account by Tuesday, November 24'],
  [promise, { today: '2026-11-24' }, '$5,000 in your account today'],
  [
    { ...promise, signBy },
    { today: '2026-11-23' },
    '$5,000 in your account by Tuesday, November 24, if you sign by 5 pm Eastern time today',
  ],
  [
    { ...promise, mask: '0000', signBy },
    { today: '2026-11-22' },
    '$5,000 in your account ending 0000 by Tuesday, November 24, if you sign by 5 pm Eastern time on Monday, November 23',
  ],
  [
    { ...promise, signBy: '2026-07-20T17:00:00Z' },
    {},
    '$5,000 in your account by Tuesday, November 24, if you sign by 1 pm Eastern time on Monday, July 20',
  ],
])('the promise %o is worded once for every page and message', (money, reader, text) => {
  expect(moneyText(money, { usd, ...reader })).toBe(`you'll have ${text}`);
});

it('names no day for a loan whose money waits for proof of insurance', () => {
  const expected =
    "we'll send your money once your branch has seen your vehicle's papers, such as proof of insurance";
  expect(moneyText({ amount: 500_000, mask: '0000' }, { usd, today: '2026-11-23' })).toBe(expected);
});
