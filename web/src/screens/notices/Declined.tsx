import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { Partners } from './Partners.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

export default function Declined() {
  return (
    <Notice screen="declined" drawing="junction" {...noticeText.declined} articles>
      <WhyDeclined />
      <Partners />
    </Notice>
  );
}
