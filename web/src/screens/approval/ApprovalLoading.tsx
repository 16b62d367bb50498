import { useState } from 'react';
import { getApproval } from '#contract/approval.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { approvalText } from '../../wording/approval.ts';

const words = approvalText.loading;

export default function ApprovalLoading() {
  const { call } = useEnvironment();
  const [links] = useState(useJourney()?.links);
  const done = useJob(links?.job, async () => screenAfter[(await call(getApproval, links?.approval)).status]);
  return (
    <ScreenPage screen="approval-loading" heading={words.heading} width="narrow">
      <JobWaiting stages={words.stages} done={done} />
    </ScreenPage>
  );
}

const screenAfter = {
  APPROVED: 'approval-payment',
  DECLINED: 'approval-declined',
  PENDING: undefined,
} as const;
