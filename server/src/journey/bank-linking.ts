// Whether applicants can link a bank. Without it, a branch verifies them.
import { breakerStates } from '../platform/jobs/circuit-breaker.ts';
import type { With } from '../services.ts';

export const isBankLinkingOn = ({ config }: With<'config'>): boolean => config.BANK_LINKING === 'true';

/** False if the lender switched bank linking off, or if its vendor is known to be away. */
export async function canLinkBank(services: With<'config' | 'db' | 'clock' | 'vendors'>): Promise<boolean> {
  if (!isBankLinkingOn(services)) return false;
  const breakers = await breakerStates(services.db, services.clock.now());
  return !breakers.some(({ vendor, isOpen }) => vendor === services.vendors.bankData.vendor && isOpen);
}
