// The landing page inside the routed application.
import { useSearchParams } from 'react-router';
import { experienceOf } from '../../journey/experience.ts';
import Landing from './Landing.tsx';
import MoreAboutLoans from './MoreAboutLoans.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';
import Referrer from './Referrer.tsx';
import SessionEnded from './SessionEnded.tsx';

export default function FormScreen() {
  const experience = experienceOf(useSearchParams()[0].toString());
  return (
    <Landing
      experience={experience}
      Form={PrequalificationForm}
      Partner={Referrer}
      SessionEnded={SessionEnded}
      {...(experience === 'ppc' && { More: MoreAboutLoans })}
    />
  );
}
