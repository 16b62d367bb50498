import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { verificationText } from '../../wording/verification.ts';

export function SendDocuments({ kind = 'primary' }: { readonly kind?: 'primary' | 'secondary' }) {
  const journey = useJourney();
  if (!journey?.allowed.includes('verification-documents')) return null;
  return (
    <ButtonLink href={pathOf('verification-documents')} kind={kind}>
      {verificationText.sendDocuments}
    </ButtonLink>
  );
}
