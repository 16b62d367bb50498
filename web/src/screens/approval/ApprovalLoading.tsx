import { useState } from 'react';
import { getApproval } from '#contract/approval.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { approvalText } from '../../wording/approval.ts';
import { afterApproval, afterFailedApproval } from './after-approval.ts';

const words = approvalText.loading;

export default function ApprovalLoading() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const [links] = useState(useJourney()?.links);
  const done = useJob(
    links?.job,
    async () => navigate(afterApproval((await call(getApproval, links?.approval)).status), { replace: true }),
    async () => navigate(afterFailedApproval((await journey.refresh()).rest), { replace: true }),
  );
  return (
    <ScreenPage screen="approval-loading" heading={words.heading} width="narrow">
      <JobWaiting stages={words.stages} done={done} />
    </ScreenPage>
  );
}
