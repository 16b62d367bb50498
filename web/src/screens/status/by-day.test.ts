import { expect, it } from 'vitest';
import { timeIn } from '#contract/clock-text.ts';
import { weekdayText } from '../../wording/format.ts';
import { byDay } from './Status.tsx';

const done = [
  { what: 'You sent us your application', at: '2026-03-03T21:09:00Z' },
  { what: 'You confirmed your phone', at: '2026-03-04T05:30:00Z' },
  { what: 'We had offers for you', at: '2026-03-04T08:00:00Z' },
];
const daysIn = (timeZone: string) =>
  byDay(done, (instant) => weekdayText(instant, timeZone)).map(({ day, done: ofDay }) => [
    day,
    ofDay.map(({ at }) => timeIn(timeZone, new Date(at))),
  ]);

it('groups events by the days of the branch’s zone, the latest first', () => {
  expect(daysIn('America/New_York')).toEqual([
    ['Wednesday, March 4, 2026', ['3 am', '12:30 am']],
    ['Tuesday, March 3, 2026', ['4:09 pm']],
  ]);
  expect(daysIn('America/Los_Angeles')).toEqual([
    ['Wednesday, March 4, 2026', ['12 am']],
    ['Tuesday, March 3, 2026', ['9:30 pm', '1:09 pm']],
  ]);
});
