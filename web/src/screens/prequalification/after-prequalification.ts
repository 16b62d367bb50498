import type { PrequalificationRecord } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';

export function afterPrequalification(
  record: Pick<PrequalificationRecord, 'status' | 'outOfTrade' | 'fastPathOfferHref'>,
): ScreenName | undefined {
  switch (record.status) {
    case 'PREQUALIFIED':
      return record.fastPathOfferHref ? 'fast-path-options' : 'offers';
    case 'STEP_UP':
      return 'verification-needed';
    case 'DECLINED':
      return record.outOfTrade ? 'out-of-trade-area' : 'declined';
    case 'REJECTED':
      return 'error';
    // Only a vehicle could secure a loan, so that the applicant enters one first, or a review was reopened.
    case 'PENDING':
      return undefined;
  }
}
