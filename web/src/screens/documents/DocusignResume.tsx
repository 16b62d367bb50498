// The emailed link opens the signing page. The token is removed from the address bar at once; this page keeps it to retry.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { resumeSignature } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { expiredSearch } from '../resume/refused-link.ts';
import { leaveFor } from './leave-for.ts';
import { afterFailedResume, afterResume, authorizationOf } from './resume-link.ts';

const words = documentsText.resume;

export default function DocusignResume() {
  const { call, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const [token] = useState(useSearchParams()[0].get('token'));
  const [state, setState] = useState<'opening' | 'failed'>('opening');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('docusign-resume'));
    if (token === null) return navigate('landing', { replace: true });
    const isDamaged = () => navigate('expired', { replace: true, search: expiredSearch('link-damaged') });
    if (token === '') return isDamaged();
    if (state === 'failed') return;
    const stop = new AbortController();
    const leaveTo = (next: ReturnType<typeof afterResume>) => {
      if ('url' in next) return leaveFor(next.url);
      // An expired token opens nothing, so it is safe to store for requesting a new link.
      if (next.screen === 'docusign-resume-expired') memory.set('expiredLink', token);
      navigate(next.screen, { replace: true });
    };
    call(resumeSignature, undefined, { headers: authorizationOf(token), signal: stop.signal })
      .then((answer) => {
        memory.set('stage', answer.marker);
        leaveTo(afterResume(answer));
      })
      .catch((failure) => {
        if (stop.signal.aborted) return;
        const next = afterFailedResume(failure);
        if (next === 'try-again') setState('failed');
        else if (next === 'damaged') isDamaged();
        else leaveTo({ screen: next });
      });
    return () => stop.abort();
  }, [call, memory, navigate, token, state]);
  return (
    <ScreenPage screen="docusign-resume" heading={words.heading} width="narrow">
      {state === 'opening' ? (
        <Waiting messages={words.messages} />
      ) : (
        <>
          <Alert kind="error">{words.failed}</Alert>
          <div>
            <Button onClick={() => setState('opening')}>{words.tryAgain}</Button>
          </div>
          <p>
            <PhoneSentence sentence={words.phone} />
          </p>
        </>
      )}
    </ScreenPage>
  );
}
