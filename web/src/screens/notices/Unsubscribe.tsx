// Stops reminders by the link in one of them: opening it is the one press.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { unsubscribe } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { isFinalRefusal } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useKeptLink } from '../../shared/use-kept-link.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { unsubscribeText as words } from '../../wording/reminders.ts';
import { pageTitles } from '../../wording/titles.ts';

export default function Unsubscribe() {
  const { call } = useEnvironment();
  const inAddress = useSearchParams()[0].get('token');
  const { token, outcome, isMissing, finish } = useKeptLink<'done' | 'bad'>(pathOf('unsubscribe'), inAddress);
  const [attempt, setAttempt] = useState(1);
  const [failedAt, setFailedAt] = useState<number>();
  useEffect(() => {
    if (token === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    call(unsubscribe, undefined, { headers: { Authorization: `Bearer ${token}` }, body: {}, signal })
      .then(({ status }) => finish(status ? 'done' : 'bad'))
      .catch((failure) => {
        if (signal.aborted) return;
        if (isFinalRefusal(failure)) finish('bad');
        else setFailedAt(attempt);
      });
    return () => stop.abort();
  }, [call, token, attempt, finish]);

  const shown = outcome ?? (isMissing ? 'bad' : failedAt && 'failed');
  if (!shown) {
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
  }[shown];
  return (
    <ScreenPage screen="unsubscribe" title={title} heading={heading}>
      {shown === 'failed' ? (
        <LoadFailed busy={failedAt !== attempt} onRetry={() => setAttempt(attempt + 1)}>
          {words.failedNext}
        </LoadFailed>
      ) : (
        <p role="status">{next}</p>
      )}
    </ScreenPage>
  );
}
