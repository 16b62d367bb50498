// What is seen while a screen is being fetched. It appears only when that takes a moment, so that nothing flickers.
import { appWords } from '../wording/app.ts';
import styles from './RouteWaiting.module.css';

/** A page's place while its first screen loads. */
export function RouteWaiting() {
  return (
    <div className={styles.page}>
      <WaitingLine shown />
    </div>
  );
}

export function WaitingLine({ shown }: { readonly shown: boolean }) {
  return (
    <div className={styles.line} role="status" aria-live="polite">
      {shown && (
        <>
          <span className={styles.train} aria-hidden="true" />
          <span className="visually-hidden">{appWords.loading}</span>
        </>
      )}
    </div>
  );
}
