// Another lender for those whom this one cannot serve.
import { noticeWords } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';
import { PartnerLink } from '../notices/PartnerLink.tsx';

export default function ReferToPartners() {
  const { heading, lead, next } = noticeWords.partners;
  return (
    <Notice screen="refer-to-partners" drawing="junction" heading={heading} lead={lead} next={next} branch>
      <PartnerLink />
    </Notice>
  );
}
