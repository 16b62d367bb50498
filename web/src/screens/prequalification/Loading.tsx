// Waiting for the decision.
import { useRef } from 'react';
import { getPrequalification } from '#contract/prequalification.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useGo } from '../../journey/navigate.ts';
import { useJob } from '../../journey/use-polling.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { loadingWords } from '../../wording/prequalification.ts';
import { afterPrequalification } from './after-prequalification.ts';

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
