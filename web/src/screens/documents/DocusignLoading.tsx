// Back from the signing page: the server checks the envelope's status, whatever the address says. When the signing service is
// slow, the page says so.
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type SigningEvent, updateSignature } from '#contract/documents.ts';
import { getJob } from '#contract/jobs.ts';
import { ApiFailure } from '../../api/failures.ts';
import { longPollHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { signingEventOf } from './signing-events.ts';

const words = documentsText.signing;
/** A check takes seconds. After this long the page says that the applicant may leave. */
const slowAfter = 45_000;

export default function DocusignLoading() {
  const [event] = useState(signingEventOf(useSearchParams()[0]));
  const [checks, setChecks] = useState(0);
  const [status, setStatus] = useState<'checking' | 'late' | 'stopped'>('checking');
  const again = () => {
    setStatus('checking');
    setChecks(checks + 1);
  };
  return (
    <ScreenPage screen="docusign-loading" heading={words.heading} width="narrow">
      {status !== 'stopped' && (
        <StatusCheck
          key={checks}
          event={event}
          note={status === 'checking' ? words.note : undefined}
          onLate={() => setStatus('late')}
          onStop={() => setStatus('stopped')}
        />
      )}
      {status !== 'checking' && (
        <>
          <Alert kind="info" live>
            {status === 'stopped' ? words.stopped : words.late}
          </Alert>
          <p>
            {status === 'stopped' ? words.stoppedNext : words.lateNext}{' '}
            <PhoneSentence sentence={words.latePhone} />
          </p>
        </>
      )}
      {status === 'stopped' && (
        <div>
          <Button onClick={again}>{words.again}</Button>
        </div>
      )}
    </ScreenPage>
  );
}

interface StatusCheckProps {
  readonly event: SigningEvent | undefined;
  readonly note: string | undefined;
  readonly onLate: () => void;
  /** The check continues on the server without this page. */
  readonly onStop: () => void;
}

function StatusCheck({ event, note, onLate, onStop }: StatusCheckProps) {
  const { call, journey, timers } = useEnvironment();
  const navigate = useNavigateTo();
  const links = useRef(useJourney()?.links);
  /** The job that checks the envelope, once requested. */
  const job = useRef<string>(undefined);
  const began = useRef(timers.now());

  const askOnce = async (signal: AbortSignal | undefined) => {
    if (job.current) return;
    try {
      const answer = await call(updateSignature, links.current?.signature, {
        body: event ? { event } : {},
        signal,
      });
      job.current = answer.job?.href;
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.has('not-now')) throw failure;
      // There is nothing to check anymore.
    }
  };

  usePolling<boolean>({
    read: async (signal) => {
      if (timers.now() - began.current > slowAfter) onLate();
      await askOnce(signal);
      if (!job.current) return true;
      const { status } = await call(getJob, job.current, { headers: longPollHeaders, signal });
      return status === 'SUCCESS' || status === 'FAILURE';
    },
    isFinal: (isOver) => isOver,
    next: async () => {
      // Without an answer the outcome stays unknown here, and the email still comes.
      const rest = await journey.refresh().then(
        (now) => now.rest ?? 'landing',
        () => 'docusign-loading' as const,
      );
      if (rest === 'docusign-loading') onStop();
      else navigate(rest, { replace: true });
    },
    onTimeout: onStop,
  });
  return <Waiting messages={words.messages} {...(note && { note })} />;
}
