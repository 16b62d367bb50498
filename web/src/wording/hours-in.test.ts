import { expect, it } from 'vitest';
import brand from '#lender/public/brand.json';
import { serviceHours } from './hours.ts';
import { hoursIn } from './hours-in.ts';

it.each([
  ['2026-03-04T15:00:00Z', 'Monday to Friday 6 am to 6 pm, Saturday 7 am to 1 pm, Mountain Standard time'],
  // Arizona has no summer time.
  ['2026-07-04T15:00:00Z', 'Monday to Friday 5 am to 5 pm, Saturday 6 am to 12 pm, Mountain Standard time'],
])('the lender’s hours are read by the clocks of a branch in another zone (%s)', (now, text) => {
  expect(serviceHours(hoursIn('America/Phoenix', brand.hours, new Date(now)))).toBe(text);
});
