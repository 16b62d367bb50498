// Offers at the end of a step to finish later or on another device.
import { lazy, Suspense } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { appText } from '../wording/app.ts';
import styles from './FinishLater.module.css';
import { MailedLink } from './MailedLink.tsx';

// Loaded later, because no screen needs it first.
const Reminders = lazy(() => import('./Reminders.tsx'));

export function FinishLater({ screen }: { readonly screen: ScreenName }) {
  const isOpen = useJourney()?.links.finishLater !== undefined;
  if (!isOpen || screens[screen].access !== 'step') return null;
  return (
    <div className={styles.later}>
      <p>{appText.finishLater.what}</p>
      <MailedLink kind="link">{appText.finishLater.button}</MailedLink>
      <Suspense fallback={null}>
        <Reminders />
      </Suspense>
    </div>
  );
}
