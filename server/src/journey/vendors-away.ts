import { timeLimitsOn } from '#lender/in-force.ts';
import type { With } from '../services.ts';
import { lenderDay } from './consents.ts';

/** How long a decision waits for a vendor that is away, by the lender's policy. */
export function outageSeconds(services: With<'lender' | 'clock'>): number {
  return timeLimitsOn(services.lender.policy, lenderDay(services)).outageHours * 3600;
}
