// Withdraws the consent to electronic notices by a press, because programs that check links open them too.
// The token is removed from the address bar at once.

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { chooseApplicationPaper, choosePaper } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { isFinalRefusal } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useIsHydrated } from '../../lib/use-browser-value.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { pageTitles } from '../../wording/titles.ts';
import { paperText as words } from '../../wording/withdrawal.ts';

export default function PaperNotices() {
  const { call } = useEnvironment();
  const [token] = useState(useSearchParams()[0].get('token') ?? undefined);
  const now = useJourney();
  const href = now?.links.paperNotices;
  const [step, setStep] = useState<'ready' | 'busy' | 'failed' | 'done' | 'bad'>('ready');
  // The page is rendered before the applicant is known.
  const isHydrated = useIsHydrated();
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('paper-notices'));
  }, []);

  const isAnswered = step === 'done' || step === 'bad';
  useEffect(() => {
    // The button that had the focus is gone.
    if (isAnswered) document.querySelector('h1')?.focus();
  }, [isAnswered]);

  const choose = async () => {
    setStep('busy');
    try {
      if (token === undefined) {
        await call(chooseApplicationPaper, href, { body: {} });
        return setStep('done');
      }
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await call(choosePaper, undefined, { headers, body: {} });
      setStep(status ? 'done' : 'bad');
    } catch (failure) {
      setStep(isFinalRefusal(failure) ? 'bad' : 'failed');
    }
  };

  if (step === 'done') {
    return (
      <ScreenPage screen="paper-notices" heading={words.done}>
        <p role="status">{words.doneNext}</p>
        {now?.defaultScreen && <LinkTo screen={now.defaultScreen}>{words.back}</LinkTo>}
      </ScreenPage>
    );
  }
  if (step === 'bad' || (isHydrated && token === undefined && href === undefined)) {
    return (
      <ScreenPage screen="paper-notices" title={pageTitles.paperLinkInvalid} heading={words.bad}>
        <p role="status">
          <PhoneSentence sentence={words.badNext} />
        </p>
      </ScreenPage>
    );
  }
  return (
    <ScreenPage screen="paper-notices" heading={words.heading} lead={words.lead}>
      <p>{words.next}</p>
      <div>
        <Button
          busy={step === 'busy'}
          busyWords={words.busy}
          failure={step === 'failed' && words.failed}
          onClick={() => void choose()}
        >
          {words.button}
        </Button>
      </div>
    </ScreenPage>
  );
}
