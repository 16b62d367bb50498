// The vendors without which nothing can be decided.
import { CircuitBreaker } from '../../platform/jobs/circuit-breaker.ts';
import type { With } from '../../services.ts';

/** Their breakers keep forms for later, and keep jobs from calling them, while they are known to be down. */
export const decisionVendors = ['socure', 'bureau'] as const;

/** Whether one of them is known to be down, so that nothing can be decided now. */
export async function cannotDecide(services: With<'db' | 'clock'>): Promise<boolean> {
  const open = await Promise.all(
    decisionVendors.map((vendor) => new CircuitBreaker(services, vendor).isOpen()),
  );
  return open.includes(true);
}
