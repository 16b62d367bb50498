// Withdraws the consent to electronic notices by a press, because programs that check links open them too.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { chooseApplicationPaper, choosePaper } from '#contract/notices.ts';
import { pathOf } from '#contract/screens.ts';
import { isFinalRefusal } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useKeptLink } from '../../shared/use-kept-link.ts';
import { Button } from '../../ui/Button.tsx';
import { pageTitles } from '../../wording/titles.ts';
import { paperText as words } from '../../wording/withdrawal.ts';

export default function PaperNotices() {
  const { call } = useEnvironment();
  const inAddress = useSearchParams()[0].get('token');
  const { token, outcome, isMissing, finish } = useKeptLink<'done' | 'bad'>(
    pathOf('paper-notices'),
    inAddress,
  );
  const now = useJourney();
  const href = now?.links.paperNotices;
  useEffect(() => {
    // The button that had the focus is gone.
    if (outcome) document.querySelector('h1')?.focus();
  }, [outcome]);

  const choose = useAction(async () => {
    try {
      if (token === undefined) {
        await call(chooseApplicationPaper, href, { body: {} });
        return void finish('done');
      }
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await call(choosePaper, undefined, { headers, body: {} });
      finish(status ? 'done' : 'bad');
    } catch (failure) {
      if (!isFinalRefusal(failure)) throw failure;
      finish('bad');
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
  if (outcome === 'bad' || (isMissing && href === undefined)) {
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
