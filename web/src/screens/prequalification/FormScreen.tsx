// The landing page inside the routed application.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useEnvironment } from '../../journey/environment.ts';
import { experienceOf } from '../../journey/experience.ts';
import { MailedLink } from '../../shared/MailedLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { appText } from '../../wording/app.ts';
import Landing from './Landing.tsx';
import MoreAboutLoans from './MoreAboutLoans.tsx';
import PrequalificationForm from './PrequalificationForm.tsx';
import Referrer from './Referrer.tsx';

export default function FormScreen() {
  const experience = experienceOf(useSearchParams()[0].toString());
  const { journey } = useEnvironment();
  // A tab whose session ended is redirected here from its step.
  const [hasEnded] = useState(journey.hasEnded);
  return (
    <Landing
      experience={experience}
      Form={PrequalificationForm}
      Partner={Referrer}
      {...(experience === 'ppc' && { More: MoreAboutLoans })}
      note={hasEnded && <SessionEnded />}
    />
  );
}

function SessionEnded() {
  const { ended, endedWhat, endedLink } = appText.session;
  return (
    <Card title={ended}>
      <p>{endedWhat}</p>
      <MailedLink kind="secondary">{endedLink}</MailedLink>
    </Card>
  );
}
