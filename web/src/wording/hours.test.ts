import { expect, it } from 'vitest';
import brand from '#lender/public/brand.json';
import { serviceHours } from './hours.ts';

it('the demo lender answers its phone on Saturday too, and names its time zone', () => {
  expect(serviceHours(brand.hours)).toBe(
    'Monday to Friday 8:00 am to 8:00 pm, Saturday 9:00 am to 3:00 pm, Eastern time',
  );
});

it('a lender that is closed on Saturday does not mention it', () => {
  const hours = { weekdays: ['09:00', '17:30'], saturday: null, timeZone: 'America/Phoenix' };
  expect(serviceHours(hours)).toBe('Monday to Friday 9:00 am to 5:30 pm, Mountain Standard time');
});
