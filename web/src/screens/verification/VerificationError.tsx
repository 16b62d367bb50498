// The comparison could not be made, or a bank could not be linked.
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../app/environment.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { verificationWords } from '../../wording/verification.ts';
import { Notice } from '../notices/Notice.tsx';
import { whereToLink } from './outcome.ts';

const { heading, lead, next, button } = verificationWords.error;

export default function VerificationError() {
  const link = whereToLink(useJourney()?.allowed ?? []);
  return (
    <Notice screen="verification-error" drawing="signal" heading={heading} lead={lead} next={next} branch>
      {link && (
        <div>
          <ButtonLink href={pathOf(link)}>{button}</ButtonLink>
        </div>
      )}
    </Notice>
  );
}
