// Where a declined applicant can turn to: the partner that sent them, and the lender's partners once they agree to see them.
import { getDeclinedPartner } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import styles from './Notice.module.css';
import { PartnerOption } from './PartnerOption.tsx';
import { PartnersConsent } from './PartnersConsent.tsx';

export function Partners() {
  const { partner: href, partners } = useJourney()?.links ?? {};
  const { data: partner, isError } = useServerQuery(getDeclinedPartner, href);
  const hasPartner = href !== undefined && !isError;
  if (!hasPartner && !partners) return null;
  return (
    <Card title={hasPartner ? noticeText.partnerLead : noticeText.partnersConsent.title}>
      {hasPartner && (partner ? <PartnerOption {...partner} /> : <div className={styles.partner} />)}
      {partners && <PartnersConsent href={partners} />}
    </Card>
  );
}
