import { BookCall } from '../../shared/branches/BookCall.tsx';
import { brand, servedStates } from '../../wording/lender.ts';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from './AdverseAction.tsx';
import { Notice } from './Notice.tsx';

export default function Contact() {
  const { branches, ...words } = noticeText.contact;
  return (
    <Notice screen="contact" drawing="talk" {...words}>
      <p>{branches(brand.branchCount, servedStates.length)}</p>
      <AdverseAction />
      <BookCall />
    </Notice>
  );
}
