import { expect, it } from 'vitest';
import { dayAfterPayday } from './payday.ts';

/** Due on the 20th, up to three days ahead. */
const days = [0, 1, 2, 3].map((daysBeforeDue) => ({
  daysBeforeDue,
  firstDebit: `2026-04-${20 - daysBeforeDue}`,
  lastDebit: '2030-03-20',
}));

it.each([
  ['the 1st', 1, 3],
  ['the 18th', 18, 1],
  ['the due date, when the pay may arrive after the debit', 20, 3],
  ['the first day of a debit', 17, 2],
  ['the 25th of the month before', 25, 3],
])('the debit comes soonest after a payday on %s', (_, payday, daysBeforeDue) => {
  expect(dayAfterPayday(days, payday)).toBe(daysBeforeDue);
});

it('without a day to debit there is none after a payday', () => {
  expect(dayAfterPayday([], 1)).toBeUndefined();
});
