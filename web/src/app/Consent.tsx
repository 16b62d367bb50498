// What an applicant agrees to, word for word as it is kept, each text it names a press away.
import { Fragment, lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { type ConsentName, consents } from '#contract/consents.ts';
import { textNames } from '../wording/texts.ts';
import styles from './Consent.module.css';

const LegalDialog = lazy(() => import('./LegalDialog.tsx'));

export function ConsentSentence({ name }: { readonly name: ConsentName }) {
  const [reading, setReading] = useState<{ readonly id: string; readonly title: string }>();
  return (
    <>
      {partsOf(name).map((part, index) =>
        part.id ? (
          <button
            key={`${index} ${part.words}`}
            type="button"
            className={styles.read}
            onClick={() => setReading({ id: part.id, title: part.words })}
          >
            {part.words}
          </button>
        ) : (
          <Fragment key={`${index} ${part.words}`}>{part.words}</Fragment>
        ),
      )}
      {reading &&
        // Outside the sentence: it may be a checkbox's label, which a press in the dialog must not tick.
        createPortal(
          <Suspense fallback={null}>
            <LegalDialog {...reading} onClose={() => setReading(undefined)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

interface Part {
  readonly words: string;
  readonly id: string;
}

/** The sentence cut at the names of its texts. */
function partsOf(name: ConsentName): readonly Part[] {
  const { statement, texts } = consents[name];
  const named = texts.flatMap((id) => {
    const words = textNames[id]?.find((words) => statement.includes(words));
    return words ? [{ words, id: id as string }] : [];
  });
  if (named.length === 0) return [{ words: statement, id: '' }];
  return statement
    .split(new RegExp(`(${named.map(({ words }) => words).join('|')})`))
    .filter((words) => words !== '')
    .map((words) => named.find((text) => text.words === words) ?? { words, id: '' });
}
