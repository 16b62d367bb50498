import { useJourney } from '../../journey/environment.ts';
import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenAgain } from './OpenAgain.tsx';

export default function DocusignExpired() {
  const signingService = useJourney()?.signingService;
  const { heading, lead, next, button } = documentsText.timedOut;
  return (
    <Notice
      screen="docusign-expired"
      drawing="clock"
      heading={heading(signingService)}
      lead={lead}
      next={next}
    >
      <OpenAgain>{button}</OpenAgain>
    </Notice>
  );
}
