// Choosing a loan: the offers of an amount, then the chosen one with its consents.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useRedirect } from '../../journey/navigate.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { PartnerLogo } from '../../shared/PartnerLogo.tsx';
import { Beside, ScreenPage, type ScreenPageProps } from '../../shared/ScreenPage.tsx';
import { deadlineText } from '../../shared/use-day-text.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { PressFailure } from '../../ui/PressFailure.tsx';
import { usd } from '../../wording/format.ts';
import { loanText } from '../../wording/loan-terms.ts';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { MilitaryNotice } from './MilitaryNotice.tsx';
import { OfferChoice } from './OfferChoice.tsx';
import { FilterTool } from './OfferTools.tsx';
import { amountShown, chosenTerm, isSuggested, mostOffered } from './offer-list.ts';
import { isPreview } from './preview-address.ts';
import { type LoanChoiceOptions, useLoanChoice } from './use-loan-choice.ts';
import { prepareOffers, useOffers } from './use-offers.ts';

const loadPreview = () => import('./Preview.tsx');
let Preview: Awaited<ReturnType<typeof loadPreview>>['default'] | undefined;

/**
 * The offers need no form, so the chosen one's comes with it.
 * @public The routes call it.
 */
export const prepare: Prepare = async (environment, { request }) => {
  const needsPreview = isPreview(new URL(request.url).searchParams);
  const [loaded] = await Promise.all([needsPreview && loadPreview(), prepareOffers(environment)]);
  if (loaded) Preview = loaded.default;
  return null;
};

export default function Offers() {
  const [search] = useSearchParams();
  const offers = useOffers({ atOnce: true });
  const { organization, links, source } = useJourney() ?? {};
  const { request, terms, choices } = offers;
  const isAtPreview = isPreview(search);
  const previewed = isAtPreview && terms ? chosenTerm(terms, choices.selectedTerm) : undefined;
  const isLoaded = request !== undefined && terms !== undefined && terms.amount === offers.amount;
  useEffect(() => void loadPreview().catch(() => {}), []);
  // Another amount discards the chosen offer, and Forward still leads to its address.
  useRedirect(isAtPreview && isLoaded && !previewed && 'offers');

  if (previewed && terms && request && Preview) {
    return (
      <Preview
        terms={terms}
        term={previewed}
        vehicle={request.vehicle}
        source={source}
        reload={offers.reloadTerms}
      />
    );
  }
  // All at once: nothing moves while the terms are read.
  const read = terms && request;
  const most = read && mostOffered(read);
  const first = read && amountShown(read, choices);
  const more = links?.updateLead && (
    <LinkTo screen="update-application-details">{loanText.updateDetails}</LinkTo>
  );
  return (
    <ScreenPage
      screen="offers"
      heading={most === undefined ? words.heading : words.prequalified(usd(most))}
      lead={words.lead(read && deadlineText(read.expires), isSuggested(choices) ? first : undefined)}
      width="medium"
      more={more}
      beside={read && !isAtPreview ? null : undefined}
    >
      {organization && <PartnerLogo {...organization} />}
      {request && terms && !isAtPreview ? (
        <LoadedOffers offers={offers} request={request} terms={terms} more={more} />
      ) : (
        <WaitForRead read={offers.reading} loading={words.loading} />
      )}
    </ScreenPage>
  );
}

function LoadedOffers({ more, ...options }: LoanChoiceOptions & Pick<ScreenPageProps, 'more'>) {
  const { request } = options;
  const vehicleHref = useJourney()?.links.vehicle;
  const choice = useLoanChoice(options);
  return (
    <>
      {request.militaryLendingAct && <MilitaryNotice {...request.militaryLendingAct} />}
      <OfferChoice choice={choice} request={request} vehicleHref={vehicleHref} />
      <Beside screen="offers" more={more}>
        {(choice.passing.length > 1 || choice.filter.months) && <FilterTool choice={choice} />}
        <a
          href={pathOf('terms')}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            void choice.seeTerms();
          }}
        >
          {words.seeTerms}
        </a>
        <FourSteps current={0} />
      </Beside>
      {choice.failed === 'terms' && (
        <PressFailure why={uiText.notSent} again={() => void choice.seeTerms()} />
      )}
    </>
  );
}
