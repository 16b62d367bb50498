// Waiting for the hard inquiry and the final decision.
import { useRef } from 'react';
import { getApproval } from '#contract/approval.ts';
import { getJob, type Job } from '#contract/jobs.ts';
import { holdHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { usePolling } from '../../app/usePolling.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { approvalWords } from '../../wording/approval.ts';
import { afterApproval, afterFailedApproval } from './afterApproval.ts';

const words = approvalWords.loading;

export default function ApprovalLoading() {
  const { call, journey } = useEnvironment();
  const go = useGo();
  const links = useRef(useJourney()?.links);
  usePolling<Job>({
    read: (signal) => call(getJob, links.current?.job, { headers: holdHeaders, signal }),
    isFinal: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
    next: async ({ status }) => {
      const to =
        status === 'SUCCESS'
          ? afterApproval((await call(getApproval, links.current?.approval)).status)
          : afterFailedApproval((await journey.refresh()).rest);
      go(to, { replace: true });
    },
  });
  return (
    <ScreenPage screen="approval-loading" heading={words.heading} width="narrow">
      <Waiting messages={words.messages} note={words.note} />
    </ScreenPage>
  );
}
