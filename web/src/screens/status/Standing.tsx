// Where an application stands, told to its applicant.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ApplicationStatus } from '#contract/application-status.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { LoanCard } from '../../shared/LoanCard.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useWeekdayText } from '../../shared/use-day-text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Stations } from '../../ui/Stations.tsx';
import { weekdayOf } from '../../wording/format.ts';
import { statusText as words } from '../../wording/status.ts';
import styles from './Status.module.css';

// The server leaves it out, because a press on it would be lost until it is alive.
const Withdraw = lazy(() => import('../../shared/Withdraw.tsx'));

interface StandingProps {
  readonly status: ApplicationStatus;
  /** Where the application goes on, or says more of how it ended. */
  readonly rest: ScreenName;
}

export function Standing({ status, rest }: StandingProps) {
  const { heading, says, button, next, done, since, expiry, moneyArrivesOn } = status;
  const { day, moment } = useWeekdayText();
  const { links, loan } = useJourney() ?? {};
  const isHydrated = useSyncExternalStore(never, inBrowser, onServer);
  const dates = [
    ...(expiry ? [{ label: expiry.label, value: day(expiry.at) }] : []),
    ...(moneyArrivesOn ? [{ label: words.arrives, value: weekdayOf(moneyArrivesOn) }] : []),
  ];
  return (
    <ScreenPage
      screen="status"
      heading={heading}
      lead={says}
      side={loan?.amount === undefined ? <BranchContact /> : <LoanCard loan={loan} />}
    >
      {dates.length > 0 && (
        <Card>
          <Figures list figures={dates} />
        </Card>
      )}
      {button && (
        <div>
          <ButtonLink href={pathOf(rest)}>{button}</ButtonLink>
        </div>
      )}
      <Card title={words.timeline}>
        <Stations
          label={words.timeline}
          stations={[
            ...done.map(({ what, at }) => ({ title: what, text: moment(at), at: 'done' as const })),
            { title: heading, text: words.since(moment(since)), at: 'current' },
            ...next.map((title) => ({ title, at: 'ahead' as const })),
          ]}
        />
      </Card>
      {isHydrated && (links?.withdraw || links?.paperNotices) && (
        <section className={styles.out} aria-label={words.withdrawTitle}>
          <Suspense fallback={null}>
            <Withdraw />
          </Suspense>
        </section>
      )}
    </ScreenPage>
  );
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;
