// The offers of an amount to choose from: the featured one, what is asked about it, and the others below.
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { Accordion } from '../../ui/Accordion.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import type { AmountEntry } from './AmountField.tsx';
import { FeaturedOffer, type Sliders } from './FeaturedOffer.tsx';
import { amountStops, vehicleFrom } from './loan-choice.ts';
import styles from './Offers.module.css';
import { ChooseButton, FilterTool, VehicleTool } from './OfferTools.tsx';
import { OtherOffers } from './OtherOffers.tsx';
import { type OfferChoiceOptions, useOfferChoice } from './use-offer-choice.ts';

interface OfferChoiceProps extends Omit<OfferChoiceOptions, 'entry'> {
  readonly entry: RefObject<AmountEntry | null>;
  readonly sliders: Sliders;
  /** About the vehicle, besides the choice to use it: to add one, or why there is none. */
  readonly aboutVehicle?: ReactNode;
  /** To the page with every term. */
  readonly everyTerm?: ReactNode;
}

export function OfferChoice({ sliders, aboutVehicle, everyTerm, ...options }: OfferChoiceProps) {
  const { request, terms, entry } = options;
  const { amount } = terms;
  const choice = useOfferChoice(options);
  const { others, passing, vehicle } = choice;
  const stops = amountStops(request, sliders.byAmount, vehicle.showsSecured);
  return (
    <div className={styles.page}>
      <FeaturedOffer
        choice={choice}
        entry={entry}
        request={request}
        amount={amount}
        stops={stops}
        sliders={sliders}
      />
      <OfferQuestions
        choice={choice}
        amount={amount}
        everyTerm={everyTerm}
        vehicle={
          (vehicle.toggle.kind !== 'none' || aboutVehicle) && (
            <>
              <VehicleTool
                choice={choice}
                amount={amount}
                vehicle={request.vehicle}
                from={vehicleFrom(request, stops)}
              />
              {aboutVehicle}
            </>
          )
        }
      />
      <OtherOffers
        amount={amount}
        terms={others}
        all={passing.length}
        hasTable
        tools={<FilterTool choice={choice} />}
        action={(term) => <ChooseButton choice={choice} term={term} kind="link" />}
      />
    </div>
  );
}

// Each behind its question. The last two bring the arithmetic of schedules, so they load later.
const words = offersText.questions;
const loadCompare = () => import('./cost/CompareTerms.tsx');
const loadPicture = () => import('./cost/CostPicture.tsx');

interface OfferQuestionsProps extends Pick<OfferChoiceProps, 'everyTerm'> {
  readonly choice: ReturnType<typeof useOfferChoice>;
  readonly amount: number;
  readonly vehicle: ReactNode;
}

function OfferQuestions({ choice, amount, everyTerm, vehicle }: OfferQuestionsProps) {
  const { featured: term, passing: terms, moveTo } = choice;
  // The question opens once a secured offer is featured, so that its risk is in view, and stays open after the switch is turned off.
  const [isVehicleShown, showVehicle] = useState(false);
  if (term?.isAutoSecured && !isVehicleShown) showVehicle(true);
  const picture = useAnswer(loadPicture);
  const compare = useAnswer(loadCompare);
  return (
    <Accordion
      items={[
        {
          title: offersText.vehicle.question(choice.vehicle.toggle.kind === 'always'),
          content: vehicle,
          open: isVehicleShown,
          hidden: !vehicle,
        },
        {
          title: words.cost,
          content: () =>
            term && picture.render(({ default: CostPicture }) => <CostPicture amount={amount} term={term} />),
          hidden: !term || picture.module?.hasPicture(amount, term) === false,
        },
        {
          title: words.compare,
          content: () => (
            <>
              {compare.render(({ default: CompareTerms }) => (
                <CompareTerms {...{ amount, terms }} featured={term} onMove={moveTo} />
              ))}
              {everyTerm}
            </>
          ),
          hidden: terms.length < 2,
        },
      ]}
    />
  );
}

/** What answers a question. It is loaded at once, so that its question opens without a wait. */
function useAnswer<T>(load: () => Promise<T>) {
  const [module, setModule] = useState<T>();
  const [failed, setFailed] = useState<'now' | 'before'>();
  const fetch = useCallback(() => void load().then(setModule, () => setFailed('now')), [load]);
  useEffect(fetch, [fetch]);
  const retry = () => {
    setFailed('before');
    fetch();
  };
  const render = (answer: (loaded: T) => ReactNode) => {
    if (module) return answer(module);
    return failed ? (
      <LoadFailed busy={failed === 'before'} onRetry={retry}>
        {uiText.notLoaded}
      </LoadFailed>
    ) : (
      <Waiting messages={[offersText.loading]} />
    );
  };
  return { module, render };
}
