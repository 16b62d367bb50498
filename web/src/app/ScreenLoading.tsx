// What is seen while a screen is being fetched.

import { PhoneSentence } from '../shared/PhoneSentence.tsx';
import { Content } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import styles from './ScreenLoading.module.css';

/** What stands in a screen's place while it is on its way. It says so, and after a while what can be done. */
export function ScreenLoading() {
  const words = appText.arriving;
  return (
    <Content>
      <div className={styles.place} role="status">
        <LoadingBar shown />
        <p className={styles.words}>{words.now}</p>
        <p className={styles.late}>
          <PhoneSentence sentence={words.late} />
        </p>
      </div>
    </Content>
  );
}

/** A line along the top. It appears only when the wait takes a moment, so that nothing flickers. */
export function LoadingBar({ shown }: { readonly shown: boolean }) {
  return (
    <div className={styles.line} role="status" aria-live="polite">
      {shown && (
        <>
          <span className={styles.train} aria-hidden="true" />
          <span className="visually-hidden">{appText.loading}</span>
        </>
      )}
    </div>
  );
}
