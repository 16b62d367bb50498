// The generic contact screen: a person goes on with what the pages cannot.
import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';

export default function Contact() {
  const { heading, lead, next } = noticeText.contact;
  return <Notice screen="contact" drawing="talk" heading={heading} lead={lead} next={next} branch />;
}
