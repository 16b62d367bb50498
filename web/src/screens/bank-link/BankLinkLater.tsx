// The terms are accepted, and a branch can continue.
import { useEffect, useRef, useState } from 'react';
import { getBranchCall, requestCall } from '#contract/branches.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useSaveAnswer, useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useMoneyPromise } from '../../shared/use-money-promise.ts';
import { Button } from '../../ui/Button.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { StepList } from '../../ui/Timeline.tsx';
import { bankLinkLaterText as words } from '../../wording/bank-link.ts';
import { callsWithin } from '../../wording/branches.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { loanTermsText } from '../../wording/loan-terms.ts';

export default function BankLinkLater() {
  const journey = useJourney();
  const term = journey?.choices.selectedTerm;
  const promise = useMoneyPromise();
  const { requested, callBy, heading, request } = useBranchCall(journey?.links.branchCall);
  return (
    <ScreenPage
      screen="bank-link-later"
      beside={<FourSteps current={1} />}
      heading={words.heading}
      lead={words.lead}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      {term && (
        <Card title={words.chosen}>
          <Figures
            list
            figures={[
              { label: loanTermsText.monthly, value: usdExact(term.monthlyPayment) },
              { label: loanTermsText.amount, value: usd(term.amount) },
              { label: loanTermsText.term, value: loanTermsText.months(term.months) },
              { label: loanTermsText.apr, value: rate(term.apr) },
            ]}
          />
        </Card>
      )}
      {requested ? (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {words.next}
          </h2>
          <StepList
            steps={words
              .steps(promise, callsWithin({ ...journey?.loan?.branch, callBy }))
              .map((title) => ({ title }))}
          />
          <p>{words.prepare}</p>
        </>
      ) : (
        <>
          <p>{words.offer}</p>
          <div>
            <Button {...request} busyWords={words.requesting}>
              {words.request}
            </Button>
          </div>
        </>
      )}
      {journey?.allowed.includes('bank-link') && journey.links.linkToken && (
        <p>
          {words.instead} {requested && <span>{`${words.insteadWithCall} `}</span>}
          <a href={pathOf('bank-link')}>{words.insteadLink}</a>
        </p>
      )}
    </ScreenPage>
  );
}

/** The branch is notified only after the applicant presses the button. A second request adds no second call. */
function useBranchCall(href: string | undefined) {
  const { call } = useEnvironment();
  const { data } = useServerQuery(getBranchCall, href);
  const save = useSaveAnswer(getBranchCall, href);
  const [isNew, setNew] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone then.
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const request = useAction(async () => {
    save(await call(requestCall, href, { body: {} }));
    setNew(true);
  }, words.requestFailed);
  return { requested: data?.requested === true, callBy: data?.callBy, heading, request };
}
