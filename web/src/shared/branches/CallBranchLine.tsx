// The first line of screens where only a person can help: the branch's phone, and the lender's chat if there is one.
import { personText } from '../../wording/person.ts';
import { PhoneSentence } from '../PhoneSentence.tsx';
import { useBranchAnswers } from './use-branch-answers.ts';

export function CallBranchLine() {
  return <PersonLine {...useBranchAnswers()} chatLink={personText.chatLink} />;
}

interface PersonLineProps extends ReturnType<typeof useBranchAnswers> {
  readonly chatLink: string | undefined;
}

export function PersonLine({ phone, isBranch, opens, chatLink }: PersonLineProps) {
  const sentence = isBranch ? personText.call : personText.anyHour;
  return (
    <>
      <PhoneSentence sentence={opens ? personText.closed(opens) : sentence} phone={phone} />
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
