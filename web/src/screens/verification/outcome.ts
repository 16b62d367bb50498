import type { Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { isVerified, type Verification } from '#contract/verification.ts';
import { anotherBank } from '../bank-link/link-flow.ts';

/** Where a verification leads; undefined while it is under way. FINISHED says only that the comparison was made. */
export function afterVerification(record: Omit<Verification, 'submitApprovalHref'>): ScreenName | undefined {
  switch (record.status) {
    case 'NOT_STARTED':
    case 'PENDING':
      return undefined;
    case 'FINISHED':
      return isVerified(record) ? 'verification-success' : 'verification-chat';
    case 'FAILED':
      return 'verification-error';
  }
}

/** The address where another bank can be linked now; on the fast path the deposit is where one is. */
export function whereToLink(allowed: Journey['allowed']): string | undefined {
  if (allowed.includes('bank-link')) return pathOf('bank-link') + anotherBank;
  return allowed.includes('fast-path-select-payment') ? pathOf('fast-path-select-payment') : undefined;
}
