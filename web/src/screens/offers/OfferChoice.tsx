// The offers of an amount to choose from: the featured one, what is asked about it, and the others below.
import type { ReactNode, Ref, RefObject } from 'react';
import type { AmountEntry } from './AmountField.tsx';
import { FeaturedOffer } from './FeaturedOffer.tsx';
import { amountStops, type TermsByAmount, vehicleFrom } from './loan-choice.ts';
import { OfferQuestions } from './OfferQuestions.tsx';
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

interface Sliders {
  readonly byAmount: TermsByAmount | undefined;
  /** Whether the terms of all amounts are not coming, so that only the shown amount's terms can be moved to. */
  readonly hasNoTable: boolean;
  readonly explore: (amount: number) => void;
  readonly onTyped: (amount: number, mistake: string | undefined) => Promise<string | undefined>;
  readonly note: ReactNode;
  readonly heading: Ref<HTMLHeadingElement>;
}

export function OfferChoice({ sliders, aboutVehicle, everyTerm, ...options }: OfferChoiceProps) {
  const { request, terms, entry } = options;
  const { amount } = terms;
  const choice = useOfferChoice(options);
  const { featured, others, passing, vehicle } = choice;
  const stops = amountStops(request, sliders.byAmount, vehicle.showsSecured);
  return (
    <div className={styles.page}>
      <FeaturedOffer
        choice={choice}
        entry={entry}
        request={request}
        amount={amount}
        amountStops={sliders.hasNoTable ? [] : stops}
        isLoading={!sliders.byAmount}
        onAmount={sliders.explore}
        onTyped={sliders.onTyped}
        note={sliders.note}
        heading={sliders.heading}
      />
      <OfferQuestions
        amount={amount}
        term={featured}
        terms={passing}
        onMove={choice.moveTo}
        everyTerm={everyTerm}
        isVehicleNeeded={vehicle.toggle.kind === 'always'}
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
