// The mailed link opens the signing page. The address bar loses the token at once.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { resumeSignature } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { leaveFor } from './leaveFor.ts';
import { afterFailedResume, afterResume, authorizationOf, keepExpiredToken } from './resumeLink.ts';

const words = documentsWords.resume;

export default function DocusignResume() {
  const { call } = useEnvironment();
  const go = useGo();
  const [token] = useState(useSearchParams()[0].get('token'));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('docusign-resume'));
    if (!token) return go('landing', { replace: true });
    const stop = new AbortController();
    call(resumeSignature, undefined, { headers: authorizationOf(token), signal: stop.signal })
      .then((answer) => {
        const next = afterResume(answer);
        if ('url' in next) return leaveFor(next.url);
        if (next.screen === 'docusign-resume-expired') keepExpiredToken(token);
        go(next.screen, { replace: true });
      })
      .catch((failure) => {
        if (stop.signal.aborted) return;
        const screen = afterFailedResume(failure);
        if (screen === 'docusign-resume-expired') keepExpiredToken(token);
        go(screen, { replace: true });
      });
    return () => stop.abort();
  }, [call, go, token]);
  return (
    <ScreenPage screen="docusign-resume" heading={words.heading} width="narrow">
      <Waiting messages={words.messages} />
    </ScreenPage>
  );
}
