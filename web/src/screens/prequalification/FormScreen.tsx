// The landing page inside the routed application.
import { useSearchParams } from 'react-router';
import { experienceOf } from '../../journey/experience.ts';
import Landing from './Landing.tsx';
import LandingNotices from './LandingNotices.tsx';
import { landingParts } from './LandingParts.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';
import Referrer from './Referrer.tsx';

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
