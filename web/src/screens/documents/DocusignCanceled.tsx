import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { OpenSigning } from './OpenSigning.tsx';

export default function DocusignCanceled() {
  return (
    <Notice screen="docusign-canceled" drawing="document" {...documentsText.notSigned}>
      <OpenSigning>{documentsText.notSigned.button}</OpenSigning>
    </Notice>
  );
}
