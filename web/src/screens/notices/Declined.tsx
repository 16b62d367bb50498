import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { PartnerLink } from './PartnerLink.tsx';
import { PartnersConsent } from './PartnersConsent.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

export default function Declined() {
  const { heading, lead, next } = noticeText.declined;
  return (
    <Notice screen="declined" drawing="junction" heading={heading} lead={lead} next={next} articles>
      <WhyDeclined />
      <PartnerLink />
      <PartnersConsent />
    </Notice>
  );
}
