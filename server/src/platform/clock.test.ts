import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { lenderDay, monthsAfter } from './clock.ts';

it('the lender’s day begins at its own midnight', () => {
  expect(lenderDay(loadLender(), new Date('2026-03-05T03:00:00Z'))).toBe('2026-03-04');
});

it('months after the last day of a month end on the last day of a shorter one', () => {
  expect(monthsAfter(new Date('2026-08-31T17:30:00.250Z'), 6).toISOString()).toBe('2027-02-28T17:30:00.250Z');
});
