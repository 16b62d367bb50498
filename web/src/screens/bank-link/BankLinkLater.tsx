// The terms are accepted, and a branch continues.
import { useEffect, useState } from 'react';
import { requestCall } from '#contract/branches.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { bankLinkLaterText as words } from '../../wording/bank-link.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { uiText } from '../../wording/ui-text.ts';

export default function BankLinkLater() {
  const journey = useJourney();
  const term = journey?.choices.selectedTerm;
  const { outcome, hasFailed, requestAgain } = useBranchCall(journey?.links.branchCall);
  return (
    <ScreenPage
      screen="bank-link-later"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="map" />}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      {term && (
        <Card title={words.chosen}>
          <Figures
            list
            figures={[
              { label: uiText.monthly, value: usdExact(term.monthlyPayment) },
              { label: uiText.amount, value: usd(term.amount) },
              { label: uiText.term, value: uiText.months(term.months) },
              { label: uiText.apr, value: rate(term.apr) },
            ]}
          />
        </Card>
      )}
      {outcome === 'requested' ? (
        <>
          <h2>{words.next}</h2>
          <StepList steps={words.steps.map((title) => ({ title }))} />
        </>
      ) : hasFailed ? (
        <LoadFailed busy={outcome === 'pending'} onRetry={requestAgain}>
          {words.requestFailed}
        </LoadFailed>
      ) : (
        <Waiting messages={[words.requesting]} />
      )}
      <p>{words.prepare}</p>
      {journey?.allowed.includes('bank-link') && (
        <p>
          {words.instead} <a href={pathOf('bank-link')}>{words.insteadLink}</a>
        </p>
      )}
      <FourSteps current={1} />
    </ScreenPage>
  );
}

/** The page promises a call only after the server has noted it. Two requests are one call. */
function useBranchCall(href: string | undefined) {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const [attempt, setAttempt] = useState(1);
  const [outcome, setOutcome] = useState<'pending' | 'requested' | 'failed'>('pending');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt sends the request again.
  useEffect(() => {
    const stop = new AbortController();
    call(requestCall, href, { body: {}, signal: stop.signal })
      .then(() => setOutcome('requested'))
      .catch(async (failure) => {
        if (stop.signal.aborted || (await redirect.afterRefusal(failure))) return;
        setOutcome('failed');
      });
    return () => stop.abort();
  }, [call, href, redirect, attempt]);
  const requestAgain = () => {
    setOutcome('pending');
    setAttempt(attempt + 1);
  };
  return { outcome, hasFailed: attempt > 1 || outcome === 'failed', requestAgain };
}
