// The consent to electronic documents. The applicant opens one first, to show that the device can.
import { FieldError, type FieldWiring } from '../../forms/Field.tsx';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { documentsText } from '../../wording/documents.ts';

const words = documentsText.confirm;

interface EsignConsentProps {
  readonly pdf: string;
  readonly field: FieldWiring;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

export function EsignConsent({ pdf, field, isOpened, onOpen }: EsignConsentProps) {
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
          onClick={onOpen}
        >
          {words.esignOpen}
        </ButtonLink>
      </div>
      <p role="status">{isOpened && words.esignOpened}</p>
    </Card>
  );
}
