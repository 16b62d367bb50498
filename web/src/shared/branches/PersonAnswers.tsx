// The first line of screens where only a person can help: the branch's phone, and the lender's chat if there is one.
import { personText } from '../../wording/person.ts';
import { PhoneSentence } from '../PhoneSentence.tsx';
import { useBranchPhone } from './use-branch-phone.ts';

export function PersonAnswers() {
  return <PersonLine phone={useBranchPhone()} chatLink={personText.chatLink} />;
}

interface PersonLineProps {
  readonly phone: string;
  readonly chatLink: string | undefined;
}

export function PersonLine({ phone, chatLink }: PersonLineProps) {
  return (
    <>
      <PhoneSentence sentence={personText.call} phone={phone} />
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
