// Expired offers, for which there may be new ones, and links that expired or are damaged.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Journey } from '#contract/journey.ts';
import type { LinkRefusal } from '#contract/resume.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { EmailedLink } from '../../shared/EmailedLink.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { brand } from '../../wording/lender.ts';
import { noticeText } from '../../wording/notices.ts';
import { refusedLinkText } from '../../wording/resume.ts';
import { pageTitles } from '../../wording/titles.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';
import { becauseOf, refusedLink } from './refused-link.ts';

const words = noticeText.expired;
/** What ended, where it was no offer. */
const otherEnds: Partial<Record<NonNullable<Journey['offersPast']>, { heading: string; lead: string }>> = {
  'approval-expired': words.approvalExpired,
  'approval-withdrawn': words.approvalWithdrawn,
  'request-closed': words.requestClosed,
  superseded: words.superseded,
};

/** What is over is no fault of the link. */
type PastRefusal = Exclude<LinkRefusal, keyof typeof refusedLinkText>;
const isOfLink = (because: LinkRefusal | undefined): because is Exclude<LinkRefusal, PastRefusal> =>
  because !== undefined && because in refusedLinkText;

let LinkByEmail: typeof import('./LinkByEmail.tsx').LinkByEmail | undefined;

/**
 * Only a refused link's page has the form.
 * @public The routes call it.
 */
export const prepare: Prepare = async (_, { request }) => {
  if (isOfLink(becauseOf(new URL(request.url).searchParams)))
    ({ LinkByEmail } = await import('./LinkByEmail.tsx'));
  return null;
};

export default function Expired() {
  const because = becauseOf(useSearchParams()[0]);
  return isOfLink(because) ? <RefusedLink because={because} /> : <PastOffers because={because} />;
}

function PastOffers({ because }: { readonly because: PastRefusal | undefined }) {
  const { journey } = useEnvironment();
  const ofJourney = useJourney()?.offersPast;
  const past = because === undefined || because === 'offer-expired' ? ofJourney : because;
  // A refusal leads here before the journey is read again.
  useEffect(() => {
    journey.refresh().catch(() => {});
  }, [journey]);
  const isVoid = past === 'void';
  const other = past && otherEnds[past];
  return (
    <Notice
      screen="expired"
      {...(other && { title: other.heading })}
      above={<Scene name="junction" />}
      heading={other?.heading ?? words.heading}
      lead={other?.lead ?? (isVoid ? words.void.lead : past === 'expired' ? words.past : words.lead)}
      next={isVoid ? words.void.next : words.next}
    >
      <AdverseAction />
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

function RefusedLink({ because }: { readonly because: Exclude<LinkRefusal, PastRefusal> }) {
  const { heading, lead } = refusedLinkText[because];
  const { token } = refusedLink;
  const { next, nextDamaged, call } = refusedLinkText;
  const isDamaged = because === 'link-damaged';
  return (
    <Notice
      screen="expired"
      title={pageTitles.refusedLink}
      heading={heading}
      lead={lead}
      next={isDamaged ? nextDamaged : !token && next}
    >
      {token && !isDamaged ? (
        <EmailedLink kind="primary" offer={next} token={token}>
          {refusedLinkText[because].button}
        </EmailedLink>
      ) : (
        <>
          {LinkByEmail && <LinkByEmail />}
          <p>
            <PhoneSentence sentence={call} />
          </p>
        </>
      )}
    </Notice>
  );
}
