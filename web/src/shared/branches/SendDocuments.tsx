import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { uploadText } from '../../wording/uploads.ts';
import { verificationText } from '../../wording/verification.ts';
import { LinkTo } from '../LinkTo.tsx';

interface SendDocumentsProps {
  readonly kind: 'primary' | 'secondary';
  /** We have what we asked for. */
  readonly isComplete?: boolean;
}

export function SendDocuments({ kind, isComplete = false }: SendDocumentsProps) {
  const journey = useJourney();
  if (!journey?.allowed.includes('verification-documents')) return null;
  if (isComplete) return <LinkTo screen="verification-documents">{uploadText.others}</LinkTo>;
  return (
    <ButtonLink href={pathOf('verification-documents')} kind={kind}>
      {verificationText.sendDocuments}
    </ButtonLink>
  );
}
