import { useJourney } from '../../journey/environment.ts';
import { useBranchPhone } from '../../shared/branches/use-branch-phone.ts';
import { MailedLink } from '../../shared/MailedLink.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { duplicateText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function Duplicate() {
  const canOpen = useJourney()?.links.earlierLink !== undefined;
  const phone = useBranchPhone();
  return (
    <Notice
      screen="duplicate"
      drawing="document"
      {...words}
      next={canOpen ? words.next : <PhoneSentence sentence={words.nextAtBranch} phone={phone} />}
    >
      {canOpen && <MailedLink kind="secondary">{words.button}</MailedLink>}
    </Notice>
  );
}
