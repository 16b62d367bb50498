// The application's status: what was done when, what is next, and the exits. Without a session, it shows nothing of one.
import { useState } from 'react';
import { type ApplicationStatus, getApplicationStatus } from '#contract/application-status.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney, useJourneyLoading } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useIsHydrated } from '../../lib/use-browser-value.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage, type ScreenPageProps } from '../../shared/ScreenPage.tsx';
import { deadlineWeekday, useMomentText } from '../../shared/use-day-text.ts';
import { useMoneyPromise } from '../../shared/use-money-promise.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tick } from '../../ui/Tick.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { promised } from '../../wording/money.ts';
import { statusText as words } from '../../wording/status.ts';
import { LinkByEmail } from '../resume/LinkByEmail.tsx';
import styles from './Status.module.css';

// Loaded later, because what is next is read first. The server renders it along with the page.
const SidePanel = lazyPart(() => import('../../shared/SidePanel.tsx'));

// The server leaves them out, because a press on them would be lost until they are hydrated.
const SignedIn = lazyPart(() => import('./SignedIn.tsx'));

const Withdraw = lazyPart(() => import('../../shared/Withdraw.tsx'));

export default function Status() {
  const { journey, memory } = useEnvironment();
  const now = useJourney();
  const isLoadingNow = useJourneyLoading();
  // A page that was rendered without an application keeps its form, and what was typed in it, while the browser looks for one.
  const [beganLoading] = useState(isLoadingNow);
  const isLoading = isLoadingNow && beganLoading;
  const status = useServerQuery(getApplicationStatus, now?.links.status);
  // An open application may continue meanwhile, here or in another tab.
  usePolling<ApplicationStatus | undefined>({
    read: async (signal) => {
      await journey.refresh(signal).catch(() => {});
      return journey.get()?.links.status === undefined ? undefined : (await status.refetch()).data;
    },
    isFinal: (answer) => answer?.phase !== 'waiting',
    pace: 'background',
  });
  // A session that has ended shows nothing anymore, whatever was read before.
  const hasEnded = status.error instanceof ApiFailure && [401, 404].includes(status.error.status);
  // One page with several appearances: its heading keeps the focus.
  return <ScreenPage screen="status" {...look()} />;

  function look(): Omit<ScreenPageProps, 'screen'> {
    if (now?.isReturning) {
      const { heading, lead } = words.code;
      return {
        heading,
        lead,
        children: (
          // A link began the session: the text code must be entered first.
          <ButtonLink href={pathOf('phone-check')} onClick={() => memory.set('opening', 'status')}>
            {words.code.button}
          </ButtonLink>
        ),
      };
    }
    if (hasEnded || (now?.defaultScreen === undefined && !isLoading)) {
      const { heading, lead } = words.noApplication;
      return { heading, lead, children: <NoApplication /> };
    }
    if (status.data && now?.defaultScreen) {
      const { heading, text } = status.data;
      return {
        heading,
        lead: text,
        side: <SidePanel screen="status" />,
        children: (
          <StatusDetails status={status.data} defaultScreen={now.defaultScreen} reload={status.refetch} />
        ),
      };
    }
    return {
      heading: words.loading,
      children: <WaitForRead read={status} loading={words.loading} failed={words.failed} />,
    };
  }
}

/** Without a session, the emailed link leads back to the application. */
function NoApplication() {
  const { call, apply, applyButton } = words.noApplication;
  return (
    <>
      <Card>
        <LinkByEmail />
      </Card>
      <p>
        <PhoneSentence sentence={call} />
      </p>
      <p>{apply}</p>
      <ButtonLink kind="secondary" href={pathOf('landing')}>
        {applyButton}
      </ButtonLink>
    </>
  );
}

interface StatusDetailsProps {
  readonly status: ApplicationStatus;
  /** Where the application continues, or explains how it ended. */
  readonly defaultScreen: ScreenName;
  readonly reload: () => Promise<unknown>;
}

function StatusDetails({ status, defaultScreen, reload }: StatusDetailsProps) {
  const { phase, button, asked, expiry, cancel, documents, signedIn } = status;
  const [hasSignedOut, setSignedOut] = useState(false);
  const promise = useMoneyPromise();
  const momentText = useMomentText();
  const links = useJourney()?.links;
  const isHydrated = useIsHydrated();
  return (
    <>
      {(button || expiry || promise) && (
        <div className={styles.act}>
          {button && (
            <ButtonLink href={pathOf(defaultScreen)} kind={phase === 'waiting' ? 'secondary' : 'primary'}>
              {button}
            </ButtonLink>
          )}
          {promise && <p>{promised(promise)}</p>}
          {expiry && (
            <p>
              <span>{expiry.label}</span> <strong>{deadlineWeekday(expiry.at)}</strong>
            </p>
          )}
        </div>
      )}
      {asked.length > 0 && (
        <Card title={words.asked}>
          <ul className={styles.asked}>
            {asked.map(({ kind, what, why, until, status: now }) => (
              <li key={what}>
                <span className={styles.tick}>{now !== 'open' && <Tick />}</span>
                <span>
                  <strong>{what}</strong> <span>{why}</span>{' '}
                  {until && <span>{words.until(deadlineWeekday(until))}</span>}
                </span>
                {now !== 'open' && <span>{words.given[now]}</span>}
                {now === 'open' && kind !== 'call' && (
                  <LinkTo screen={kind === 'document' ? 'verification-documents' : defaultScreen}>
                    {words.give[kind]}
                  </LinkTo>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <DocumentFiles files={documents} />
      <Card title={words.timeline}>
        <Timeline label={words.timeline} stations={stationsOf(status, momentText)} />
      </Card>
      {isHydrated && (signedIn.length > 0 || hasSignedOut) && (
        <SignedIn
          sessions={signedIn}
          hasSignedOut={hasSignedOut}
          onSignedOut={() => {
            setSignedOut(true);
            return reload();
          }}
        />
      )}
      {isHydrated && (links?.withdraw || links?.paperNotices) && (
        <section className={styles.out} aria-label={words.out}>
          {cancel && (
            <p>
              {cancel.label} <strong>{momentText(cancel.at, 'named')}</strong>.
            </p>
          )}
          <Withdraw />
        </section>
      )}
    </>
  );
}

/** What was done, whose turn it is, and what is ahead, in the order of time. */
function stationsOf(
  { done, next, phase }: Pick<ApplicationStatus, 'done' | 'next' | 'phase'>,
  momentText: (instant: string) => string,
) {
  return [
    ...done.map(({ what, at }) => ({ title: what, text: momentText(at), at: 'done' as const })),
    ...next.map((title, index) =>
      index === 0 && phase !== 'ended'
        ? { title, text: words.turn[phase], at: 'current' as const }
        : { title, at: 'ahead' as const },
    ),
  ];
}
