import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { Partners } from './Partners.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

export default function OutOfTradeArea() {
  return (
    <Notice screen="out-of-trade-area" drawing="map" {...noticeText.outOfTradeArea} articles>
      <WhyDeclined />
      <Partners />
    </Notice>
  );
}
