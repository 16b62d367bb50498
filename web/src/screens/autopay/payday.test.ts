import { expect, it } from 'vitest';
import { dayAfterPayday, nextTwoWeeks } from './payday.ts';

/** Due on Monday the 20th, up to three days ahead. */
const days = [0, 1, 2, 3].map((daysBeforeDue) => ({
  daysBeforeDue,
  firstDebit: `2026-04-${20 - daysBeforeDue}`,
  lastDebit: '2030-03-20',
}));

it.each([
  ['the 1st', 'month', '1', 3],
  ['the 18th', 'month', '18', 1],
  ['the due date, when the pay may arrive after the debit', 'month', '20', 3],
  ['the first day of a debit', 'month', '17', 2],
  ['the 25th of the month before', 'month', '25', 3],
  ['every Friday', 'week', '5', 2],
  ['every Sunday', 'week', '0', 0],
  ['every Wednesday', 'week', '3', 3],
  ['every second Saturday, next on March 7', 'two-weeks', '2026-03-07', 1],
  ['every second Saturday, next on March 14', 'two-weeks', '2026-03-14', 3],
  ['every second Monday, after the first debit', 'two-weeks', '2026-05-04', 3],
] as const)('the debit comes soonest after a payday on %s', (_, rhythm, payday, daysBeforeDue) => {
  expect(dayAfterPayday({ days, ifSetUp: { firstPaid: '2026-04-20' } }, rhythm, payday)).toBe(daysBeforeDue);
});

it('the debit comes soonest after a payday of the month, although holidays give every first debit the same date', () => {
  const before = days.map((day) => ({ ...day, firstDebit: '2026-12-24' }));
  const plan = { days: before, ifSetUp: { firstPaid: '2026-12-27' } };
  expect(dayAfterPayday(plan, 'month', '24')).toBe(2);
  expect(dayAfterPayday(plan, 'month', '23')).toBe(3);
});

it('without a day to debit there is none after a payday', () => {
  expect(dayAfterPayday({ days: [] }, 'month', '1')).toBeUndefined();
});

it('the next payday of two weeks is one of fourteen days', () => {
  const next = nextTwoWeeks('2026-02-25');
  const expected = [14, '2026-02-25', '2026-03-01', '2026-03-10'];
  expect([next.length, next[0], next[4], next.at(-1)]).toEqual(expected);
});
