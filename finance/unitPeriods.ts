// Dates as whole unit-periods and a fraction: 12 CFR 1026, Appendix J, paragraph (b)(5).
import type { AprPayment } from './apr.ts';
import { addMonths, daysBetween, type IsoDate } from './dates.ts';
import type { Cents } from './money.ts';

/** A unit-period: `length` days, weeks or months (at most 11 months), half a month, or a year. */
export type UnitPeriod =
  | { unit: 'day' | 'week' | 'month'; length: number }
  | { unit: 'semimonth' }
  | { unit: 'year' };

/** Whole unit-periods between two dates and what is left over, the fraction written "n/d" or "0". */
export type UnitPeriodCount = { periods: number; fraction: string };

/** A month, the unit-period of monthly payments. */
export const month: UnitPeriod = { unit: 'month', length: 1 };

function checkLength(period: UnitPeriod): void {
  if (!('length' in period)) return;
  const most = { day: 365, week: 52, month: 11 }[period.unit];
  if (!Number.isInteger(period.length) || period.length < 1 || period.length > most) {
    throw new RangeError('A unit-period is a whole number of days, weeks or months and not over a year.');
  }
}

/** How many unit-periods a year has, written so that nothing is lost: "12/1", "365/255". Throws a RangeError for a length out of range. */
export function unitPeriodsPerYear(period: UnitPeriod): string {
  checkLength(period);
  if (period.unit === 'year') return '1/1';
  if (period.unit === 'semimonth') return '24/1';
  return `${{ day: 365, week: 52, month: 12 }[period.unit]}/${period.length}`;
}

/**
 * Full months measured back from `to`, and the days left before them. The last day of a month counts as the day that
 * the month lacks (31 January to 28 February is one month): differing month lengths are disregarded
 * (12 CFR 1026.17(c)(3)(iii)).
 */
function monthsBack(from: IsoDate, to: IsoDate): { months: number; days: number } {
  let months = Math.max(0, Math.floor(daysBetween(from, to) / 31));
  while (addMonths(to, -(months + 1)) >= from || addMonths(from, months + 1) <= to) months += 1;
  return { months, days: Math.max(0, daysBetween(from, addMonths(to, -months))) };
}

function divided(count: number, by: number, scale: number): UnitPeriodCount {
  const whole = Math.floor(count / by);
  const rest = count - whole * by;
  return { periods: whole, fraction: rest === 0 ? '0' : `${rest}/${scale}` };
}

/**
 * Unit-periods from `from` to `to`. Months are counted back from the later date and odd days are 30ths of a month;
 * several months or half months are counted in days with 30 to each full month; days and weeks by actual days; years
 * back from the later date, the rest as months of 12 where it is whole months, else days of 365. Throws a RangeError
 * where `to` is before `from`.
 */
export function countUnitPeriods(from: IsoDate, to: IsoDate, period: UnitPeriod): UnitPeriodCount {
  checkLength(period);
  if (to < from) throw new RangeError('The later date is not before the earlier one.');
  if (period.unit === 'day') return divided(daysBetween(from, to), period.length, period.length);
  if (period.unit === 'week') return divided(daysBetween(from, to), 7 * period.length, 7 * period.length);
  const { months, days } = monthsBack(from, to);
  if (period.unit === 'year') {
    const years = Math.floor(months / 12);
    if (days === 0) return divided(months, 12, 12);
    const rest = daysBetween(from, addMonths(to, -12 * years));
    return rest >= 365 ? { periods: years + 1, fraction: '0' } : { periods: years, fraction: `${rest}/365` };
  }
  const inDays = period.unit === 'semimonth' ? 15 : 30 * period.length;
  return divided(months * 30 + days, inDays, inDays);
}

/**
 * Payments with due dates as Appendix J counts them from the day of the advance, equal payments one unit-period apart
 * gathered into one entry. Throws a RangeError where a payment is due before the advance.
 */
export function datedPayments(
  advancedOn: IsoDate,
  payments: readonly { amount: Cents; dueOn: IsoDate }[],
  period: UnitPeriod = month,
): AprPayment[] {
  const groups: (AprPayment & { count: number })[] = [];
  for (const { amount, dueOn } of payments) {
    const at = countUnitPeriods(advancedOn, dueOn, period);
    const group = groups.at(-1);
    const follows =
      group?.amount === amount &&
      group.fraction === at.fraction &&
      group.periods + group.count === at.periods;
    if (group && follows) group.count += 1;
    else groups.push({ count: 1, amount, ...at });
  }
  return groups;
}

/**
 * How a single payment on a single advance is counted: a term under a year is itself the unit-period (255 days: w is
 * 365/255; six months: 12/6), a longer one is counted in years. Throws a RangeError where the payment is not after
 * the advance.
 */
export function singlePaymentPeriods(
  advancedOn: IsoDate,
  dueOn: IsoDate,
): UnitPeriodCount & { unitPeriodsPerYear: string } {
  if (dueOn <= advancedOn) throw new RangeError('The payment falls after the advance.');
  if (dueOn >= addMonths(advancedOn, 12)) {
    return { ...countUnitPeriods(advancedOn, dueOn, { unit: 'year' }), unitPeriodsPerYear: '1/1' };
  }
  const { months, days } = monthsBack(advancedOn, dueOn);
  const period: UnitPeriod =
    days === 0 ? { unit: 'month', length: months } : { unit: 'day', length: daysBetween(advancedOn, dueOn) };
  return { periods: 1, fraction: '0', unitPeriodsPerYear: unitPeriodsPerYear(period) };
}
