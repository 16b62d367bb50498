// The landing page inside the routed application.
import { useSearchParams } from 'react-router';
import { getReferrer } from '#contract/partners.ts';
import { experienceOf, marketingNow } from '../../journey/experience.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { type Partner, PartnerLogo } from '../../shared/PartnerLogo.tsx';
import Landing from './Landing.tsx';
import LandingNotices from './LandingNotices.tsx';
import { landingParts } from './LandingParts.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';

/** The partner that sent the visitor. Nothing when it is unknown. */
let partner: Partner | undefined;

/** @public The routes call it. */
export const prepare = (async ({ call }) => {
  const { subId } = marketingNow();
  const answer = subId && (await call(getReferrer, undefined, { query: { sub_id: subId } }).catch(() => {}));
  partner = answer ? answer.partner : undefined;
  return null;
}) satisfies Prepare;

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

const Referrer = () => partner && <PartnerLogo {...partner} />;
