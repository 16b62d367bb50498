import { expect, it } from 'vitest';
import brand from '#lender/public/brand.json';
import { openingText, serviceHours } from './hours.ts';

it('the demo lender answers its phone on Saturday too, and names its time zone', () => {
  const expected = 'Monday to Friday 8 am to 8 pm, Saturday 9 am to 3 pm, Eastern time';
  expect(serviceHours(brand.hours)).toBe(expected);
});

it('a lender that is closed on Saturday does not mention it', () => {
  const hours = { weekdays: ['09:00', '17:30'], saturday: null, timeZone: 'America/Phoenix' };
  expect(serviceHours(hours)).toBe('Monday to Friday 9 am to 5:30 pm, Mountain Standard time');
});

it.each([
  ['2026-03-04T14:30:00Z', 'today at 8:30 am'],
  ['2026-03-04T05:00:00Z', 'tomorrow at 8:30 am'],
  ['2026-03-02T18:00:00Z', 'Wednesday at 8:30 am'],
])('an opening is named by its day at the branch (%s)', (now, text) => {
  const opening = { at: '2026-03-04T15:30:00.000Z', timeZone: 'America/Denver' };
  expect(openingText(opening, new Date(now))).toBe(text);
});
