import { Suspense } from 'react';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useIsHydrated } from '../../lib/use-browser-value.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { deadlineWeekday, useOwnTime } from '../../shared/use-day-text.ts';
import { useMoneyPromise } from '../../shared/use-money-promise.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/class-names.ts';
import { Tick } from '../../ui/Tick.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { promised } from '../../wording/money.ts';
import { statusText as words } from '../../wording/status.ts';
import { byDay } from './by-day.ts';
import styles from './Status.module.css';

// Loaded later, because what is next is read first. The server renders it along with the page.
const SidePanel = lazyPart(() => import('../../shared/SidePanel.tsx'));

// The server leaves it out, because a press on it would be lost until it is hydrated.
const Withdraw = lazyPart(() => import('../../shared/Withdraw.tsx'));

interface StatusDetailsProps {
  readonly status: ApplicationStatus;
  /** Where the application continues, or explains how it ended. */
  readonly defaultScreen: ScreenName;
}

/** Who has the next step. */
export const Turn = ({ phase }: { readonly phase: 'live' | 'waiting' }) => (
  <p className={classes(styles.turn, phase === 'live' && styles.live)}>{words.turn[phase]}</p>
);

export const LoanBeside = () => (
  <Suspense fallback={null}>
    <SidePanel screen="status" />
  </Suspense>
);

export function StatusDetails({ status, defaultScreen }: StatusDetailsProps) {
  const { heading, button, next, done, since, expiry, cancel, documents } = status;
  const promise = useMoneyPromise();
  const { day, time } = useOwnTime();
  const links = useJourney()?.links;
  const isHydrated = useIsHydrated();
  return (
    <>
      {(button || expiry || promise) && (
        <div className={styles.act}>
          {button && <ButtonLink href={pathOf(defaultScreen)}>{button}</ButtonLink>}
          {promise && <p>{promised(promise)}</p>}
          {expiry && (
            <p>
              {expiry.label} <strong>{deadlineWeekday(expiry.at)}</strong>
            </p>
          )}
        </div>
      )}
      <DocumentFiles files={documents} />
      <Card title={words.next}>
        <Timeline
          label={words.next}
          stations={[
            { title: heading, text: words.since(day(since), time(since)), at: 'current' },
            ...next.map((title) => ({ title, at: 'ahead' as const })),
          ]}
        />
      </Card>
      <Card title={words.done}>
        {byDay(done, day).map((one) => (
          <section key={one.day} className={styles.day}>
            <h3>{one.day}</h3>
            <ul>
              {one.done.map(({ what, at }) => (
                <li key={what}>
                  <span className={styles.tick}>
                    <Tick />
                  </span>
                  <span>{what}</span>
                  <time dateTime={at}>{time(at)}</time>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
      {isHydrated && (links?.withdraw || links?.paperNotices) && (
        <section className={styles.out} aria-label={words.out}>
          {cancel && (
            <p>
              {cancel.label} <strong>{words.at(day(cancel.at), time(cancel.at))}</strong>.
            </p>
          )}
          <Suspense fallback={null}>
            <Withdraw />
          </Suspense>
        </section>
      )}
    </>
  );
}
