import { useState } from 'react';
import { getApproval } from '#contract/approval.ts';
import type { ScreenName } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { approvalText } from '../../wording/approval.ts';

const words = approvalText.loading;

export default function ApprovalLoading() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const [links] = useState(useJourney()?.links);
  const done = useJob(
    links?.job,
    async () => navigate(afterApproval((await call(getApproval, links?.approval)).status), { replace: true }),
    async () => navigate(afterFailedApproval((await journey.refresh()).defaultScreen), { replace: true }),
  );
  return (
    <ScreenPage screen="approval-loading" heading={words.heading} width="narrow">
      <JobWaiting stages={words.stages} done={done} />
    </ScreenPage>
  );
}

/** Where the approval leads once its job has succeeded. A finished job without a decision is our error. */
function afterApproval(status: 'PENDING' | 'APPROVED' | 'DECLINED'): ScreenName {
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
function afterFailedApproval(defaultScreen: ScreenName | undefined): ScreenName {
  return defaultScreen === 'contact' || defaultScreen === 'verification-needed' ? defaultScreen : 'error';
}
