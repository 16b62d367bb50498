// Whether applicants can link a bank. Without it, a branch verifies them.
import { breakerStates } from '../platform/jobs/circuit-breaker.ts';
import { policyOf } from '../records/decisions.ts';
import { type Hold, openHoldsOf } from '../records/holds.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import { stateOf } from './chart.ts';

export const isBankLinkingOn = ({ config }: With<'config'>): boolean => config.BANK_LINKING === 'true';

/** False if the lender switched bank linking off, or if its vendor is known to be unavailable. */
export async function canLinkBank(services: With<'config' | 'db' | 'clock' | 'vendors'>): Promise<boolean> {
  if (!isBankLinkingOn(services)) return false;
  const breakers = await breakerStates(services.db, services.clock.now());
  return !breakers.some(({ vendor, isOpen }) => vendor === services.vendors.bankData.vendor && isOpen);
}

/** Whether this application takes a bank. A step-up takes one only if a bank may clear all that it waits for. */
export async function takesBank(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  application: Application,
): Promise<boolean> {
  if (!isBankLinkingOn(services)) return false;
  if (stateOf(application.state).heldFor !== 'identity') return true;
  return (await holdClearedByBank(services, application)) !== undefined;
}

/** The review that a linked bank may clear, by the lender's list. An alert is always called about. */
export async function holdClearedByBank(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  { id }: Pick<Application, 'id'>,
): Promise<Hold | undefined> {
  const { bankClears } = (await policyOf(services, id)).lender.policy.verification;
  const clearable = bankClears.map((row) => `eligibility/${row}`);
  const [hold, ...others] = await openHoldsOf(services.db, id);
  if (hold?.kind !== 'identity' || hold.reason !== 'identity' || others.length > 0) return undefined;
  const isClearable = hold.points.length > 0 && hold.points.every((point) => clearable.includes(point));
  return isClearable ? hold : undefined;
}
