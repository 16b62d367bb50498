// Banking days: the days on which the Federal Reserve settles payments, that is, not on weekends or its holidays.
import { addDays, dateOf, dayOfWeek, type IsoDate } from './dates.ts';

/** The nth (1 to 5) given weekday (0 Sunday to 6 Saturday) of a month. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): IsoDate {
  const first = dateOf(year, month, 1);
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + (nth - 1) * 7);
}

/** A Sunday holiday is observed on Monday. A Saturday holiday is not moved, and the Friday before is a banking day. */
const observed = (holiday: IsoDate): IsoDate => (dayOfWeek(holiday) === 0 ? addDays(holiday, 1) : holiday);

const byYear = new Map<number, readonly IsoDate[]>();

/**
 * The days on which the Federal Reserve observes its holidays in a year, ascending, by the Reserve Banks' standing rule.
 * Juneteenth counts from 2022. A Saturday holiday is listed on its Saturday.
 */
export function federalReserveHolidays(year: number): readonly IsoDate[] {
  const cached = byYear.get(year);
  if (cached) return cached;
  const holidays = [
    observed(dateOf(year, 1, 1)), // New Year's Day
    nthWeekday(year, 1, 1, 3), // Birthday of Martin Luther King, Jr.
    nthWeekday(year, 2, 1, 3), // Washington's Birthday
    addDays(nthWeekday(year, 6, 1, 1), -7), // Memorial Day, the last Monday of May
    ...(year >= 2022 ? [observed(dateOf(year, 6, 19))] : []), // Juneteenth
    observed(dateOf(year, 7, 4)), // Independence Day
    nthWeekday(year, 9, 1, 1), // Labor Day
    nthWeekday(year, 10, 1, 2), // Columbus Day
    observed(dateOf(year, 11, 11)), // Veterans Day
    nthWeekday(year, 11, 4, 4), // Thanksgiving Day
    observed(dateOf(year, 12, 25)), // Christmas Day
  ];
  byYear.set(year, holidays);
  return holidays;
}

/** Whether the Federal Reserve settles payments on a day. */
export function isBankingDay(date: IsoDate): boolean {
  const weekday = dayOfWeek(date);
  return weekday !== 0 && weekday !== 6 && !federalReserveHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The day itself if it is a banking day, otherwise the next banking day. */
export function onOrNextBankingDay(date: IsoDate): IsoDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** The first banking day after a day. */
export const nextBankingDay = (date: IsoDate): IsoDate => onOrNextBankingDay(addDays(date, 1));

/**
 * The banking day that is `count` banking days after a day, or before it if `count` is negative; the day itself does not
 * count. For zero, the day itself or the next banking day. Throws a RangeError for a count that is not whole.
 */
export function addBankingDays(date: IsoDate, count: number): IsoDate {
  if (!Number.isInteger(count)) throw new RangeError('Banking days are a whole number.');
  if (count === 0) return onOrNextBankingDay(date);
  const step = count > 0 ? 1 : -1;
  let day = date;
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, step);
    if (isBankingDay(day)) left -= 1;
  }
  return day;
}
