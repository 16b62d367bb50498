import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { PartnerLink } from './PartnerLink.tsx';
import { PartnersConsent } from './PartnersConsent.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

export default function OutOfTradeArea() {
  const { heading, lead, next } = noticeText.outOfTradeArea;
  return (
    <Notice screen="out-of-trade-area" drawing="map" heading={heading} lead={lead} next={next} articles>
      <WhyDeclined />
      <PartnerLink />
      <PartnersConsent />
    </Notice>
  );
}
