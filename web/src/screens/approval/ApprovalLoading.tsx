// Waits for the hard inquiry and the final decision.
import { useRef } from 'react';
import { getApproval } from '#contract/approval.ts';
import { getJob, type Job } from '#contract/jobs.ts';
import { longPollHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { approvalText } from '../../wording/approval.ts';
import { afterApproval, afterFailedApproval } from './after-approval.ts';

const words = approvalText.loading;

export default function ApprovalLoading() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const links = useRef(useJourney()?.links);
  usePolling<Job>({
    read: (signal) => call(getJob, links.current?.job, { headers: longPollHeaders, signal }),
    isFinal: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
    next: async ({ status }) => {
      const to =
        status === 'SUCCESS'
          ? afterApproval((await call(getApproval, links.current?.approval)).status)
          : afterFailedApproval((await journey.refresh()).rest);
      navigate(to, { replace: true });
    },
  });
  return (
    <ScreenPage screen="approval-loading" heading={words.heading} width="narrow">
      <Waiting messages={words.messages} note={words.note} />
    </ScreenPage>
  );
}
