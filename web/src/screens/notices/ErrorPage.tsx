// The error page: a person to call, and after a temporary error a link to the application's current screen.
import { useEffect } from 'react';
import type { Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { SendDocuments } from '../../shared/branches/SendDocuments.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { noticeText } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';
import { WhyDeclined } from './WhyDeclined.tsx';

const words = noticeText.error;

export default function ErrorPage() {
  const { memory, journey } = useEnvironment();
  const now = useJourney();
  // The journey may have moved on since it was read.
  useEffect(() => {
    memory.set('stage', 'error');
    const stop = new AbortController();
    journey
      .refresh(stop.signal)
      .catch(() => {})
      .finally(() => memory.set('stage', 'error'));
    return () => stop.abort();
  }, [memory, journey]);
  const onward = now && nextScreen(now);
  const { branchCalls, hardInquiry, links } = now ?? {};
  const saved = branchCalls ? words.branchCalls : now?.defaultScreen && words.saved;
  const isDenied = links?.adverseAction !== undefined;
  return (
    <Notice
      screen="error"
      heading={words.heading}
      lead={<CallBranchLine />}
      what={hardInquiry ? `${words.hardInquiry} ${saved}` : saved}
      next={onward && words.passing}
      articles={!isDenied}
    >
      {isDenied && <WhyDeclined />}
      {onward && <ButtonLink href={pathOf(onward)}>{words.button}</ButtonLink>}
      {!isDenied && (
        <>
          <SendDocuments kind="secondary" />
          <BookCall />
        </>
      )}
    </Notice>
  );
}

/** Screens on which only a person can continue. */
const ends: readonly ScreenName[] = ['error', 'contact'];

/** The screen to continue on after a temporary error; undefined when the application has ended or there is none. */
export function nextScreen({ defaultScreen, phase }: Pick<Journey, 'defaultScreen' | 'phase'>) {
  const hasNone = defaultScreen === undefined || phase === 'ended' || ends.includes(defaultScreen);
  return hasNone ? undefined : defaultScreen;
}
