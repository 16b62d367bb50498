// The generic contact screen.
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from './AdverseAction.tsx';
import { Notice } from './Notice.tsx';

export default function Contact() {
  const { heading, lead, next } = noticeText.contact;
  return (
    <Notice screen="contact" drawing="talk" heading={heading} lead={lead} next={next}>
      <AdverseAction />
      <BookCall />
    </Notice>
  );
}
