// The application's branch, or the lender where there is none, to call at a press.
import { ButtonLink } from '../../ui/Button.tsx';
import { branchText } from '../../wording/branches.ts';
import { declinedText } from '../../wording/declined.ts';
import { telephone } from '../../wording/format.ts';
import { useBranchAnswers } from './use-branch-answers.ts';

export function CallBranch() {
  const { phone, opens } = useBranchAnswers();
  return (
    <>
      <ButtonLink href={telephone(phone)} kind="secondary">
        {declinedText.call(phone)}
      </ButtonLink>
      {opens && <p>{branchText.opens(opens)}</p>}
    </>
  );
}
