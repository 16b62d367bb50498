// The consent to electronic documents. The applicant opens one first, to show that the device can: in place, or in a tab where the
// browser shows no PDF in a frame.

import { useState } from 'react';
import { consents } from '#contract/consents.ts';
import { FieldError, type FieldWiring } from '../../forms/Field.tsx';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { documentsText } from '../../wording/documents.ts';
import styles from './EsignConsent.module.css';

const words = documentsText.confirm;

interface EsignConsentProps {
  readonly pdf: string;
  readonly field: FieldWiring;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

export function EsignConsent({ pdf, field, isOpened, onOpen }: EsignConsentProps) {
  const [isFramed, setIsFramed] = useState(false);
  const errorId = field.error ? `${field.id}-error` : undefined;
  return (
    <Card title={words.esignTitle}>
      <p>{words.esignHint}</p>
      <p>
        <ConsentSentence consent={consents.esign} />
      </p>
      <FieldError id={errorId}>{field.error}</FieldError>
      <div>
        <ButtonLink
          kind="secondary"
          id={field.id}
          href={pdf}
          target="_blank"
          rel="noopener"
          aria-describedby={errorId}
          onClick={(event) => {
            if (showsPdfInFrame()) {
              event.preventDefault();
              setIsFramed(true);
            }
            onOpen();
          }}
        >
          {words.esignOpen}
        </ButtonLink>
      </div>
      {isFramed && <iframe className={styles.pdf} src={pdf} title={words.esignFrame} />}
      <p role="status">{isOpened && words.esignOpened}</p>
    </Card>
  );
}

/** Phones and tablets show a PDF's first page in a frame, or nothing. */
const showsPdfInFrame = () => navigator.pdfViewerEnabled && matchMedia('(pointer: fine)').matches;
