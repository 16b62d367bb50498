// The vendors that every decision needs.
import { circuitBreaker } from '../../platform/jobs/circuit-breaker.ts';
import type { With } from '../../services.ts';

/** While their breakers are open, forms are saved for later and jobs do not call them. */
export const decisionVendors = ['socure', 'bureau'] as const;

export async function cannotDecide(services: With<'db' | 'clock'>): Promise<boolean> {
  const open = await Promise.all(
    decisionVendors.map((vendor) => circuitBreaker(services, vendor).isOpen()),
  );
  return open.includes(true);
}
