// The partner that sent an applicant the lender cannot serve.
import { getDeclinedPartner } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Card } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import styles from './Notice.module.css';
import { PartnerOption } from './PartnerOption.tsx';

export function PartnerLink() {
  const href = useJourney()?.links.partner;
  const { data: partner, isError } = useServerQuery(getDeclinedPartner, href);
  if (!href || isError) return null;
  return (
    <Card title={noticeText.partnerLead}>
      {partner ? <PartnerOption {...partner} /> : <div className={styles.partner} />}
    </Card>
  );
}
