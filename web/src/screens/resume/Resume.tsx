// A mailed link: its token begins a session here, and leaves the address bar at once.
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getLoanRequest, keepChoices } from '#contract/offers.ts';
import { resumeLead } from '#contract/resume.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { startDeviceSession } from '../../app/thirdParties.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { resumeWords as words } from '../../wording/resume.ts';
import { afterResume, amountFor, asFarAsAllowed, isAutoSecuredOf } from './afterResume.ts';

export default function Resume() {
  const { call, journey, settings, timers } = useEnvironment();
  const go = useGo();
  const [search] = useSearchParams();
  const [{ token, isAutoSecured }] = useState(() => ({
    token: search.get('token'),
    isAutoSecured: isAutoSecuredOf(search),
  }));
  const deviceSession = useRef<() => Promise<string | undefined>>(undefined);
  const [turn, setTurn] = useState(0);
  const [failedAt, setFailedAt] = useState<number>();

  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.history.replaceState(window.history.state, '', pathOf('resume'));
    deviceSession.current ??= startDeviceSession(settings.socure, timers);

    const open = async () => {
      // A reload has lost the token, but not the session that it began.
      if (!token) return (await journey.refresh(signal)).rest ?? 'landing';
      const socureDeviceSessionId = await deviceSession.current?.();
      if (signal.aborted) return undefined;
      const answer = await call(resumeLead, undefined, {
        headers: { Authorization: `Bearer ${token}` },
        body: { ...(socureDeviceSessionId && { socureDeviceSessionId }) },
        signal,
      });
      const next = afterResume(answer);
      if (next === 'error' || next === 'expired') return next;
      const now = await journey.refresh(signal);
      if (now.rest === 'offers' && isAutoSecured !== undefined) await keepVehicle(isAutoSecured, signal);
      return asFarAsAllowed(next, now);
    };

    /** The link's choice, where there are offers with a vehicle; without it the offers begin as they would. */
    const keepVehicle = async (isLoanAutoSecured: boolean, signal: AbortSignal) => {
      const { links, choices } = journey.get() ?? {};
      if (!links?.loanRequest || !choices || choices.isLoanAutoSecured === isLoanAutoSecured) return;
      try {
        const request = await call(getLoanRequest, links.loanRequest, { signal });
        const loanAmount = amountFor(isLoanAutoSecured, request, choices);
        if (!request.choices || loanAmount === undefined) return;
        await call(keepChoices, request.choices.href, { body: { loanAmount, isLoanAutoSecured }, signal });
      } catch {
        // The applicant can still choose it on the page.
      }
    };

    open()
      .then((next) => {
        if (next && !signal.aborted) latest.current(next, { replace: true });
      })
      .catch((failure) => {
        if (signal.aborted) return;
        const errors = failure instanceof ApiFailure ? failure.errors : undefined;
        const refused = failure instanceof ApiFailure && failure.status < 500 && failure.status !== 429;
        if (!refused) setFailedAt(turn);
        else {
          const messages = (errors ?? []).map(({ message }) => ({ message: String(message) }));
          latest.current(messages.length > 0 ? afterResume({ errors: messages }) : 'error', {
            replace: true,
          });
        }
      });
    return () => stop.abort();
  }, [call, journey, settings, timers, token, isAutoSecured, turn]);

  return (
    <ScreenPage screen="resume" heading={words.heading} width="narrow">
      {failedAt === turn ? (
        <>
          <Alert kind="error">{words.unreachable}</Alert>
          <div>
            <Button onClick={() => setTurn(turn + 1)}>{words.again}</Button>
          </div>
        </>
      ) : (
        <Waiting messages={words.messages} />
      )}
    </ScreenPage>
  );
}
