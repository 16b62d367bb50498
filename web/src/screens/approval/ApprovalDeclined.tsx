import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { approvalText } from '../../wording/approval.ts';
import { fastPathText } from '../../wording/fast-path.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

const { lead: what, ...fastPath } = fastPathText.declined;
const notices = {
  'approval-declined': approvalText.declined,
  'fast-path-declined': { lead: <CallBranchLine />, what, ...fastPath },
} as const;

export default function ApprovalDeclined({ screen }: { readonly screen: keyof typeof notices }) {
  return (
    <Notice screen={screen} {...notices[screen]}>
      <WhyDeclined />
    </Notice>
  );
}
