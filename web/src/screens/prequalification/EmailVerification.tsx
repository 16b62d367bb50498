// Confirms the email address from an emailed link. No step depends on it. The token is removed from the address bar at once.
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { activate } from '#contract/prequalification.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { emailVerificationText as words } from '../../wording/prequalification.ts';
import { pageTitles } from '../../wording/titles.ts';
import { greetedName } from './greeted-name.ts';

type Outcome = 'checking' | 'done' | 'bad' | 'failed';

export default function EmailVerification() {
  const { call } = useEnvironment();
  const [{ uidb64 = '', token = '' }] = useState(useParams());
  const [name] = useState(greetedName(useSearchParams()[0].get('name')));
  const [outcome, setOutcome] = useState<Outcome>('checking');
  useEffect(() => {
    const stop = new AbortController();
    window.history.replaceState(window.history.state, '', '/email-verification');
    call(activate, undefined, { parameters: { uidb64, token }, signal: stop.signal })
      .then(({ status }) => setOutcome(status ? 'done' : 'bad'))
      .catch((failure) => {
        if (stop.signal.aborted) return;
        setOutcome(failure instanceof ApiFailure && failure.status < 500 ? 'bad' : 'failed');
      });
    return () => stop.abort();
  }, [call, uidb64, token]);

  if (outcome === 'checking') {
    return (
      <ScreenPage screen="email-verification" heading={words.checking} width="narrow">
        <Waiting messages={[words.checking]} />
      </ScreenPage>
    );
  }
  const [title, heading, next] = {
    done: [pageTitles.emailConfirmed, name ? words.greeting(name) : words.doneHeading, words.doneNext],
    bad: [pageTitles.emailLinkInvalid, words.badHeading, words.badNext],
    failed: [pageTitles.emailFailed, words.failedHeading, words.failedNext],
  }[outcome];
  return (
    <ScreenPage
      screen="email-verification"
      title={title}
      heading={heading}
      above={<Drawing name={outcome === 'done' ? 'verified' : 'signal'} />}
    >
      <p role="status">{next}</p>
    </ScreenPage>
  );
}
