import { MailedLink } from '../../shared/MailedLink.tsx';
import { duplicateText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function Duplicate() {
  return (
    <Notice screen="duplicate" drawing="document" heading={words.heading} lead={words.lead} next={words.next}>
      <MailedLink kind="secondary">{words.button}</MailedLink>
    </Notice>
  );
}
