import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byMoment, clockText } from '#contract/clock-text.ts';
import { isBankingDay } from '#finance/banking-days.ts';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { localTime } from '#lender/zoned-time.ts';
import { callBy } from './branch-calls.ts';

const lender = loadLender();
const hour = 3_600_000;

it('the day and hour by which a branch calls are within the hours shown beside it', () => {
  const since = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...lender.branches), since, (branch, from) => {
      const by = callBy(lender, { branch_id: branch.id }, from);
      const { day, time } = localTime(branch.timeZone, by);
      const [opens, closes] = branch.openHours;
      expect(isBankingDay(isoDate(day))).toBe(true);
      expect(time >= opens && time <= closes, `${time} of ${opens} to ${closes}`).toBe(true);
      expect(byMoment(branch.timeZone, by)).toContain(`by ${clockText(time)} `);
      // Not sooner than we advertise, and later only where the branch is closed all that time.
      expect(by.getTime()).toBeGreaterThanOrEqual(from.getTime() + 24 * hour);
      expect(by.getTime()).toBeLessThan(from.getTime() + 6 * 24 * hour);
    }),
  );
});

it.each([
  ['at noon', '2026-03-03T19:12:00Z', '12 pm Mountain time on Thursday, March 5'],
  ['on a Friday evening', '2026-03-07T06:49:00Z', '5:30 pm Mountain time on Monday, March 9'],
  ['late in the evening', '2026-03-04T06:49:00Z', '5:30 pm Mountain time on Thursday, March 5'],
  ['before a holiday', '2026-11-25T17:00:00Z', '10 am Mountain time on Friday, November 27'],
])('who asks %s is called in time', (_, since, text) => {
  const by = callBy(lender, { branch_id: 'ut-salt-lake-city' }, new Date(since));
  expect(byMoment('America/Denver', by)).toBe(`by ${text}`);
});
