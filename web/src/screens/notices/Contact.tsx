// The generic contact screen: a person goes on with what the pages cannot.
import { noticeWords } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';

export default function Contact() {
  const { heading, lead, next } = noticeWords.contact;
  return <Notice screen="contact" drawing="talk" heading={heading} lead={lead} next={next} branch />;
}
