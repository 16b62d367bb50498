import { useRef } from 'react';
import { getPrequalification } from '#contract/prequalification.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { loadingText } from '../../wording/prequalification.ts';
import { afterPrequalification } from './after-prequalification.ts';

export default function Loading() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const links = useJourney()?.links;
  const record = useRef(links?.prequalification);
  const done = useJob(links?.job, async () => {
    const decided = await call(getPrequalification, record.current);
    // Only a vehicle could secure a loan: the applicant enters one first.
    const needsVehicle =
      decided.status === 'PENDING' && (await journey.refresh()).defaultScreen === 'vehicle';
    navigate(needsVehicle ? 'vehicle' : afterPrequalification(decided), { replace: true });
  });
  return (
    <ScreenPage screen="loading" heading={loadingText.heading} width="narrow">
      <JobWaiting stages={loadingText.stages} done={done} />
    </ScreenPage>
  );
}
