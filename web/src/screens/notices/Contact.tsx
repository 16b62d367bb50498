import { useJourney } from '../../journey/environment.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { useBranchAnswers } from '../../shared/branches/use-branch-answers.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from './AdverseAction.tsx';
import { Notice } from './Notice.tsx';

export default function Contact() {
  const { heading, lead, next, branchCalls, branches } = noticeText.contact;
  const sayNext = useJourney()?.branchCalls ? branchCalls : next;
  const { opens } = useBranchAnswers();
  return (
    <Notice screen="contact" heading={heading} lead={lead} next={sayNext(opens)}>
      <p>{branches(brand.branchCount, servedStates.length)}</p>
      <AdverseAction />
      <BookCall />
    </Notice>
  );
}
