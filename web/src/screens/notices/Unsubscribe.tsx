// Stops reminders by the link in one of them: opening it is the one press. The token is removed from the address bar at once.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { unsubscribe } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { unsubscribeText as words } from '../../wording/reminders.ts';
import { pageTitles } from '../../wording/titles.ts';

type Outcome = 'working' | 'done' | 'bad' | 'failed';

export default function Unsubscribe() {
  const { call } = useEnvironment();
  const [token] = useState(useSearchParams()[0].get('token') ?? '');
  const [outcome, setOutcome] = useState<Outcome>('working');
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt sends the request again.
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('unsubscribe'));
    const stop = new AbortController();
    const { signal } = stop;
    call(unsubscribe, undefined, { headers: { Authorization: `Bearer ${token}` }, body: {}, signal })
      .then(({ status }) => setOutcome(status ? 'done' : 'bad'))
      .catch((failure) => {
        if (signal.aborted) return;
        const isRefused = failure instanceof ApiFailure && failure.status < 500 && failure.status !== 429;
        setOutcome(isRefused ? 'bad' : 'failed');
      });
    return () => stop.abort();
  }, [call, token, attempt]);
  const tryAgain = () => {
    setOutcome('working');
    setAttempt(attempt + 1);
  };

  if (outcome === 'working') {
    return (
      <ScreenPage screen="unsubscribe" heading={words.working} width="narrow">
        <Waiting messages={[words.working]} />
      </ScreenPage>
    );
  }
  const [title, heading, next] = {
    done: [pageTitles.unsubscribed, words.done, words.doneNext],
    bad: [pageTitles.unsubscribeLinkDamaged, words.bad, words.badNext],
    failed: [pageTitles.unsubscribeFailed, words.failed, words.failedNext],
  }[outcome];
  return (
    <ScreenPage
      screen="unsubscribe"
      title={title}
      heading={heading}
      above={<Drawing name={outcome === 'done' ? 'letter' : 'signal'} />}
    >
      <p role="status">{next}</p>
      {outcome === 'failed' && <Button onClick={tryAgain}>{words.again}</Button>}
    </ScreenPage>
  );
}
