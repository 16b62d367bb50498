import { approvalText } from '../../wording/approval.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

export default function ApprovalDeclined() {
  return (
    <Notice screen="approval-declined" drawing="junction" {...approvalText.declined}>
      <WhyDeclined />
    </Notice>
  );
}
