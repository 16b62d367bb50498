import type { Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { isVerified, type Verification } from '#contract/verification.ts';
import { anotherBank } from '../bank-link/link-flow.ts';

/** The screen a verification leads to; undefined while it is in progress. FINISHED only means that the data was compared. */
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

/** Where another bank can be linked now. On the fast path that is the payment screen. */
export function whereToLink(allowed: Journey['allowed']): string | undefined {
  if (allowed.includes('bank-link')) return pathOf('bank-link') + anotherBank;
  return allowed.includes('fast-path-select-payment') ? pathOf('fast-path-select-payment') : undefined;
}
