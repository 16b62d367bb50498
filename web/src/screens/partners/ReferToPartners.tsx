// The partners that may help an applicant this lender cannot serve, once the applicant agreed to see them.
import { useEffect } from 'react';
import { getPartners } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { Card } from '../../ui/Card.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { noticeText } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';
import { PartnerOption } from '../notices/PartnerOption.tsx';

export default function ReferToPartners() {
  const redirect = useRedirectToState();
  const { data, isError } = useServerQuery(getPartners, useJourney()?.links.partners);
  const isRefused = isError || data?.isAgreed === false;
  useEffect(() => {
    if (isRefused) void redirect.toCurrentScreen();
  }, [isRefused, redirect]);
  return (
    <Notice screen="refer-to-partners" drawing="junction" {...noticeText.partners}>
      {data ? (
        data.partners.map((partner) => (
          <Card key={partner.name} title={partner.name}>
            <PartnerOption {...partner} />
          </Card>
        ))
      ) : (
        <Waiting messages={[noticeText.partners.loading]} />
      )}
    </Notice>
  );
}
