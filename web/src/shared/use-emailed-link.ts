import { useCallback, useState } from 'react';
import { emailResumeLink } from '#contract/resume.ts';
import { isRefusedAs, reasonOf } from '../api/failures.ts';
import { useEnvironment } from '../journey/environment.ts';
import { emailedLinkText } from '../wording/session.ts';

type LinkRequest =
  /**
   * `nameless`: the browser has no session, so only an email address can name the application. `nothing`: no link opens it.
   */
  | { readonly state: 'ready' | 'busy' | 'nameless' | 'nothing' }
  /** The address, if this browser may show it. */
  | { readonly state: 'sent'; readonly email: string | undefined }
  | { readonly state: 'failed'; readonly why: string };

/** Without the token of an expired link, the session or the email address names the application. */
export function useEmailedLink(token?: string) {
  const { call } = useEnvironment();
  const [request, setRequest] = useState<LinkRequest>({ state: 'ready' });
  const send = useCallback(
    async (email?: string) => {
      setRequest({ state: 'busy' });
      try {
        const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
        const answer = await call(emailResumeLink, undefined, { body: { ...(email && { email }) }, headers });
        setRequest(answer.status === 'sent' ? { state: 'sent', email: answer.email } : { state: 'nothing' });
      } catch (failure) {
        if (isRefusedAs(failure, 'no-session')) return setRequest({ state: 'nameless' });
        const why = isRefusedAs(failure, 'too-many') ? reasonOf(failure) : undefined;
        setRequest({ state: 'failed', why: why ?? emailedLinkText.failed });
      }
    },
    [call, token],
  );
  return { request, send };
}
