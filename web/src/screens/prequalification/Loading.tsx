import { useRef } from 'react';
import { getPrequalification, type PrequalificationRecord } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobPage } from '../../shared/JobWaiting.tsx';
import { loadingText } from '../../wording/prequalification.ts';

export default function Loading() {
  const { call } = useEnvironment();
  const links = useJourney()?.links;
  const record = useRef(links?.prequalification);
  const done = useJob(links?.job, async () =>
    afterPrequalification(await call(getPrequalification, record.current)),
  );
  return <JobPage screen="loading" {...loadingText} done={done} />;
}

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
