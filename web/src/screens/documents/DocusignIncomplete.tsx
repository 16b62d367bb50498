import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';

export default function DocusignIncomplete() {
  const { heading, lead, declinedNext } = documentsText.notSigned;
  return (
    <Notice
      screen="docusign-incomplete"
      drawing="document"
      heading={heading}
      lead={lead}
      next={declinedNext}
    />
  );
}
