// A partner who may help applicants whom the lender cannot serve. A dialog confirms leaving the site.
import { useState } from 'react';
import { getDeclinedPartner } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { appText } from '../../wording/app.ts';
import { noticeText } from '../../wording/notices.ts';
import styles from './Notice.module.css';

const words = appText.redirect;

export function PartnerLink() {
  const href = useJourney()?.links.partner;
  const { data: partner, isError } = useServerQuery(getDeclinedPartner, href);
  const [leaving, setLeaving] = useState(false);
  if (!href || isError) return null;
  if (!partner) {
    return (
      <Card title={noticeText.partnerLead}>
        <div className={styles.partner} />
      </Card>
    );
  }
  return (
    <Card title={noticeText.partnerLead}>
      {partner.logo && <img src={partner.logo} alt="" height={40} />}
      <Button kind="secondary" onClick={() => setLeaving(true)}>
        {noticeText.partner(partner.name)}
      </Button>
      <ConfirmDialog
        open={leaving}
        title={words.title}
        confirmWords={words.allow}
        cancelWords={words.cancel}
        onConfirm={() => window.location.assign(partner.partnerLink)}
        onCancel={() => setLeaving(false)}
      >
        {words.what(partner.name)}
      </ConfirmDialog>
    </Card>
  );
}
