import type { ScreenName } from '#contract/screens.ts';

/** Where the approval leads once its job has succeeded. A finished job without a decision is a fault of ours. */
export function afterApproval(status: 'PENDING' | 'APPROVED' | 'DECLINED'): ScreenName {
  switch (status) {
    case 'APPROVED':
      return 'approval-payment';
    case 'DECLINED':
      return 'approval-declined';
    case 'PENDING':
      return 'error';
  }
}

/** Where a failed approval leads: to a person where it is in doubt whether the inquiry was made, else to the error page. */
export function afterFailedApproval(rest: ScreenName | undefined): ScreenName {
  return rest === 'contact' ? 'contact' : 'error';
}
