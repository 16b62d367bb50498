import { expect, it } from 'vitest';
import brand from '#lender/public/brand.json';
import { serviceOpens } from './service-opens.ts';

it.each([
  // Eastern daylight time from March 8, 2026 on.
  ['a weekday at 3 am', '2026-03-04T08:00:00Z', 'today at 8:00 am, Eastern time'],
  ['the moment it opens', '2026-03-04T13:00:00Z', undefined],
  ['a weekday at noon', '2026-03-04T17:00:00Z', undefined],
  ['the moment it closes', '2026-03-05T01:00:00Z', 'tomorrow at 8:00 am, Eastern time'],
  ['Friday evening', '2026-03-07T02:00:00Z', 'tomorrow at 9:00 am, Eastern time'],
  ['Saturday at noon', '2026-03-07T17:00:00Z', undefined],
  ['Saturday evening', '2026-03-07T22:00:00Z', 'Monday at 8:00 am, Eastern time'],
  ['Sunday', '2026-03-08T17:00:00Z', 'tomorrow at 8:00 am, Eastern time'],
])('the lender answers its phone next (%s)', (_, now, opens) => {
  expect(serviceOpens(brand.hours, new Date(now))).toBe(opens);
});

it('a lender that is closed on Saturday opens on Monday', () => {
  const hours = { ...brand.hours, saturday: null };
  expect(serviceOpens(hours, new Date('2026-03-07T17:00:00Z'))).toBe('Monday at 8:00 am, Eastern time');
});
