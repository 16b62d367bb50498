import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { Partners } from './Partners.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

const notices = {
  declined: { drawing: 'junction', ...noticeText.declined },
  'out-of-trade-area': { drawing: 'map', ...noticeText.outOfTradeArea },
} as const;

export default function Declined({ screen }: { readonly screen: keyof typeof notices }) {
  return (
    <Notice screen={screen} {...notices[screen]} articles>
      <WhyDeclined />
      <Partners />
    </Notice>
  );
}
