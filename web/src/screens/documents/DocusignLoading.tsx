// The return from signing: the server checks the envelope's status, whatever the address claims.
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { updateSignature } from '#contract/documents.ts';
import { getJob, type Job } from '#contract/jobs.ts';
import type { SigningEvent } from '#contract/signing-return.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useStagedPolling } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { documentsText } from '../../wording/documents.ts';
import { signingEventOf } from './signing-events.ts';

const words = documentsText.signing;

export default function DocusignLoading() {
  const [event] = useState(signingEventOf(useSearchParams()[0]));
  const [checks, setChecks] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const again = () => {
    setStopped(false);
    setChecks(checks + 1);
  };
  return (
    <ScreenPage screen="docusign-loading" heading={words.heading} width="narrow">
      {isStopped ? (
        <>
          <Alert kind="info" live>
            {words.stopped}
          </Alert>
          <p>
            {words.stoppedNext} <PhoneSentence sentence={documentsText.questions} />
          </p>
          <Button onClick={again}>{words.again}</Button>
        </>
      ) : (
        <StatusCheck key={checks} event={event} onStop={() => setStopped(true)} />
      )}
    </ScreenPage>
  );
}

interface StatusCheckProps {
  readonly event: SigningEvent | undefined;
  /** The check continues on the server without this page. */
  readonly onStop: () => void;
}

function StatusCheck({ event, onStop }: StatusCheckProps) {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const links = useRef(useJourney()?.links);
  /** The job that checks the envelope, once requested. */
  const job = useRef<string>(undefined);

  const requestOnce = async (signal: AbortSignal | undefined) => {
    if (job.current) return;
    try {
      const body = event ? { event } : {};
      const response = await call(updateSignature, links.current?.signature, { body, signal });
      job.current = response.job?.href;
    } catch (failure) {
      // There is nothing to check anymore.
      if (!isRefusedAs(failure, 'not-now')) throw failure;
    }
  };

  const done = useStagedPolling<Job | undefined>({
    read: async (options) => {
      await requestOnce(options.signal);
      return job.current ? call(getJob, job.current, options) : undefined;
    },
    isFinal: (response) => response?.status !== 'PENDING' && response?.status !== 'ACTIVE',
    next: async () => {
      // Without a response the outcome stays unknown here, and the email is still sent.
      const defaultScreen = await journey.refresh().then(
        (now) => now.defaultScreen ?? 'landing',
        () => 'docusign-loading' as const,
      );
      if (defaultScreen === 'docusign-loading') onStop();
      else navigate(defaultScreen, { replace: true });
    },
    onTimeout: onStop,
  });
  return <JobWaiting stages={words.stages} done={done} promise={words.promise} />;
}
