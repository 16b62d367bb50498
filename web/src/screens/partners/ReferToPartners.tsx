// The partners that may help an applicant this lender cannot serve, once the applicant agreed to see them.
import { useEffect } from 'react';
import { getPartners } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { isRefused, useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Card } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';
import { PartnerOption } from '../notices/PartnerOption.tsx';

export default function ReferToPartners() {
  const redirect = useRedirectToState();
  const partners = useServerQuery(getPartners, useJourney()?.links.partners);
  const { data } = partners;
  const refused = isRefused(partners) || data?.isAgreed === false;
  useEffect(() => {
    if (refused) void redirect.toCurrentScreen();
  }, [refused, redirect]);
  return (
    <Notice screen="refer-to-partners" {...noticeText.partners}>
      {data ? (
        data.partners.map((partner) => (
          <Card key={partner.name} title={partner.name}>
            <PartnerOption {...partner} />
          </Card>
        ))
      ) : (
        <WaitForRead read={refused ? undefined : partners} loading={noticeText.partners.loading} />
      )}
    </Notice>
  );
}
