// The landing page when it is come back to with the router.
import { useSearchParams } from 'react-router';
import { experienceOf } from '../../app/experience.ts';
import Landing from './Landing.tsx';
import MoreAboutLoans from './MoreAboutLoans.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';

export default function FormScreen() {
  const experience = experienceOf(useSearchParams()[0].toString());
  return (
    <Landing
      experience={experience}
      Form={PrequalificationForm}
      {...(experience === 'ppc' && { More: MoreAboutLoans })}
    />
  );
}
