// The offers of an amount to choose from: sliders, one featured offer, and the others below.
import type { ReactNode, Ref, RefObject } from 'react';
import { pathOf } from '#contract/screens.ts';
import { useChosenLoan } from '../../shared/ChosenLoan.tsx';
import { EmptyState } from '../../ui/Drawings.tsx';
import { Stack } from '../../ui/Page.tsx';
import { termsText, offersText as words } from '../../wording/offers.ts';
import type { AmountEntry } from './AmountField.tsx';
import { LoanControls } from './LoanControls.tsx';
import { LoanCost } from './LoanCost.tsx';
import { amountStops, marksOf, type TermsByAmount } from './loan-choice.ts';
import { OfferCard } from './OfferCard.tsx';
import styles from './Offers.module.css';
import { ChooseButton, FilterTool, VehicleTool } from './OfferTools.tsx';
import { OtherOffers } from './OtherOffers.tsx';
import { monthsOf } from './offer-list.ts';
import { type OfferChoiceOptions, useOfferChoice } from './use-offer-choice.ts';

interface OfferChoiceProps extends Omit<OfferChoiceOptions, 'entry'> {
  readonly entry: RefObject<AmountEntry | null>;
  readonly sliders: Sliders;
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

export function OfferChoice({ sliders, ...options }: OfferChoiceProps) {
  const { request, terms, entry } = options;
  const { amount } = terms;
  const choice = useOfferChoice(options);
  const { featured, others, passing, isChosen } = choice;
  useChosenLoan(featured ? { amount, ...featured } : undefined);
  const stops = amountStops(request, sliders.byAmount, choice.vehicle.showsSecured);
  return (
    <Stack>
      <LoanControls
        entry={entry}
        request={request}
        amount={amount}
        amountStops={sliders.hasNoTable ? [] : stops}
        isLoading={!sliders.byAmount}
        onAmount={sliders.explore}
        onTyped={sliders.onTyped}
        monthStops={monthsOf(passing)}
        term={featured}
        onMonths={choice.moveTo}
        note={sliders.note}
        heading={sliders.heading}
        link={<a href={pathOf('amount')}>{words.changeAmount}</a>}
      >
        <VehicleTool choice={choice} amount={amount} vehicle={request.vehicle} />
      </LoanControls>
      {featured ? (
        <section className={styles.offers}>
          <h2>{isChosen(featured) ? words.featuredChosen : words.featured}</h2>
          <OfferCard
            amount={amount}
            term={featured}
            vehicle={request.vehicle?.description}
            featured
            {...(isChosen(featured) && { chosen: true })}
            marks={marksOf(passing)(featured)}
            action={<ChooseButton choice={choice} term={featured} kind="primary" />}
          />
        </section>
      ) : (
        <EmptyState drawing="junction">{termsText.none}</EmptyState>
      )}
      <OtherOffers
        amount={amount}
        terms={others}
        marks={marksOf(passing)}
        tools={<FilterTool choice={choice} />}
        action={(term) => <ChooseButton choice={choice} term={term} kind="secondary" />}
      />
      {featured && <LoanCost amount={amount} term={featured} terms={passing} />}
    </Stack>
  );
}
