// Offers at the end of a step to finish later or on another device.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { type ScreenName, screens } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { appText } from '../wording/app.ts';
import styles from './FinishLater.module.css';
import { MailedLink } from './MailedLink.tsx';

// Loaded later, because no screen needs it first. The server leaves it out, because a press on it would be lost until then.
const Reminders = lazy(() => import('./Reminders.tsx'));

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

export function FinishLater({ screen }: { readonly screen: ScreenName }) {
  const isOpen = useJourney()?.links.finishLater !== undefined;
  const isHydrated = useSyncExternalStore(never, inBrowser, onServer);
  if (!isOpen || screens[screen].access !== 'step') return null;
  return (
    <div className={styles.later}>
      <p>{appText.finishLater.what}</p>
      <MailedLink kind="link">{appText.finishLater.button}</MailedLink>
      {isHydrated && (
        <Suspense fallback={null}>
          <Reminders />
        </Suspense>
      )}
    </div>
  );
}
