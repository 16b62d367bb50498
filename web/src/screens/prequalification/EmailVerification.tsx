// Confirms the email address from an emailed link. No step depends on it.
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { limits } from '#contract/fields.ts';
import { activate } from '#contract/prequalification.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useKeptLink } from '../../shared/use-kept-link.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { emailVerificationText as words } from '../../wording/prequalification.ts';
import { pageTitles } from '../../wording/titles.ts';

/** Stands for the parts of a link that was opened. */
const used = '-';
const pathWithoutToken = `/email-verification/${used}/${used}`;

export default function EmailVerification() {
  const { call } = useEnvironment();
  const { uidb64, token } = useParams();
  const link = useKeptLink<'done' | 'bad' | 'failed'>(
    pathWithoutToken,
    token === used ? undefined : `${uidb64}/${token}`,
  );
  const [name] = useState(greetedName(useSearchParams()[0].get('name')));
  const { token: opened, finish } = link;
  useEffect(() => {
    if (opened === undefined) return undefined;
    const [uidb64 = '', token = ''] = opened.split('/');
    const stop = new AbortController();
    call(activate, undefined, { parameters: { uidb64, token }, signal: stop.signal })
      .then(({ status }) => finish(status ? 'done' : 'bad'))
      .catch((failure) => {
        if (stop.signal.aborted) return;
        finish(failure instanceof ApiFailure && failure.status < 500 ? 'bad' : 'failed');
      });
    return () => stop.abort();
  }, [call, opened, finish]);

  const shown = link.outcome ?? (link.isMissing && 'bad');
  if (!shown) {
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
