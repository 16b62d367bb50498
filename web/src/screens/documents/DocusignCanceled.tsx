import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenAgain } from './OpenAgain.tsx';

export default function DocusignCanceled() {
  const { heading, lead, next, button } = documentsText.notSigned;
  return (
    <Notice screen="docusign-canceled" drawing="document" heading={heading} lead={lead} next={next}>
      <OpenAgain>{button}</OpenAgain>
    </Notice>
  );
}
