import { PhoneSentence } from '../shared/PhoneSentence.tsx';
import { Content } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import styles from './ScreenLoading.module.css';

/** A placeholder while a screen loads. After a while it suggests what the applicant can do. */
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

/** A bar along the top. It appears only after a moment, so that it does not flicker. */
export function LoadingBar({ shown }: { readonly shown: boolean }) {
  return (
    <div className={styles.line} role="status">
      {shown && (
        <>
          <span className={styles.train} aria-hidden="true" />
          <span className="visually-hidden">{appText.loading}</span>
        </>
      )}
    </div>
  );
}
