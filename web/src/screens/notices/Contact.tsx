import { BookCall } from '../../shared/branches/BookCall.tsx';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from './AdverseAction.tsx';
import { Notice } from './Notice.tsx';

export default function Contact() {
  return (
    <Notice screen="contact" drawing="talk" {...noticeText.contact}>
      <AdverseAction />
      <BookCall />
    </Notice>
  );
}
