import { expect, it } from 'vitest';
import { moneyPromiseText } from './money-promise-text.ts';

const timeZone = 'America/New_York';
const amount = '$5,000';
const promise = { amount: 500_000, arrivesOn: '2026-11-24' };
const signBy = '2026-11-23T22:00:00Z';

it.each([
  [{ ...promise, mask: '0000' }, {}, '$5,000 in your account ending 0000 by Tuesday, November 24'],
  [promise, {}, '$5,000 in your account by Tuesday, November 24'],
  [promise, { today: '2026-11-24' }, '$5,000 in your account today'],
  [
    { ...promise, signBy },
    { today: '2026-11-23' },
    '$5,000 in your account by Tuesday, November 24, if you sign by 5:00 pm ET today',
  ],
  [
    { ...promise, mask: '0000', signBy },
    { today: '2026-11-22' },
    '$5,000 in your account ending 0000 by Tuesday, November 24, if you sign by 5:00 pm ET on Monday, November 23',
  ],
  [
    { ...promise, signBy: '2026-07-20T17:00:00Z' },
    {},
    '$5,000 in your account by Tuesday, November 24, if you sign by 1:00 pm ET on Monday, July 20',
  ],
])('the promise %o is worded once for every page and message', (one, reader, text) => {
  expect(moneyPromiseText(one, { amount, timeZone, ...reader })).toBe(text);
});
