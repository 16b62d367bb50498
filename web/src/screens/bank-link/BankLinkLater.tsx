// The terms are accepted, and a branch continues.
import { useCallback, useEffect, useRef, useState } from 'react';
import { askForCall } from '#contract/branches.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { bankLinkLaterText as words } from '../../wording/bank-link.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { uiText } from '../../wording/ui-text.ts';

export default function BankLinkLater() {
  const journey = useJourney();
  const term = journey?.choices.selectedTerm;
  const { asked, ask } = useBranchCall(journey?.links.branchCall);
  return (
    <ScreenPage
      screen="bank-link-later"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="map" />}
    >
      {journey?.prequalifiedAmount !== undefined && <AmountBadge amount={usd(journey.prequalifiedAmount)} />}
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
      {asked === 'yes' ? (
        <>
          <h2>{words.next}</h2>
          <StepList steps={words.steps.map((title) => ({ title }))} />
        </>
      ) : asked === 'no' ? (
        <>
          <Alert kind="error">{words.notAsked}</Alert>
          <div>
            <Button onClick={ask}>{words.again}</Button>
          </div>
        </>
      ) : (
        <Waiting messages={[words.asking]} />
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

/** The page promises a call only after the server has noted it. Asking twice is one call. */
function useBranchCall(href: string | undefined) {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const [asked, setAsked] = useState<'asking' | 'yes' | 'no'>('asking');
  const running = useRef(new AbortController());
  const ask = useCallback(() => {
    running.current = new AbortController();
    const { signal } = running.current;
    setAsked('asking');
    call(askForCall, href, { body: {}, signal })
      .then(() => setAsked('yes'))
      .catch(async (failure) => {
        if (signal.aborted || (await redirect.afterRefusal(failure))) return;
        setAsked('no');
      });
  }, [call, href, redirect]);
  useEffect(() => {
    ask();
    return () => running.current.abort();
  }, [ask]);
  return { asked, ask };
}
