import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { lenderDay } from './clock.ts';

it('the lender’s day begins at its own midnight', () => {
  expect(lenderDay(loadLender(), new Date('2026-03-05T03:00:00Z'))).toBe('2026-03-04');
});
