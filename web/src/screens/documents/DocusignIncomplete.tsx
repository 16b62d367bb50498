import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';

export default function DocusignIncomplete() {
  const { declinedNext, ...words } = documentsText.notSigned;
  return <Notice screen="docusign-incomplete" drawing="document" {...words} next={declinedNext} />;
}
