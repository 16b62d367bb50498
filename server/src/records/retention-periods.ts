// The cutoff instants of the lender's retention periods.
import { addMonths, isoDate } from '#finance/dates.ts';
import { applicationPeriod, type Retention } from '#lender/retention.ts';
import { daysAfter } from '../platform/clock.ts';
import type { With } from '../services.ts';

/** `state` is that of the applicant's address, for periods that differ by state. */
export function overBefore(
  { lender, clock }: With<'lender' | 'clock'>,
  kind: keyof Retention,
  state?: string,
): Date {
  const now = clock.now();
  const period =
    kind === 'decisions' || kind === 'loans'
      ? applicationPeriod(lender.retention, kind, state)
      : lender.retention[kind];
  if ('days' in period) return daysAfter(now, -period.days);
  return new Date(addMonths(isoDate(now.toISOString().slice(0, 10)), -period.months));
}
