// Withdraws the consent to electronic notices by a press, because programs that check links open them too.
// The token is removed from the address bar at once.

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { chooseApplicationPaper, choosePaper } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { isFinalRefusal } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
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
  const [outcome, setOutcome] = useState<'done' | 'bad'>();
  // The page is rendered before the applicant is known.
  const isHydrated = useIsHydrated();
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathOf('paper-notices'));
  }, []);

  useEffect(() => {
    // The button that had the focus is gone.
    if (outcome) document.querySelector('h1')?.focus();
  }, [outcome]);

  const choose = useAction(async () => {
    try {
      if (token === undefined) {
        await call(chooseApplicationPaper, href, { body: {} });
        return void setOutcome('done');
      }
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await call(choosePaper, undefined, { headers, body: {} });
      setOutcome(status ? 'done' : 'bad');
    } catch (failure) {
      if (!isFinalRefusal(failure)) throw failure;
      setOutcome('bad');
    }
  }, words.failed);

  if (outcome === 'done') {
    return (
      <ScreenPage screen="paper-notices" heading={words.done}>
        <p role="status">{words.doneNext}</p>
        {now?.defaultScreen && <LinkTo screen={now.defaultScreen}>{words.back}</LinkTo>}
      </ScreenPage>
    );
  }
  if (outcome === 'bad' || (isHydrated && token === undefined && href === undefined)) {
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
        <Button {...choose} busyWords={words.busy}>
          {words.button}
        </Button>
      </div>
    </ScreenPage>
  );
}
