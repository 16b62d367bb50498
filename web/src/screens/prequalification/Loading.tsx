import { useRef } from 'react';
import { getPrequalification } from '#contract/prequalification.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useJob } from '../../journey/use-polling.ts';
import { JobWaiting } from '../../shared/JobWaiting.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { loadingText } from '../../wording/prequalification.ts';
import { afterPrequalification } from './after-prequalification.ts';

export default function Loading() {
  const { call } = useEnvironment();
  const links = useJourney()?.links;
  const record = useRef(links?.prequalification);
  const done = useJob(links?.job, async () =>
    afterPrequalification(await call(getPrequalification, record.current)),
  );
  return (
    <ScreenPage screen="loading" heading={loadingText.heading} width="narrow">
      <JobWaiting stages={loadingText.stages} done={done} />
    </ScreenPage>
  );
}
