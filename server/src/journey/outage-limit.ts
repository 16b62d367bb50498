import { timeLimitsOn } from '#lender/in-force.ts';
import { lenderToday } from '../platform/clock.ts';
import type { With } from '../services.ts';

/** How long a decision waits for a vendor that is unavailable, by the lender's policy. */
export function outageSeconds(services: With<'lender' | 'clock'>): number {
  return timeLimitsOn(services.lender.policy, lenderToday(services)).outageHours * 3600;
}
