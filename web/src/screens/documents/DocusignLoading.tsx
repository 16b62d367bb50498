// Back from the signing page: the server looks at the envelope, and what it finds decides where to go.
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { updateSignature } from '#contract/documents.ts';
import { getJob } from '#contract/jobs.ts';
import { ApiFailure } from '../../api/failures.ts';
import { holdHeaders } from '../../api/polling.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { usePolling } from '../../app/usePolling.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { afterSigning, signingEventOf } from './afterSigning.ts';

const words = documentsWords.signing;

type Ended = 'SUCCESS' | 'FAILURE' | undefined;

export default function DocusignLoading() {
  const { call, journey } = useEnvironment();
  const go = useGo();
  const links = useRef(useJourney()?.links);
  const [event] = useState(signingEventOf(useSearchParams()[0]));
  /** The look at the envelope, once it is asked for. */
  const job = useRef<string>(undefined);

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
      // Asked before, by this page loaded earlier: the look goes on.
      job.current = links.current?.job;
    }
  };

  usePolling<{ readonly final: boolean; readonly ended: Ended }>({
    read: async (signal) => {
      await askOnce(signal);
      if (!job.current) return { final: true, ended: undefined };
      const { status } = await call(getJob, job.current, { headers: holdHeaders, signal });
      return status === 'SUCCESS' || status === 'FAILURE'
        ? { final: true, ended: status }
        : { final: false, ended: undefined };
    },
    isFinal: ({ final }) => final,
    next: async ({ ended }) => {
      // A decline, or a fault, is kept by the server: where it rests is the truth.
      const { rest } = await journey.refresh();
      const to = afterSigning(event, ended);
      go(to === 'error' && rest && rest !== 'docusign-loading' ? rest : to, { replace: true });
    },
  });
  return (
    <ScreenPage screen="docusign-loading" heading={words.heading} width="narrow">
      <Waiting messages={words.messages} note={words.note} />
    </ScreenPage>
  );
}
