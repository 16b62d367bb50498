// Calendar dates without a time or time zone, for due dates, banking days and ages.

/** A calendar date written YYYY-MM-DD that exists, in the years 1 to 9999. ISO dates sort as text. */
export type IsoDate = string & { readonly __brand: 'IsoDate' };

const dayMs = 86_400_000;

/** Year, month (1 to 12) and day (1 to 31) of a date. */
export function datePartsOf(date: IsoDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Whether a text is an existing date written YYYY-MM-DD. */
export function isIsoDate(text: string): text is IsoDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A date from text written YYYY-MM-DD. Throws a RangeError for another form or a date that does not exist. */
export function isoDate(text: string): IsoDate {
  if (!isIsoDate(text)) throw new RangeError('A date is written YYYY-MM-DD and exists.');
  return text;
}

/** A date from its year, month (1 to 12) and day. Throws a RangeError if there is no such day. */
export function dateOf(year: number, month: number, day: number): IsoDate {
  return isoDate(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  );
}

/** The number of days in a month (1 to 12) of a year. */
export function daysInMonth(year: number, month: number): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, which have the same leap years.
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day of the week, from 0 for Sunday to 6 for Saturday. */
export const dayOfWeek = (date: IsoDate): number => new Date(date).getUTCDay();

/** The date `days` whole days later, or earlier if negative. Throws a RangeError outside the years 1 to 9999. */
export function addDays(date: IsoDate, days: number): IsoDate {
  if (!Number.isInteger(days)) throw new RangeError('Days are a whole number.');
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  const year = moved.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new RangeError('The date leaves the years 1 to 9999.');
  return moved.toISOString().slice(0, 10) as IsoDate;
}

/**
 * The date `months` whole months later, or earlier if negative. A day that the month does not have becomes its last day,
 * so count a monthly series from its first date (January 31, February 28, March 31), never from the date before.
 * Throws a RangeError outside the years 1 to 9999.
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  if (!Number.isInteger(months)) throw new RangeError('Months are a whole number.');
  const { year, month, day } = datePartsOf(date);
  const index = year * 12 + (month - 1) + months;
  const toYear = Math.floor(index / 12);
  const toMonth = (index % 12) + 1;
  if (toYear < 1 || toYear > 9999) throw new RangeError('The date leaves the years 1 to 9999.');
  return dateOf(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Whole days from `from` to `to`: 1 for the next day, negative if `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/**
 * The age, in completed years, on the day `on` of a person born on `born`. In a common year, someone born on February 29
 * turns a year older on March 1. Negative if `on` is before the birth.
 */
export function ageInYears(born: IsoDate, on: IsoDate): number {
  const birth = datePartsOf(born);
  const today = datePartsOf(on);
  const before = today.month < birth.month || (today.month === birth.month && today.day < birth.day);
  return today.year - birth.year - (before ? 1 : 0);
}
