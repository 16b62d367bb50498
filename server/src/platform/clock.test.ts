import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { endOfDayAfter, lenderDay, monthsAfter } from './clock.ts';

it('the lender’s day begins at its own midnight', () => {
  expect(lenderDay(loadLender(), new Date('2026-03-05T03:00:00Z'))).toBe('2026-03-04');
});

it('a deadline lasts until the end of the lender’s day, also if clocks change before it', () => {
  const end = (from: string) => endOfDayAfter(loadLender(), new Date(from), 30).toISOString();
  // March 9 and 10 in New York, where clocks go forward on March 14.
  expect(end('2027-03-10T04:59:59Z')).toBe('2027-04-09T03:59:59.000Z');
  expect(end('2027-03-10T05:00:00Z')).toBe('2027-04-10T03:59:59.000Z');
});

it('months after the last day of a month end on the last day of a shorter one', () => {
  expect(monthsAfter(new Date('2026-08-31T17:30:00.250Z'), 6).toISOString()).toBe('2027-02-28T17:30:00.250Z');
});
