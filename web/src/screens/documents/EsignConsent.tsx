// The consent to electronic documents. The applicant opens it first, to show that the device can: its PDF in place, or its text
// where the browser shows no PDF in a frame. Then the same link opens the PDF in a tab.
import { lazy, Suspense, useState } from 'react';
import { FieldError, type FieldWiring } from '../../forms/Field.tsx';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { documentsText } from '../../wording/documents.ts';
import styles from './EsignConsent.module.css';

const EsignText = lazy(() => import('./EsignText.tsx'));

const words = documentsText.confirm;

interface EsignConsentProps {
  readonly pdf: string;
  readonly field: FieldWiring;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

export function EsignConsent({ pdf, field, isOpened, onOpen }: EsignConsentProps) {
  const [shown, setShown] = useState<'pdf' | 'text'>();
  const errorId = field.error ? `${field.id}-error` : undefined;
  return (
    <Card title={words.esignTitle}>
      <p>{words.esignHint}</p>
      <p>
        <ConsentSentence name="esign" />
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
            if (shown === 'text') return onOpen();
            event.preventDefault();
            if (!showsPdfInFrame()) return setShown('text');
            setShown('pdf');
            onOpen();
          }}
        >
          {shown === 'text' ? words.esignTab : words.esignOpen}
        </ButtonLink>
      </div>
      {shown === 'text' && (
        <Suspense fallback={<p role="status">{words.esignLoading}</p>}>
          <EsignText pdf={pdf} onOpen={onOpen} />
        </Suspense>
      )}
      {shown === 'pdf' && <iframe className={styles.pdf} src={pdf} title={words.esignFrame} />}
      <p role="status">{isOpened && words.esignOpened}</p>
    </Card>
  );
}

/** Phones and tablets show a PDF's first page in a frame, or nothing. */
const showsPdfInFrame = () => navigator.pdfViewerEnabled && matchMedia('(pointer: fine)').matches;
