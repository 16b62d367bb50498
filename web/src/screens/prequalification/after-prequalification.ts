import type { PrequalificationRecord } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';

export function afterPrequalification(
  record: Pick<PrequalificationRecord, 'status' | 'outOfTrade' | 'fastPathOfferHref'>,
): ScreenName {
  switch (record.status) {
    case 'PREQUALIFIED':
      return record.fastPathOfferHref ? 'fast-path-options' : 'offers';
    case 'STEP_UP':
      return 'verification-needed';
    case 'DECLINED':
      return record.outOfTrade ? 'out-of-trade-area' : 'declined';
    case 'REJECTED':
    // A finished job without a decision is our error.
    case 'PENDING':
      return 'error';
  }
}
