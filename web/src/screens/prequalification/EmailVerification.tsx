// Confirms the email address from an emailed link. No step depends on it. The token is removed from the address bar at once.
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { limits } from '#contract/fields.ts';
import { activate } from '#contract/prequalification.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { emailVerificationText as words } from '../../wording/prequalification.ts';
import { pageTitles } from '../../wording/titles.ts';

const outcomes = ['done', 'bad', 'failed'] as const;
type Outcome = 'checking' | (typeof outcomes)[number];

/** Stands for the parts of a link that was opened. */
const used = '-';
const pathWithoutToken = `/email-verification/${used}/${used}`;

function outcomeBefore() {
  const { emailLink } = (window.history.state ?? {}) as { emailLink?: unknown };
  return outcomes.find((outcome) => outcome === emailLink);
}

export default function EmailVerification() {
  const { call } = useEnvironment();
  const [{ uidb64 = '', token = '' }] = useState(useParams());
  // After a reload, the link is gone from the address, and the history entry has its outcome.
  const before = useBrowserValue(outcomeBefore, undefined);
  const [name] = useState(greetedName(useSearchParams()[0].get('name')));
  const [outcome, setOutcome] = useState<Outcome>('checking');
  useEffect(() => {
    if (token === used) return undefined;
    const stop = new AbortController();
    const finish = (next: Outcome) => {
      window.history.replaceState({ ...window.history.state, emailLink: next }, '');
      setOutcome(next);
    };
    window.history.replaceState(window.history.state, '', pathWithoutToken);
    call(activate, undefined, { parameters: { uidb64, token }, signal: stop.signal })
      .then(({ status }) => finish(status ? 'done' : 'bad'))
      .catch((failure) => {
        if (stop.signal.aborted) return;
        finish(failure instanceof ApiFailure && failure.status < 500 ? 'bad' : 'failed');
      });
    return () => stop.abort();
  }, [call, uidb64, token]);

  const shown = token === used ? (before ?? 'bad') : outcome;
  if (shown === 'checking') {
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
  }[shown];
  return (
    <ScreenPage screen="email-verification" title={title} heading={heading}>
      <p role="status">{next}</p>
    </ScreenPage>
  );
}

/** Anyone can write a link, and the name in it appears in our heading, so only a plausible one is shown. */
export function greetedName(name: string | null): string | undefined {
  const trimmed = name?.trim() ?? '';
  return /^\p{L}[\p{L}\p{M} '’-]*$/u.test(trimmed) && trimmed.length <= limits.name ? trimmed : undefined;
}
