import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

const words = fastPathText.declined;

export default function Declined() {
  return (
    <Notice screen="fast-path-declined" drawing="talk" {...words} lead={<CallBranchLine />} what={words.lead}>
      <WhyDeclined />
    </Notice>
  );
}
