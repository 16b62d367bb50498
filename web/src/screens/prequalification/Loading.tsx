// Waiting for the decision.
import { useRef } from 'react';
import { getPrequalification } from '#contract/prequalification.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { useJob } from '../../app/usePolling.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { loadingWords } from '../../wording/prequalification.ts';
import { afterPrequalification } from './afterPrequalification.ts';

export default function Loading() {
  const { call } = useEnvironment();
  const go = useGo();
  const links = useJourney()?.links;
  const record = useRef(links?.prequalification);
  useJob(links?.job, async () => {
    go(afterPrequalification(await call(getPrequalification, record.current)), { replace: true });
  });
  return (
    <ScreenPage screen="loading" heading={loadingWords.heading} width="narrow">
      <Waiting messages={loadingWords.messages} note={loadingWords.lead} />
    </ScreenPage>
  );
}
