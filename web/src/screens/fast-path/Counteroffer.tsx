// Another offer, where the final run approved other terms than the one-click ones.
import { useState } from 'react';
import { acceptCounteroffer, getCounteroffer } from '#contract/fast-path.ts';
import { withdrawApplication } from '#contract/notices.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useDayText } from '../../shared/use-day-text.ts';
import { Actions, Button } from '../../ui/Button.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { uiText } from '../../wording/ui-text.ts';
import { OfferCard } from '../offers/OfferCard.tsx';

const words = fastPathText.counteroffer;

export default function Counteroffer() {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const dayText = useDayText();
  const links = useJourney()?.links;
  const { data } = useServerQuery(getCounteroffer, links?.counteroffer);
  const [step, setStep] = useState<'ready' | 'accepting' | 'declining'>('ready');
  const [failed, setFailed] = useState<'accepting' | 'declining'>();

  const answer = async (isAccepted: boolean) => {
    const next = isAccepted ? 'accepting' : 'declining';
    setStep(next);
    setFailed(undefined);
    try {
      if (isAccepted) await call(acceptCounteroffer, links?.counteroffer, { body: {} });
      else await call(withdrawApplication, links?.withdraw, { body: {} });
      await redirect.toCurrentScreen();
    } catch (failure) {
      if (await redirect.afterRefusal(failure)) return;
      setStep('ready');
      setFailed(next);
    }
  };

  if (!data) {
    return (
      <ScreenPage screen="fast-path-counteroffer" heading={words.heading}>
        <Waiting messages={[words.loading]} />
      </ScreenPage>
    );
  }
  return (
    <ScreenPage
      screen="fast-path-counteroffer"
      heading={words.heading}
      lead={words.lead(data.askedAmount === data.loanAmount ? undefined : data.askedAmount)}
    >
      <OfferCard amount={data.loanAmount} term={{ ...data, months: data.term }} />
      <p>{words.until(dayText(data.goodThrough))}</p>
      <Actions>
        <Button
          busy={step === 'accepting'}
          busyWords={words.accepting}
          failure={failed === 'accepting' && uiText.notSent}
          onClick={() => void answer(true)}
        >
          {words.accept}
        </Button>
        <Button
          kind="secondary"
          busy={step === 'declining'}
          busyWords={words.declining}
          failure={failed === 'declining' && uiText.notSent}
          onClick={() => void answer(false)}
        >
          {words.decline}
        </Button>
      </Actions>
      {links?.counterofferNotice && (
        <p>
          <a href={links.counterofferNotice} target="_blank" rel="noopener">
            {words.notice}
          </a>
        </p>
      )}
    </ScreenPage>
  );
}
