// At the end of a step, one line that opens to what else can be done: finish later or on another device, reminders, the linked bank,
// notices on paper, and to withdraw.
import { type ReactNode, Suspense } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useIsHydrated } from '../lib/use-browser-value.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { finishLaterText } from '../wording/session.ts';
import { EmailedLink } from './EmailedLink.tsx';
import styles from './FinishLater.module.css';
import { LinkTo } from './LinkTo.tsx';

// Loaded later, because no screen needs it first. The server leaves it out, because a press on it would be lost until then.
const Reminders = lazyPart(() => import('./Reminders.tsx'));

const Withdraw = lazyPart(() => import('./Withdraw.tsx'));

interface FinishLaterProps {
  readonly screen: ScreenName;
  /** Other links of the screen that few need. */
  readonly children?: ReactNode;
}

export function FinishLater({ screen, children }: FinishLaterProps) {
  const journey = useJourney();
  const links = journey?.links;
  const isHydrated = useIsHydrated();
  const isOpen = links?.finishLater !== undefined;
  const isLive = links?.withdraw !== undefined || links?.paperNotices !== undefined;
  // A linked bank can be removed until the documents are signed.
  const hasBank =
    screen !== 'verification-manage' &&
    journey?.choices.linkedBank !== undefined &&
    journey.allowed.includes('verification-manage');
  if (!children && ((!isOpen && !isLive && !hasBank) || screens[screen].access !== 'step')) return null;
  return (
    <Disclosure line={finishLaterText.what(isOpen)}>
      <div className={styles.later}>
        {children}
        {hasBank && <LinkTo screen="verification-manage">{finishLaterText.bank}</LinkTo>}
        {isOpen && <EmailedLink kind="link">{finishLaterText.button}</EmailedLink>}
        {isHydrated && (
          <Suspense fallback={null}>
            {isOpen && <Reminders />}
            {isLive && <Withdraw />}
          </Suspense>
        )}
      </div>
    </Disclosure>
  );
}
