import { useJourney } from '../../journey/environment.ts';
import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { approvalText } from '../../wording/approval.ts';
import { fastPathText } from '../../wording/fast-path.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

export default function ApprovalDeclined({ screen }: { readonly screen: keyof typeof notices }) {
  const inquiry = useJourney()?.hardInquiry ? approvalText.inquiry : approvalText.noInquiry;
  return (
    <Notice screen={screen} {...notices[screen](inquiry)}>
      <WhyDeclined />
    </Notice>
  );
}

const notices = {
  'approval-declined': (lead: string) => ({ ...approvalText.declined, lead }),
  'fast-path-declined': (what: string) => ({ ...fastPathText.declined, lead: <CallBranchLine />, what }),
} as const;
