import { useState } from 'react';
import { getApproval } from '#contract/approval.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobPage } from '../../shared/JobWaiting.tsx';
import { approvalText } from '../../wording/approval.ts';

export default function ApprovalLoading() {
  const { call } = useEnvironment();
  const [links] = useState(useJourney()?.links);
  const done = useJob(links?.job, async () => screenAfter[(await call(getApproval, links?.approval)).status]);
  return <JobPage screen="approval-loading" {...approvalText.loading} done={done} />;
}

const screenAfter = {
  APPROVED: 'approval-payment',
  DECLINED: 'approval-declined',
  PENDING: undefined,
} as const;
