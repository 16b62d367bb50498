// The offers of an amount to choose from: the featured one, what is asked about it, and the others below.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { LoanRequest } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { FeaturedOffer } from './FeaturedOffer.tsx';
import { ChooseButton, VehicleTool } from './OfferTools.tsx';
import { OtherOffers } from './OtherOffers.tsx';
import { vehicleFrom } from './offer-list.ts';
import type { LoanChoice } from './use-loan-choice.ts';

interface OfferChoiceProps {
  readonly choice: LoanChoice;
  readonly request: LoanRequest;
  /** Where a vehicle can be added or changed. */
  readonly vehicleHref: string | undefined;
}

export function OfferChoice({ choice, request, vehicleHref }: OfferChoiceProps) {
  return (
    <>
      <FeaturedOffer choice={choice} request={request} />
      <SecuredBeside choice={choice} />
      <OfferQuestions choice={choice} request={request} vehicleHref={vehicleHref} />
      <OtherOffers
        amount={choice.amount}
        terms={choice.others}
        all={choice.passing.length}
        action={(term) => <ChooseButton choice={choice} term={term} kind="link" />}
      />
    </>
  );
}

function SecuredBeside({ choice: { secured, showSecured } }: Pick<OfferChoiceProps, 'choice'>) {
  if (!secured) return null;
  const { amount, term } = secured;
  return (
    <>
      <p>{words.onVehicle(amount, term)}</p>
      <div>
        <Button kind="secondary" onClick={showSecured}>
          {words.chooseOnVehicle(amount)}
        </Button>
      </div>
    </>
  );
}

// It brings the arithmetic of schedules, so it loads later.
const loadPicture = () => import('./cost/CostPicture.tsx');

function OfferQuestions({ choice, request, vehicleHref }: OfferChoiceProps) {
  const { featured: term, amount } = choice;
  const { toggle } = choice.vehicle;
  const { picture, render } = usePicture();
  return (
    <Accordion
      items={[
        {
          title: words.vehicle.question(toggle.kind === 'always'),
          content: (
            <>
              <VehicleTool
                choice={choice}
                vehicle={request.vehicle}
                from={vehicleFrom(request, choice.stops)}
              />
              {request.isVehicleUnknown && <p>{words.vehicle.unknown}</p>}
              {vehicleHref && (
                <p>
                  {!request.vehicle && `${words.vehicle.addWhy} `}
                  <a href={pathOf('vehicle')}>{request.vehicle ? words.vehicle.change : words.vehicle.add}</a>
                </p>
              )}
            </>
          ),
          hidden: toggle.kind === 'none' && !request.isVehicleUnknown && !vehicleHref,
        },
        {
          title: words.cost,
          content: () =>
            term && render(({ default: CostPicture }) => <CostPicture amount={amount} term={term} />),
          hidden: !term || picture?.hasPicture(amount, term) === false,
        },
      ]}
    />
  );
}

/** The picture of what a loan costs. It is loaded at once, so that its question opens without a wait. */
function usePicture() {
  type Picture = Awaited<ReturnType<typeof loadPicture>>;
  const [picture, setPicture] = useState<Picture>();
  const [failed, setFailed] = useState<'now' | 'before'>();
  const fetch = useCallback(() => void loadPicture().then(setPicture, () => setFailed('now')), []);
  useEffect(fetch, [fetch]);
  const retry = () => {
    setFailed('before');
    fetch();
  };
  const render = (answer: (loaded: Picture) => ReactNode) => {
    if (picture) return answer(picture);
    return failed ? (
      <LoadFailed busy={failed === 'before'} onRetry={retry}>
        {uiText.notLoaded}
      </LoadFailed>
    ) : (
      <Waiting messages={[words.loading]} />
    );
  };
  return { picture, render };
}
