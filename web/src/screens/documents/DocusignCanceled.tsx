import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenAgain } from './OpenAgain.tsx';

export default function DocusignCanceled() {
  return (
    <Notice screen="docusign-canceled" drawing="document" {...documentsText.notSigned}>
      <OpenAgain>{documentsText.notSigned.button}</OpenAgain>
    </Notice>
  );
}
