// The documents were not signed: the session timed out, or the applicant closed or declined them.
import { useJourney } from '../../journey/environment.ts';
import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenSigning } from './OpenSigning.tsx';

interface NotSignedProps {
  readonly screen: 'docusign-expired' | 'docusign-canceled' | 'docusign-incomplete';
}

export default function NotSigned({ screen }: NotSignedProps) {
  const { signingService } = useJourney() ?? {};
  const { timedOut, notSigned } = documentsText;
  const isTimedOut = screen === 'docusign-expired';
  const isDeclined = screen === 'docusign-incomplete';
  const { heading, lead, next, button } = isTimedOut
    ? { ...timedOut, heading: timedOut.heading(signingService) }
    : notSigned;
  return (
    <Notice {...{ screen, heading, lead }} next={isDeclined ? notSigned.declinedNext : next}>
      {!isDeclined && <OpenSigning>{button}</OpenSigning>}
    </Notice>
  );
}
