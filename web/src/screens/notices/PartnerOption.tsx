// A partner that may help applicants the lender cannot serve. A dialog confirms leaving the site.
import { useState } from 'react';
import type { DeclinedPartner } from '#contract/partners.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { noticeText, redirectText as words } from '../../wording/notices.ts';

export function PartnerOption({ name, logo, partnerLink }: DeclinedPartner) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      {logo && <img src={logo} alt="" height={40} />}
      <Button kind="secondary" onClick={() => setLeaving(true)}>
        {noticeText.partner(name)}
      </Button>
      <ConfirmDialog
        open={leaving}
        title={words.title}
        confirmWords={words.allow}
        cancelWords={words.cancel}
        confirm={{ onClick: () => window.location.assign(partnerLink) }}
        onCancel={() => setLeaving(false)}
      >
        {words.what(name)}
      </ConfirmDialog>
    </>
  );
}
