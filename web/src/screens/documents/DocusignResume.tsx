// The emailed link to sign, in another browser after a text code. Its token leaves the address bar at once;
// this page holds it for a retry. Without one, the session of this browser opens the documents.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getSignature, resumeSignature } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { ApiFailure, NetworkFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { linkToken } from '../../journey/opened-link.ts';
import { leaveFor, useRestoredPage } from '../../lib/leave-for.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { expiredSearch } from '../resume/refused-link.ts';

const words = documentsText.resume;

export default function DocusignResume() {
  const { call, journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const [token] = useState(linkToken(useSearchParams()[0]));
  const [state, setState] = useState<'opening' | 'failed' | 'opening-again'>('opening');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('docusign-resume'));
    const isDamaged = () => navigate('expired', { replace: true, search: expiredSearch('link-damaged') });
    if (token === '') return isDamaged();
    if (state === 'failed') return;
    const stop = new AbortController();
    const { signal } = stop;
    const leaveTo = (next: AfterResume) => {
      if ('url' in next) return leaveFor(next.url);
      // An expired token opens nothing, so it is safe to store for requesting a new link.
      if (next.screen === 'docusign-resume-expired' && token) memory.set('expiredLink', token);
      navigate(next.screen, { replace: true });
    };
    const open = async (): Promise<AfterResume> => {
      if (token === null) {
        const { links, defaultScreen } = await journey.refresh(signal);
        if (!links.signature) return { screen: defaultScreen ?? 'landing' };
        const query = { signing_ceremony: 'true' } as const;
        return { url: (await call(getSignature, links.signature, { query, signal })).docusignUrl };
      }
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await call(resumeSignature, undefined, { headers, signal });
      memory.set('stage', answer.stageMarker);
      if (answer.requiresCode) memory.set('opening', 'docusign-resume');
      return afterResume(answer);
    };
    open()
      .then((next) => {
        if (!signal.aborted) leaveTo(next);
      })
      .catch((failure) => {
        if (signal.aborted) return;
        const next = afterFailedResume(failure);
        if (next === 'try-again') setState('failed');
        else if (next === 'damaged') isDamaged();
        else leaveTo({ screen: next });
      });
    return () => stop.abort();
  }, [call, journey, memory, navigate, token, state]);
  useRestoredPage(() => setState('failed'));
  return (
    <ScreenPage screen="docusign-resume" heading={words.heading} width="narrow">
      {state === 'opening' ? (
        <Waiting messages={words.messages} />
      ) : (
        <>
          <LoadFailed busy={state === 'opening-again'} onRetry={() => setState('opening-again')}>
            {words.failed}
          </LoadFailed>
          <p>
            <PhoneSentence sentence={documentsText.questions} />
          </p>
        </>
      )}
    </ScreenPage>
  );
}

type Resumed = Pick<ResponseOf<typeof resumeSignature>, 'docusignUrl' | 'status' | 'errors' | 'requiresCode'>;

type AfterResume = { readonly url: string } | { readonly screen: ScreenName };

/** The signing page's address, or the screen that explains why there is none. */
export function afterResume(response: Resumed): AfterResume {
  if (response.requiresCode) return { screen: 'phone-check' };
  if (response.docusignUrl) return { url: response.docusignUrl };
  if (response.status === 'declined') return { screen: 'docusign-incomplete' };
  // Already signed, here or on another device. The guard redirects applicants who are further along.
  if (response.status === 'completed') return { screen: 'docusign-success' };
  const isExpired = response.status === 'expired' || response.errors?.some(({ code }) => code === 'expired');
  return { screen: isExpired ? 'docusign-resume-expired' : 'error' };
}

/** A dropped connection or a silent signing service is temporary, and the link still works. */
export function afterFailedResume(failure: unknown): ScreenName | 'try-again' | 'damaged' {
  if (failure instanceof NetworkFailure) return 'try-again';
  if (!(failure instanceof ApiFailure)) return 'error';
  // A reload without the link, in a browser whose session is over.
  if (failure.has('session-ended')) return 'session-ended';
  if (failure.has('expired')) return 'docusign-resume-expired';
  if (failure.has('not-found')) return 'damaged';
  return failure.status >= 500 || failure.has('too-many') ? 'try-again' : 'error';
}
