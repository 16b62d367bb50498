// The landing page inside the routed application.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getReferrer } from '#contract/partners.ts';
import { experienceOf, marketingNow } from '../../journey/experience.ts';
import { useReadOnce } from '../../journey/use-read-once.ts';
import { type Partner, PartnerLogo } from '../../shared/PartnerLogo.tsx';
import Landing from './Landing.tsx';
import LandingNotices from './LandingNotices.tsx';
import { landingParts } from './LandingParts.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';

export default function FormScreen() {
  const experience = experienceOf(useSearchParams()[0].toString());
  return (
    <Landing
      experience={experience}
      Form={PrequalificationForm}
      Partner={Referrer}
      Notices={LandingNotices}
      parts={landingParts}
    />
  );
}

/** The partner that sent the visitor, for a landing page without it. Shows nothing when it is unknown. */
function Referrer() {
  const [partner, setPartner] = useState<Partner>();
  useReadOnce(
    (call, signal) => {
      const { subId } = marketingNow();
      return subId ? call(getReferrer, undefined, { query: { sub_id: subId }, signal }) : undefined;
    },
    (response) => setPartner(response.partner),
  );
  return partner ? <PartnerLogo {...partner} /> : null;
}
