// Choosing a loan: the offers of an amount, then the chosen one with its consents.
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { usualTerm } from '#finance/amount-options.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo, useRedirect } from '../../journey/navigate.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { isPlainClick } from '../../lib/plain-click.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { PartnerLogo } from '../../shared/PartnerLogo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { deadlineText } from '../../shared/use-day-text.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { PressFailure } from '../../ui/PressFailure.tsx';
import { usd } from '../../wording/format.ts';
import { loanText } from '../../wording/loan-terms.ts';
import { amountText, offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { AmountButtons } from './AmountButtons.tsx';
import type { AmountEntry } from './AmountField.tsx';
import { OfferChoice } from './OfferChoice.tsx';
import {
  amountShown,
  chosenTerm,
  isLent,
  isSuggested,
  mostOffered,
  nearestListed,
  nearestSecured,
  vehicleWith,
} from './offer-list.ts';
import { Preview } from './Preview.tsx';
import { isPreview } from './preview-address.ts';
import { prepareOffers, useOffers } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

// Few borrowers are covered, so only they fetch the notice.
const MilitaryNotice = lazyPart(() => import('./MilitaryNotice.tsx'));

/** @public The routes call it. */
export const prepare = prepareOffers;

export default function Offers() {
  const [search] = useSearchParams();
  const offers = useOffers({ atOnce: true });
  const { organization, links, source } = useJourney() ?? {};
  const { request, terms, choices } = offers;
  const isAtPreview = isPreview(search);
  const previewed = isAtPreview && terms ? chosenTerm(terms, choices.selectedTerm) : undefined;
  const isLoaded = request !== undefined && terms !== undefined && terms.amount === offers.amount;
  // Another amount discards the chosen offer, and Forward still leads to its address.
  useRedirect(isAtPreview && isLoaded && !previewed && 'offers');

  if (previewed && terms && request) {
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
  const most = request && mostOffered(request);
  return (
    <ScreenPage
      screen="offers"
      heading={most === undefined ? words.heading : words.prequalified(usd(most))}
      lead={words.lead(request && deadlineText(request.expires))}
      width="medium"
      more={
        links?.updateLead && <LinkTo screen="update-application-details">{loanText.updateDetails}</LinkTo>
      }
    >
      {organization && <PartnerLogo {...organization} />}
      {request && terms && !isAtPreview ? (
        <LoadedOffers offers={offers} request={request} terms={terms} />
      ) : (
        <WaitForRead read={offers.reading} loading={words.loading} />
      )}
      <FourSteps current={0} />
    </ScreenPage>
  );
}

type Offered = ReturnType<typeof useOffers>;

interface LoadedOffersProps {
  readonly offers: Offered;
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
}

function LoadedOffers({ offers, request, terms }: LoadedOffersProps) {
  const vehicleHref = useJourney()?.links.vehicle;
  const { choices } = offers;
  const amount = useAmountChoice(request, offers.saveChoices);
  const seeTerms = useTermsLink(request, amount);
  const secured = securedBeside(offers, request, terms);
  const { requested } = request;
  const wanted = requested?.amount;
  const isInstead = wanted !== undefined && wanted !== terms.amount && terms.amount === requested?.offered;
  const nearest = nearestListed(request, amount.refused ?? (isInstead ? wanted : terms.amount));
  const buttons = {
    request,
    busy: Number(amount.saving.saving),
    failed: Number(amount.saving.failed),
  };
  return (
    <>
      {request.militaryLendingAct && <MilitaryNotice {...request.militaryLendingAct} />}
      <OfferChoice
        request={request}
        terms={terms}
        wanted={offers.amount}
        chosen={choices.selectedTerm}
        saving={amount.saving}
        entry={amount.entry}
        requestedMonths={choices.requestedTerm}
        requestsSecured={offers.requestsSecured}
        withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
        sliders={{
          byAmount: offers.byAmount,
          hasNoTable: offers.hasNoTable,
          explore: (shown) => {
            amount.setRefused(undefined);
            offers.explore(shown);
          },
          onTyped: amount.type,
          heading: amount.heading,
          note: (
            <>
              {isSuggested(choices) && terms.amount === amountShown(request, choices) && (
                <p>{words.suggested(terms.amount)}</p>
              )}
              <Requested request={request} terms={terms} />
              <AmountButtons
                {...buttons}
                title={amountText.nearest(nearest.length)}
                amounts={nearest}
                onChoose={(listed) => void amount.choose(listed)}
              />
              {secured && (
                <AmountButtons
                  {...buttons}
                  title={words.onVehicle(secured.amount, secured.term)}
                  amounts={[secured.amount]}
                  isSecured
                  onChoose={(listed) => void amount.choose(listed, secured.term)}
                />
              )}
            </>
          ),
        }}
        aboutVehicle={
          (request.isVehicleUnknown || vehicleHref) && (
            <>
              {request.isVehicleUnknown && <p>{words.vehicle.unknown}</p>}
              {vehicleHref && (
                <p>
                  {!request.vehicle && `${words.vehicle.addWhy} `}
                  <a href={pathOf('vehicle')}>{request.vehicle ? words.vehicle.change : words.vehicle.add}</a>
                </p>
              )}
            </>
          )
        }
        everyTerm={
          <div>
            <a
              href={pathOf('terms')}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                void seeTerms();
              }}
            >
              {words.seeTerms}
            </a>
            {amount.saving.failed === 'terms' && (
              <PressFailure why={uiText.notSent} again={() => void seeTerms()} />
            )}
          </div>
        }
        saveChoices={offers.saveChoices}
      />
    </>
  );
}

/** What was requested, if something else is shown. */
function Requested({ request, terms: { amount, terms } }: Pick<LoadedOffersProps, 'request' | 'terms'>) {
  const { amount: wanted, offered, months } = request.requested ?? {};
  const isClosest = amount === offered && wanted !== undefined && !isLent(request, wanted);
  return (
    <>
      {wanted !== undefined && wanted !== amount && (
        <p>{isClosest ? words.nearest(wanted) : loanText.requested(wanted)}</p>
      )}
      {months !== undefined && terms.every((term) => term.months !== months) && (
        <p>{words.termNotOffered(months)}</p>
      )}
    </>
  );
}

/** The secured offer beside the amount shown, where a link requests one and the amount is lent only without the vehicle. */
function securedBeside(offers: Offered, request: LoanRequest, { amount: shown }: TermsOfAmount) {
  const amount = offers.requestsSecured ? nearestSecured(request, shown) : undefined;
  const terms = amount === undefined ? [] : (offers.byAmount?.get(amount) ?? []);
  const term = usualTerm(terms.filter(({ isAutoSecured }) => isAutoSecured));
  return amount !== undefined && term ? { amount, term } : undefined;
}

/** Chooses an amount beside the slider: a listed one by its button, or any that is typed. */
function useAmountChoice(request: LoanRequest, saveChoices: Offered['saveChoices']) {
  const saving = useSaving();
  const entry = useRef<AmountEntry>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The typed amount that cannot be lent, until one that can be is shown. */
  const [refused, setRefused] = useState<number>();
  const saveAmount = (loanAmount: number, term?: OfferTerm) =>
    saveChoices({
      loanAmount,
      isLoanAutoSecured: term?.isAutoSecured ?? vehicleWith(request, loanAmount),
      selectedTerm: term ? { months: term.months, isAutoSecured: term.isAutoSecured } : null,
    });
  const choose = (loanAmount: number, term?: OfferTerm) =>
    saving.save(
      String(loanAmount),
      async () => {
        entry.current?.show(loanAmount);
        setRefused(undefined);
        await saveAmount(loanAmount, term);
        return true;
      },
      // The pressed button is gone then.
      () => heading.current?.focus(),
    );
  /** Resolves to the message of the field, if any. */
  const type = async (loanAmount: number, mistake: string | undefined) => {
    saving.clearFailure();
    // Nothing is near to a text that is no amount.
    setRefused(mistake && loanAmount ? loanAmount : undefined);
    if (mistake) return mistake;
    try {
      await saveAmount(loanAmount);
      return undefined;
    } catch (failure) {
      // The caps of a state can rule out an amount inside a range.
      return isRefusedAs(failure, 'invalid') ? amountText.notFound : uiText.notSent;
    }
  };
  return { saving, entry, heading, saveAmount, choose, type, refused, setRefused };
}

/** Leads to every term of the amount that the field shows. That screen shows the saved amount. */
function useTermsLink(request: LoanRequest, amount: ReturnType<typeof useAmountChoice>) {
  const { journey } = useEnvironment();
  const navigate = useNavigateTo();
  const settle = async () => {
    const settled = await amount.entry.current?.settle();
    if (settled === undefined) return false;
    const { choices } = journey.get() ?? {};
    if (!choices || amountShown(request, choices) !== settled) await amount.saveAmount(settled);
    return true;
  };
  return () =>
    amount.saving.save('terms', settle, () => {
      navigate('terms');
      return 'leaves';
    });
}
