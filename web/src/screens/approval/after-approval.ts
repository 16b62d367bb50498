import type { ScreenName } from '#contract/screens.ts';

/** Where the approval leads once its job has succeeded. A finished job without a decision is our error. */
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

/**
 * The screen after an approval without a decision: the contact screen if the inquiry may have been made, the review if a
 * person looks first, else the error page.
 */
export function afterFailedApproval(rest: ScreenName | undefined): ScreenName {
  return rest === 'contact' || rest === 'verification-needed' ? rest : 'error';
}
