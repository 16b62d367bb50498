import { approvalText } from '../../wording/approval.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

export default function ApprovalDeclined() {
  const { heading, lead, next } = approvalText.declined;
  return (
    <Notice screen="approval-declined" drawing="junction" heading={heading} lead={lead} next={next}>
      <WhyDeclined />
    </Notice>
  );
}
