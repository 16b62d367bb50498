// Offers at the end of a step to finish later or on another device, or to withdraw.
import { lazy, type ReactNode, Suspense } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { useIsHydrated } from '../lib/use-browser-value.ts';
import { Fold } from '../ui/Fold.tsx';
import { finishLaterText } from '../wording/session.ts';
import styles from './FinishLater.module.css';
import { MailedLink } from './MailedLink.tsx';

// Loaded later, because no screen needs it first. The server leaves it out, because a press on it would be lost until then.
const Reminders = lazy(() => import('./Reminders.tsx'));

const Withdraw = lazy(() => import('./Withdraw.tsx'));

interface FinishLaterProps {
  readonly screen: ScreenName;
  /** Other links that few need. With them, all are in one fold. */
  readonly children?: ReactNode;
}

export function FinishLater({ screen, children }: FinishLaterProps) {
  const known = useJourney()?.links;
  const isHydrated = useIsHydrated();
  const isOpen = known?.finishLater !== undefined;
  const isLive = known?.withdraw !== undefined || known?.paperNotices !== undefined;
  if (!children && ((!isOpen && !isLive) || screens[screen].access !== 'step')) return null;
  const links = (
    <div className={styles.later}>
      {children}
      {isOpen && (
        <>
          <p>{finishLaterText.what}</p>
          <MailedLink kind="link">{finishLaterText.button}</MailedLink>
        </>
      )}
      {isHydrated && (
        <Suspense fallback={null}>
          {isOpen && <Reminders />}
          {isLive && <Withdraw />}
        </Suspense>
      )}
    </div>
  );
  return children ? <Fold line={finishLaterText.fold}>{links}</Fold> : links;
}
