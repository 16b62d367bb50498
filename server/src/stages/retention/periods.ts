// The cutoff instants of the lender's retention periods.
import { addMonths, isoDate } from '#finance/dates.ts';
import type { Retention } from '#lender/retention.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { With } from '../../services.ts';

type Kind = keyof Retention;

export function overBefore({ lender, clock }: With<'lender' | 'clock'>, kind: Kind): Date {
  const period = lender.retention[kind];
  const now = clock.now();
  if ('days' in period) return secondsAfter(now, -period.days * 86_400);
  const day = isoDate(now.toISOString().slice(0, 10));
  return new Date(`${addMonths(day, -period.months)}T00:00:00Z`);
}
