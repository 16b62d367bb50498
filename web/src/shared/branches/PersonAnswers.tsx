// The first line of screens where only a person can help: the branch's phone, and the lender's chat if there is one.
import { getBranch } from '#contract/branches.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { telephone } from '../../ui/Header.tsx';
import { phoneText } from '../../wording/format.ts';
import { helpPhone } from '../../wording/lender.ts';
import { personText } from '../../wording/person.ts';

export function PersonAnswers() {
  const { data: branch } = useServerQuery(getBranch, useJourney()?.links.branch);
  return <PersonLine phone={branch ? phoneText(branch.phone) : helpPhone} chatLink={personText.chatLink} />;
}

interface PersonLineProps {
  readonly phone: string;
  readonly chatLink: string | undefined;
}

export function PersonLine({ phone, chatLink }: PersonLineProps) {
  const [before, after] = personText.call.split('{phone}');
  return (
    <>
      {before}
      <a href={telephone(phone)}>{phone}</a>
      {after}
      {chatLink && (
        <>
          {' '}
          <a href={chatLink} target="_blank" rel="noopener noreferrer">
            {personText.chat}
          </a>
        </>
      )}
    </>
  );
}
