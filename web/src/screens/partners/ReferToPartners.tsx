// Refers applicants whom this lender cannot serve to a partner.
import { useEffect } from 'react';
import { getDeclinedPartner } from '#contract/partners.ts';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { noticeText } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';
import { PartnerLink } from '../notices/PartnerLink.tsx';

export default function ReferToPartners() {
  const { heading, lead, next } = noticeText.partners;
  const navigate = useNavigateTo();
  const journey = useJourney();
  const { isError } = useServerQuery(getDeclinedPartner, journey?.links.partner);
  const rest = journey?.rest ?? 'landing';
  useEffect(() => {
    if (isError) navigate(rest, { replace: true });
  }, [isError, rest, navigate]);
  return (
    <Notice screen="refer-to-partners" drawing="junction" heading={heading} lead={lead} next={next} branch>
      <PartnerLink />
    </Notice>
  );
}
