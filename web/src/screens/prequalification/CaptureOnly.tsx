// The application is saved and decided when the vendors respond again; an open page then continues by itself.
import { useRef } from 'react';
import { getJob, type Job } from '#contract/jobs.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { captureOnlyText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function CaptureOnly() {
  const job = useJourney()?.links.job;
  return (
    <Notice screen="capture-only" {...words}>
      {job !== undefined && <ContinueWhenDecided job={job} />}
    </Notice>
  );
}

function ContinueWhenDecided({ job }: { readonly job: string }) {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const address = useRef(job);
  usePolling<Job>({
    read: (signal) => call(getJob, address.current, { signal }),
    isFinal: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
    next: redirect.toCurrentScreen,
    pace: 'background',
  });
  return null;
}
