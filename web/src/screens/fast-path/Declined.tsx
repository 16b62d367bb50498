import { fastPathText } from '../../wording/fast-path.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';

export default function Declined() {
  const { heading, lead, next } = fastPathText.declined;
  return (
    <Notice screen="fast-path-declined" drawing="talk" heading={heading} lead={lead} next={next} branch>
      <AdverseAction />
    </Notice>
  );
}
