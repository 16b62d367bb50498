// Choosing a loan: the offers of an amount, then the chosen one with its consents.
import { lazy, Suspense, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { LoanRequest, TermsOfAmount } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { PartnerLogo } from '../../shared/PartnerLogo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useDayText } from '../../shared/use-day-text.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { loanText } from '../../wording/loan.ts';
import { amountText, offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { NearestAmounts } from './NearestAmounts.tsx';
import { OfferChoice } from './OfferChoice.tsx';
import styles from './Offers.module.css';
import { amountShown, chosenTerm, isNearest, isSuggested, mostOffered, vehicleWith } from './offer-list.ts';
import { Preview } from './Preview.tsx';
import { isPreview, previewSearch } from './preview-address.ts';
import { useOffers } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

// Few borrowers are covered, so only they fetch the notice.
const MilitaryNotice = lazy(() => import('./MilitaryNotice.tsx'));

export default function Offers() {
  const [search] = useSearchParams();
  const offers = useOffers({ atOnce: true });
  const organization = useJourney()?.organization;
  const { request, terms, choices } = offers;
  const previewed = isPreview(search) && terms ? chosenTerm(terms, choices.selectedTerm) : undefined;

  if (previewed && terms && request) {
    return (
      <Preview
        terms={terms}
        term={previewed}
        vehicle={request.vehicle}
        source={offers.source}
        reload={offers.reloadTerms}
      />
    );
  }
  const most = request && mostOffered(request);
  return (
    <ScreenPage
      screen="offers"
      heading={most === undefined ? words.heading : words.prequalified(usd(most))}
      lead={words.lead}
      width="medium"
    >
      {organization && <PartnerLogo {...organization} />}
      {request && terms ? (
        <LoadedOffers offers={offers} request={request} terms={terms} />
      ) : (
        <Waiting messages={[words.loading]} />
      )}
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
  const navigate = useNavigateTo();
  const dayText = useDayText();
  const { updateLead: updateHref, vehicle: vehicleHref } = useJourney()?.links ?? {};
  const { choices } = offers;
  const amount = useAmountChoice(request, offers.saveChoices);
  const requested = choices.requestedAmount;
  return (
    <>
      {amount.failed && <Alert kind="error">{uiText.notSent}</Alert>}
      {request.militaryLendingAct && (
        <Suspense>
          <MilitaryNotice {...request.militaryLendingAct} />
        </Suspense>
      )}
      <OfferChoice
        request={request}
        terms={terms}
        wanted={offers.amount}
        chosen={choices.selectedTerm}
        requestedMonths={choices.requestedTerm}
        withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
        sliders={{
          byAmount: offers.byAmount,
          hasNoTable: offers.hasNoTable,
          explore: offers.explore,
          onTyped: amount.type,
          heading: amount.heading,
          note: (
            <>
              {isSuggested(choices) && terms.amount === amountShown(request, choices) && (
                <p>{words.suggested(terms.amount)}</p>
              )}
              {requested !== undefined && isNearest(terms.amount, request, requested) && (
                <p>{words.nearest(requested)}</p>
              )}
              <NearestAmounts
                request={request}
                amount={terms.amount}
                busy={amount.saving}
                onChoose={(nearest) => void amount.choose(nearest)}
              />
            </>
          ),
        }}
        saveChoices={offers.saveChoices}
        onChosen={() => navigate('offers', { search: previewSearch })}
      />
      <p>
        <a href={pathOf('terms')}>{words.seeTerms}</a>
      </p>
      {request.isVehicleUnknown && <p>{words.vehicle.unknown}</p>}
      {vehicleHref && <VehicleLink hasVehicle={request.vehicle !== undefined} />}
      {updateHref && (
        <p>
          <a href={pathOf('update-application-details')}>{loanText.updateDetails}</a>
        </p>
      )}
      <p className={styles.soft}>{words.expires(dayText(request.expires))}</p>
      <FourSteps current={0} />
    </>
  );
}

/** Chooses an amount beside the slider: a listed one by its button, or any that is typed. */
function useAmountChoice(request: LoanRequest, saveChoices: Offered['saveChoices']) {
  const { saving, failed, save, clearFailure } = useSaving<number>();
  const heading = useRef<HTMLHeadingElement>(null);
  const saveAmount = (loanAmount: number) => {
    const isLoanAutoSecured = vehicleWith(request, loanAmount);
    return saveChoices({
      loanAmount,
      ...(isLoanAutoSecured !== undefined && { isLoanAutoSecured }),
      selectedTerm: null,
    });
  };
  const choose = async (loanAmount: number) => {
    // The pressed button is gone then.
    if (await save(loanAmount, () => saveAmount(loanAmount))) heading.current?.focus();
  };
  /** Resolves to the message of the field, if any. */
  const type = async (loanAmount: number) => {
    clearFailure();
    try {
      await saveAmount(loanAmount);
      return undefined;
    } catch (failure) {
      // The caps of a state can rule out an amount inside a range.
      return failure instanceof ApiFailure && failure.has('invalid') ? amountText.notFound : uiText.notSent;
    }
  };
  return { saving, failed, heading, choose, type };
}

/** To the page on which an applicant adds a vehicle, or enters another one. */
function VehicleLink({ hasVehicle }: { readonly hasVehicle: boolean }) {
  return (
    <p>
      {!hasVehicle && `${words.vehicle.addWhy} `}
      <a href={pathOf('vehicle')}>{hasVehicle ? words.vehicle.change : words.vehicle.add}</a>
    </p>
  );
}
