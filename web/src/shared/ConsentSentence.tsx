// A consent sentence, exactly as it is recorded, with a button for each legal text it names.
import { Fragment, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ConsentDeclaration } from '#contract/form-consents.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { legalTextNames } from '../wording/legal-text-names.ts';
import styles from './ConsentSentence.module.css';

const LegalDialog = lazyPart(() => import('./legal/LegalDialog.tsx'));

export function ConsentSentence({ consent }: { readonly consent: ConsentDeclaration }) {
  const [reading, setReading] = useState<{ readonly id: string; readonly title: string }>();
  return (
    <>
      {segmentsOf(consent).map((part) =>
        part.id ? (
          <button
            key={part.at}
            type="button"
            className={styles.read}
            onClick={() => setReading({ id: `${part.id}`, title: part.words })}
          >
            {part.words}
          </button>
        ) : (
          <Fragment key={part.at}>{part.words}</Fragment>
        ),
      )}
      {reading &&
        // The dialog is outside the sentence, which may be a checkbox's label: a press in it must not check the box.
        createPortal(<LegalDialog {...reading} onClose={() => setReading(undefined)} />, document.body)}
    </>
  );
}

interface Part {
  /** Its offset in the sentence. */
  readonly at: number;
  readonly words: string;
  readonly id: string | undefined;
}

/** Splits the sentence at the names of its texts. */
function segmentsOf({ statement, texts }: ConsentDeclaration): readonly Part[] {
  const named = Object.keys(legalTextNames).filter((words) => texts.includes(legalTextNames[words] ?? ''));
  let at = 0;
  return statement
    .split(new RegExp(`(${named.join('|')})`))
    .filter(Boolean)
    .map((words) => {
      const part = { at, words, id: legalTextNames[words] };
      at += words.length;
      return part;
    });
}
