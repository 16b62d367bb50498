// Offers that are past: new ones can be had at once, unless a loan made meanwhile would make them void as well.
import { useEffect } from 'react';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { brand } from '../../app/lender.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { noticeWords } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';

const words = noticeWords.expired;

export default function Expired() {
  const { journey } = useEnvironment();
  const past = useJourney()?.offersPast;
  // A refusal leads here while the journey is still the one from before it.
  useEffect(() => {
    journey.refresh().catch(() => {});
  }, [journey]);
  const isVoid = past === 'void';
  return (
    <Notice
      screen="expired"
      drawing="clock"
      heading={words.heading}
      lead={isVoid ? words.void.lead : past === 'expired' ? words.past : words.lead}
      next={isVoid ? words.void.next : words.next}
      branch
    >
      <div>
        {isVoid ? (
          <ButtonLink href={brand.customerPortal}>{words.void.button}</ButtonLink>
        ) : (
          <ButtonLink href={pathOf('landing')}>{words.button}</ButtonLink>
        )}
      </div>
    </Notice>
  );
}
