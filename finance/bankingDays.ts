// Days on which the Federal Reserve moves money: no weekends, no Federal Reserve holidays.
import { addDays, dateOf, dayOfWeek, daysInMonth, type IsoDate } from './dates.ts';

/** The nth (1 to 5) given weekday (0 Sunday to 6 Saturday) of a month. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): IsoDate {
  const first = dateOf(year, month, 1);
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + (nth - 1) * 7);
}

function lastWeekday(year: number, month: number, weekday: number): IsoDate {
  const last = dateOf(year, month, daysInMonth(year, month));
  return addDays(last, -((dayOfWeek(last) - weekday + 7) % 7));
}

/** A holiday on a Sunday is kept on the Monday; one on a Saturday is not moved, and the Friday before is a banking day. */
function kept(holiday: IsoDate): IsoDate {
  return dayOfWeek(holiday) === 0 ? addDays(holiday, 1) : holiday;
}

const byYear = new Map<number, readonly IsoDate[]>();

/**
 * The days a year's Federal Reserve holidays are kept, ascending, by the Reserve Banks' standing rule. Juneteenth counts
 * from 2022. A holiday on a Saturday is listed on the Saturday.
 */
export function federalReserveHolidays(year: number): readonly IsoDate[] {
  const known = byYear.get(year);
  if (known) return known;
  const holidays = [
    kept(dateOf(year, 1, 1)), // New Year's Day
    nthWeekday(year, 1, 1, 3), // Birthday of Martin Luther King, Jr.
    nthWeekday(year, 2, 1, 3), // Washington's Birthday
    lastWeekday(year, 5, 1), // Memorial Day
    ...(year >= 2022 ? [kept(dateOf(year, 6, 19))] : []), // Juneteenth
    kept(dateOf(year, 7, 4)), // Independence Day
    nthWeekday(year, 9, 1, 1), // Labor Day
    nthWeekday(year, 10, 1, 2), // Columbus Day
    kept(dateOf(year, 11, 11)), // Veterans Day
    nthWeekday(year, 11, 4, 4), // Thanksgiving Day
    kept(dateOf(year, 12, 25)), // Christmas Day
  ];
  byYear.set(year, holidays);
  return holidays;
}

/** Whether the Federal Reserve settles payments on a day. */
export function isBankingDay(date: IsoDate): boolean {
  const weekday = dayOfWeek(date);
  return weekday !== 0 && weekday !== 6 && !federalReserveHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The day itself where it is a banking day, else the first one after it. */
export function onOrNextBankingDay(date: IsoDate): IsoDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** The first banking day after a day. */
export function nextBankingDay(date: IsoDate): IsoDate {
  return onOrNextBankingDay(addDays(date, 1));
}

/**
 * The banking day `count` banking days after a day, before it where negative; the day itself is not counted. With zero
 * the day itself, or the next banking day where it is none. Throws a RangeError for a count that is not whole.
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

/**
 * The day of the first automatic payment: the day it is due, moved on to a banking day, and not before
 * `leadBankingDays` banking days after the authorization (3 where left out: a person can stop a debit three business
 * days ahead, 12 CFR 1005.10(c)).
 */
export function firstDebitDate(dueOn: IsoDate, authorizedOn: IsoDate, leadBankingDays = 3): IsoDate {
  const earliest = addBankingDays(authorizedOn, leadBankingDays);
  return onOrNextBankingDay(dueOn > earliest ? dueOn : earliest);
}
