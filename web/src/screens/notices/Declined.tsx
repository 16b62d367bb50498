import { getDeclinedPartner } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import styles from './Notice.module.css';
import { Notice } from './Notice.tsx';
import { PartnerOption } from './PartnerOption.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

let PartnersConsent: typeof import('./PartnersConsent.tsx').default | undefined;

/**
 * Only a page that asks about partners has a form.
 * @public The routes call it.
 */
export const prepare: Prepare = async ({ journey }) => {
  if (journey.get()?.links.partners) PartnersConsent = (await import('./PartnersConsent.tsx')).default;
  return null;
};

const notices = { declined: noticeText.declined, 'out-of-trade-area': noticeText.outOfTradeArea } as const;

export default function Declined({ screen }: { readonly screen: keyof typeof notices }) {
  return (
    <Notice screen={screen} {...notices[screen]} articles>
      <WhyDeclined />
      <Partners />
    </Notice>
  );
}

/** Where a declined applicant can turn to: the partner that sent them, and the lender's partners once they agree to see them. */
function Partners() {
  const { partner: href, partners } = useJourney()?.links ?? {};
  const { data: partner, isError } = useServerQuery(getDeclinedPartner, href);
  const hasPartner = href !== undefined && !isError;
  if (!hasPartner && !partners) return null;
  return (
    <Card title={hasPartner ? noticeText.partnerLead : noticeText.partnersConsent.title}>
      {hasPartner && (partner ? <PartnerOption {...partner} /> : <div className={styles.partner} />)}
      {partners && PartnersConsent && (
        <PartnersConsent href={partners} kind={hasPartner ? 'link' : 'secondary'} />
      )}
    </Card>
  );
}
