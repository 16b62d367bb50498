import { PersonAnswers } from '../../shared/branches/PersonAnswers.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { Notice } from '../notices/Notice.tsx';
import { WhyDeclined } from '../notices/WhyDeclined.tsx';

export default function Declined() {
  const { heading, lead, next } = fastPathText.declined;
  return (
    <Notice
      screen="fast-path-declined"
      drawing="talk"
      heading={heading}
      lead={<PersonAnswers />}
      what={lead}
      next={next}
    >
      <WhyDeclined />
    </Notice>
  );
}
