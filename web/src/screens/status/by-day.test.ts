import { expect, it } from 'vitest';
import { timeText, weekdayText } from '../../wording/format.ts';
import { byDay } from './Status.tsx';

const done = [
  { what: 'You sent us your application', at: '2026-03-03T21:09:00Z' },
  { what: 'You confirmed your phone', at: '2026-03-04T05:30:00Z' },
  { what: 'We had offers for you', at: '2026-03-04T08:00:00Z' },
];
const daysIn = (timeZone: string) =>
  byDay(done, (instant) => weekdayText(instant, timeZone)).map(({ day, done: ofDay }) => [
    day,
    ofDay.map(({ at }) => timeText(at, timeZone)),
  ]);

it('groups events by the days of the applicant’s own zone, the latest first', () => {
  expect(daysIn('America/New_York')).toEqual([
    ['Wednesday, March 4, 2026', ['3:00 AM', '12:30 AM']],
    ['Tuesday, March 3, 2026', ['4:09 PM']],
  ]);
  expect(daysIn('America/Los_Angeles')).toEqual([
    ['Wednesday, March 4, 2026', ['12:00 AM']],
    ['Tuesday, March 3, 2026', ['9:30 PM', '1:09 PM']],
  ]);
});
