import { useJourney } from '../../journey/environment.ts';
import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenSigning } from './OpenSigning.tsx';

export default function DocusignExpired() {
  const signingService = useJourney()?.signingService;
  const { heading, button, ...words } = documentsText.timedOut;
  return (
    <Notice screen="docusign-expired" drawing="clock" {...words} heading={heading(signingService)}>
      <OpenSigning>{button}</OpenSigning>
    </Notice>
  );
}
