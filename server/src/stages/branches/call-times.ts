// When a branch can call: on its own clock, within its hours, on days when banks are open too.
import { isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { addDays } from '#finance/dates.ts';
import type { Branch } from '#lender/schema/branches.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { dayIn, secondsAfter } from '../../platform/clock.ts';

const slotMinutes = 30;
/** The branch needs some time to see the booking. */
const leadMinutes = 60;
const days = 5;

/** When the calls that can be booked now begin, soonest first. A call ends before the branch closes. */
export function callTimes({ openHours }: Pick<Branch, 'openHours'>, timeZone: string, now: Date): Date[] {
  const earliest = secondsAfter(now, leadMinutes * 60);
  const [opens, closes] = openHours.map(minutesOf) as [number, number];
  const times: Date[] = [];
  let day = dayIn(timeZone, now);
  // A branch that closes within the hour offers no more calls today.
  for (let open = 0, looked = 0; open < days && looked < 3 * days; looked += 1, day = addDays(day, 1)) {
    if (!isBankingDay(day)) continue;
    const before = times.length;
    for (let at = opens; at + slotMinutes <= closes; at += slotMinutes) {
      const instant = instantOf(timeZone, day, clockOf(at));
      if (instant >= earliest) times.push(instant);
    }
    if (times.length > before) open += 1;
  }
  return times;
}

/** Undefined while it is open. */
export function nextOpening(
  { openHours: [opens, closes] }: Pick<Branch, 'openHours'>,
  timeZone: string,
  now: Date,
): Date | undefined {
  let day = dayIn(timeZone, now);
  if (isBankingDay(day)) {
    const opening = instantOf(timeZone, day, opens);
    if (now < opening) return opening;
    if (now < instantOf(timeZone, day, closes)) return undefined;
  }
  day = nextBankingDay(day);
  return instantOf(timeZone, day, opens);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
