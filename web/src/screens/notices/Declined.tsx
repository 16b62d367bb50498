import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { PartnerLink } from './PartnerLink.tsx';
import { PartnersConsent } from './PartnersConsent.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

export default function Declined() {
  return (
    <Notice screen="declined" drawing="junction" {...noticeText.declined} articles>
      <WhyDeclined />
      <PartnerLink />
      <PartnersConsent />
    </Notice>
  );
}
