// Opens a partner's link or an emailed one: its token starts a session, and is removed from the address bar at once.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import { type LinkRefusal, resumeLead } from '#contract/resume.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { isFinalRefusal, isRefusedAs } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { linkToken } from '../../journey/opened-link.ts';
import { startDeviceSession } from '../../journey/third-party-scripts.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { resumeText as words } from '../../wording/resume.ts';
import { expiredSearch, refusedLink } from './refused-link.ts';

export default function Resume() {
  const { call, journey, memory, settings, timers } = useEnvironment();
  const navigate = useNavigateTo();
  const [search] = useSearchParams();
  const [{ token, isAutoSecured, isForDocuments }] = useState(() => ({
    token: linkToken(search),
    isAutoSecured: isAutoSecuredOf(search),
    // The status page lists the applicant's documents.
    isForDocuments: search.get('opens') === 'documents',
  }));
  const hasDeviceSession = useRef(false);
  const [turn, setTurn] = useState(0);
  const [failedAt, setFailedAt] = useState<number>();

  const replaceWith = useEffectEvent((screen: ScreenName, search = '') =>
    navigate(screen, { replace: true, search }),
  );
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.history.replaceState(window.history.state, '', pathOf('resume'));

    const open = async (): Promise<AfterResume> => {
      // A reload loses the token, but not the session.
      if (token === '') return { screen: 'expired', because: 'link-damaged' };
      if (token === null) return { screen: (await journey.refresh(signal)).defaultScreen ?? 'landing' };
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await call(resumeLead, undefined, { headers, body: { isAutoSecured }, signal });
      const refusal = refusedBy(answer);
      if (refusal) return refusal;
      // The offers start with this choice, even several steps later.
      if (isAutoSecured !== undefined) memory.set('vehicle', isAutoSecured ? 'yes' : 'no');
      const now = await journey.refresh(signal);
      if (isForDocuments && !now.isReturning) return { screen: 'status' };
      if (isForDocuments) memory.set('opening', 'status');
      // Only after the exchange does another site's script load. Its id is sent later, while the applicant continues.
      if (isUndecided(now) && !hasDeviceSession.current) {
        hasDeviceSession.current = true;
        startDeviceSession(settings.socure, timers, {
          onId: (id) => {
            call(resumeLead, undefined, { headers, body: { socureDeviceSessionId: id } }).catch(() => {});
          },
        });
      }
      return { screen: afterResume(answer, now) };
    };

    open()
      .then((next) => {
        if (signal.aborted) return;
        if (next.because && token) refusedLink.token = token;
        replaceWith(next.screen, next.because && expiredSearch(next.because));
      })
      .catch((failure) => {
        if (signal.aborted) return;
        if (isRefusedAs(failure, 'session-ended')) replaceWith('session-ended');
        else if (isFinalRefusal(failure)) replaceWith('error');
        else setFailedAt(turn);
      });
    return () => stop.abort();
  }, [call, journey, memory, settings, timers, token, isAutoSecured, isForDocuments, turn]);

  return (
    <ScreenPage screen="resume" heading={words.heading} width="narrow">
      {failedAt !== undefined ? (
        <LoadFailed busy={failedAt !== turn} onRetry={() => setTurn(turn + 1)}>
          {words.unreachable}
        </LoadFailed>
      ) : (
        <Waiting messages={words.messages} />
      )}
    </ScreenPage>
  );
}

type Resumed = Pick<ResponseOf<typeof resumeLead>, 'errors' | 'updateLead'>;

interface AfterResume {
  readonly screen: ScreenName;
  /** The reason that the expired page shows. */
  readonly because?: LinkRefusal;
}

/** Where a refused link leads; undefined when the link opens its application. */
export function refusedBy({ errors = [] }: Resumed): AfterResume | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  if (error.message === 'Application error') return { screen: 'error' };
  return { screen: 'expired', ...(error.code && { because: error.code }) };
}

/** The details screen if they are outdated, else the application's current screen: the offers, until one is accepted. */
export function afterResume({ updateLead }: Resumed, { defaultScreen }: Pick<Journey, 'defaultScreen'>) {
  return updateLead ? 'update-application-details' : (defaultScreen ?? 'landing');
}

/** Whether the fraud check is still to come, for a lead's applicant. */
export const isUndecided = ({ defaultScreen, isReturning }: Pick<Journey, 'defaultScreen' | 'isReturning'>) =>
  defaultScreen === 'update-application-details' || (defaultScreen === 'phone-check' && isReturning !== true);

/** A link's choice about the vehicle, if it has one. */
export function isAutoSecuredOf(search: URLSearchParams): boolean | undefined {
  const value = search.get('is_auto_secured')?.toLowerCase();
  if (value === undefined) return undefined;
  return value === 'true' || value === '1';
}
