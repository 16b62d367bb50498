// Choosing a loan: the offers of an amount, then the chosen one with its consents.
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
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
import { amountShown, isNearest, isSuggested, mostOffered, vehicleWith } from './offer-list.ts';
import { Preview } from './Preview.tsx';
import { isPreview, previewSearch } from './preview-address.ts';
import { useOffers } from './use-offers.ts';

// Few borrowers are covered, so only they fetch the notice.
const MilitaryNotice = lazy(() => import('./MilitaryNotice.tsx'));

export default function Offers() {
  const navigate = useNavigateTo();
  const [search] = useSearchParams();
  const dayText = useDayText();
  const offers = useOffers({ atOnce: true });
  const { organization, links: { updateLead: updateHref, vehicle: vehicleHref } = {} } = useJourney() ?? {};
  const { request, terms, choices } = offers;
  const chosen = choices.selectedTerm;
  const asked = choices.requestedAmount;
  const amountHeading = useRef<HTMLHeadingElement>(null);
  const [saving, setSaving] = useState<number>();
  const [failed, setFailed] = useState(false);
  const saveAmount = async (loanAmount: number) => {
    const isLoanAutoSecured = request && vehicleWith(request, loanAmount);
    await offers.saveChoices({
      loanAmount,
      ...(isLoanAutoSecured !== undefined && { isLoanAutoSecured }),
      selectedTerm: null,
    });
  };
  const chooseAmount = async (loanAmount: number) => {
    if (saving !== undefined) return;
    setSaving(loanAmount);
    setFailed(false);
    try {
      await saveAmount(loanAmount);
      // The pressed button is gone.
      amountHeading.current?.focus();
    } catch {
      setFailed(true);
    } finally {
      setSaving(undefined);
    }
  };
  const typeAmount = async (loanAmount: number) => {
    setFailed(false);
    try {
      await saveAmount(loanAmount);
      return undefined;
    } catch (failure) {
      // The caps of a state can rule out an amount inside a range.
      return failure instanceof ApiFailure && failure.has('invalid') ? amountText.notFound : uiText.notSent;
    }
  };
  const previewed =
    isPreview(search) && terms && chosen && terms.amount === chosen.amount
      ? terms.terms.find(
          (term) => term.months === chosen.months && term.isAutoSecured === chosen.isAutoSecured,
        )
      : undefined;

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
  const suggested = terms !== undefined && isSuggested(choices);
  return (
    <ScreenPage
      screen="offers"
      heading={most === undefined ? words.heading : words.prequalified(usd(most))}
      lead={words.lead}
      width="medium"
    >
      {organization && <PartnerLogo {...organization} />}
      {request && terms ? (
        <>
          {failed && <Alert kind="error">{uiText.notSent}</Alert>}
          {request.militaryLendingAct && (
            <Suspense>
              <MilitaryNotice {...request.militaryLendingAct} />
            </Suspense>
          )}
          <OfferChoice
            request={request}
            terms={terms}
            wanted={offers.amount}
            chosen={chosen}
            askedMonths={choices.requestedTerm}
            withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
            sliders={{
              byAmount: offers.byAmount,
              hasNoTable: offers.hasNoTable,
              explore: offers.explore,
              onTyped: typeAmount,
              heading: amountHeading,
              note: (
                <>
                  {suggested && terms.amount === amountShown(request, choices) && (
                    <p>{words.suggested(terms.amount)}</p>
                  )}
                  {asked !== undefined && isNearest(terms.amount, request, asked) && (
                    <p>{words.nearest(asked)}</p>
                  )}
                  <NearestAmounts
                    request={request}
                    amount={terms.amount}
                    busy={saving}
                    onChoose={(amount) => void chooseAmount(amount)}
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
      ) : (
        <Waiting messages={[words.loading]} />
      )}
    </ScreenPage>
  );
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
