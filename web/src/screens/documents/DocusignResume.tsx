// The emailed link to sign, in another browser after a text code. Its token leaves the address bar at once;
// this page holds it for a retry. Without one, the session of this browser opens the documents.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getSignature, resumeSignature } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { linkToken } from '../../journey/opened-link.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { expiredSearch } from '../resume/refused-link.ts';
import { afterFailedResume, afterResume, authorizationOf } from './resume-link.ts';

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
    const leaveTo = (next: ReturnType<typeof afterResume>) => {
      if ('url' in next) return leaveFor(next.url);
      // An expired token opens nothing, so it is safe to store for requesting a new link.
      if (next.screen === 'docusign-resume-expired' && token) memory.set('expiredLink', token);
      navigate(next.screen, { replace: true });
    };
    const { signal } = stop;
    const open = async (): Promise<ReturnType<typeof afterResume>> => {
      if (token === null) {
        const { links, defaultScreen } = await journey.refresh(signal);
        if (!links.signature) return { screen: defaultScreen ?? 'landing' };
        const query = { signing_ceremony: 'true' } as const;
        return { url: (await call(getSignature, links.signature, { query, signal })).docusignUrl };
      }
      const answer = await call(resumeSignature, undefined, { headers: authorizationOf(token), signal });
      memory.set('stage', answer.stageMarker);
      if (answer.requiresCode) memory.set('opening', 'docusign-resume');
      return afterResume(answer);
    };
    open()
      .then((next) => {
        if (!signal.aborted) leaveTo(next);
      })
      .catch((failure) => {
        if (stop.signal.aborted) return;
        const next = afterFailedResume(failure);
        if (next === 'try-again') setState('failed');
        else if (next === 'damaged') isDamaged();
        else leaveTo({ screen: next });
      });
    return () => stop.abort();
  }, [call, journey, memory, navigate, token, state]);
  // The browser may restore this page as it was when it left for the signing page.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setState('failed');
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
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
            <PhoneSentence sentence={words.phone} />
          </p>
        </>
      )}
    </ScreenPage>
  );
}
