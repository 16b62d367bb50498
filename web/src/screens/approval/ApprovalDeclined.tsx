import { approvalText } from '../../wording/approval.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';

export default function ApprovalDeclined() {
  const { heading, lead, next } = approvalText.declined;
  return (
    <Notice screen="approval-declined" drawing="junction" heading={heading} lead={lead} next={next} branch>
      <AdverseAction />
    </Notice>
  );
}
