// The offers of an amount to choose from: one featured, the others below, with sliders, filter and vehicle toggle.
import { type ReactNode, type Ref, useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { useChosenLoan } from '../../shared/ChosenLoan.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/Drawings.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { termsText, offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { LoanControls } from './LoanControls.tsx';
import { LoanCost } from './LoanCost.tsx';
import { amountStops, marksOf, type TermsByAmount } from './loan-choice.ts';
import { OfferCard } from './OfferCard.tsx';
import styles from './Offers.module.css';
import { OtherOffers } from './OtherOffers.tsx';
import { arrange, monthsOf, remaining, termKey, vehicleToggle } from './offer-list.ts';
import { TermsFilter } from './TermsFilter.tsx';
import type { Choices } from './use-offers.ts';
import { VehicleSwitch } from './VehicleSwitch.tsx';

interface OfferChoiceProps {
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
  /** The latest chosen amount. Its terms may still be loading. */
  readonly wanted: number | undefined;
  readonly chosen: TermChoice | undefined;
  /** The months that a partner's lead asks for. */
  readonly askedMonths?: number | undefined;
  /** The saved choice about the vehicle, if any. */
  readonly withVehicle: boolean | undefined;
  /** The sliders above the featured offer. Without them every term is listed in order, as on the terms screen. */
  readonly sliders?: Sliders;
  readonly saveChoices: (choices: Choices) => Promise<void>;
  readonly onChosen: () => void;
}

interface Sliders {
  readonly byAmount: TermsByAmount | undefined;
  /** Whether the terms of all amounts are not coming, so that only the shown amount's terms can be moved to. */
  readonly hasNoTable: boolean;
  readonly explore: (amount: number) => void;
  readonly onTyped: (amount: number) => Promise<string | undefined>;
  readonly note: ReactNode;
  readonly heading: Ref<HTMLHeadingElement>;
}

export function OfferChoice(props: OfferChoiceProps) {
  const { request, terms, wanted, chosen, askedMonths, withVehicle, sliders, saveChoices, onChosen } = props;
  const { amount } = terms;
  // A filter belongs to one amount, since another amount may have other terms. The vehicle switch takes it along.
  const [filter, setFilter] = useState<{
    amounts: readonly number[];
    months: ReadonlySet<number> | undefined;
  }>();
  const allMonths = monthsOf(terms.terms);
  const months = filter?.amounts.includes(amount) ? remaining(filter.months, allMonths) : undefined;
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [wish, setWish] = useState<boolean>();
  // The length that the slider was moved to. It stays when the amount changes.
  const [movedTo, setMovedTo] = useState<number>();
  const toggle = vehicleToggle(request, terms);
  const isNeeded = toggle.kind === 'needed' || toggle.kind === 'always';
  const withAutoSecured =
    toggle.kind !== 'none' && (wish ?? ((isNeeded && amount === wanted) || (withVehicle ?? true)));

  // Secured offers stay until the offers without a vehicle have loaded.
  const { featured, others, passing } = arrange(
    terms.terms,
    { months, withAutoSecured: withAutoSecured || isNeeded },
    { moved: movedTo, chosen, asked: askedMonths },
  );
  useChosenLoan(sliders && featured ? { amount, ...featured } : undefined);
  const isChosen = (term: OfferTerm) =>
    chosen !== undefined &&
    term.months === chosen.months &&
    term.isAutoSecured === (chosen.isAutoSecured ?? term.isAutoSecured);

  const attempt = async (key: string, choices: Choices): Promise<boolean> => {
    if (busy) return false;
    setBusy(key);
    setFailed(false);
    try {
      await saveChoices(choices);
      return true;
    } catch {
      setFailed(true);
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const choose = async (term: OfferTerm) => {
    const choices = { loanAmount: amount, isLoanAutoSecured: withAutoSecured, selectedTerm: term };
    if (!(await attempt(termKey(term), choices))) return;
    setMovedTo(undefined);
    onChosen();
  };
  const button = (term: OfferTerm) => (
    <Button
      kind={term === featured && sliders ? 'primary' : 'secondary'}
      busy={busy === termKey(term)}
      onClick={() => void choose(term)}
    >
      {words.choose}
      <Hidden>: {words.chooseNamed(term.monthlyPayment, term.months)}</Hidden>
    </Button>
  );
  const vehicle = request.vehicle?.description;
  const vehicleSwitch = toggle.kind !== 'none' && (
    <VehicleSwitch
      toggle={toggle}
      on={withAutoSecured}
      amount={amount}
      vehicle={request.vehicle}
      onChange={async (choices) => {
        setWish(choices.isLoanAutoSecured);
        const { loanAmount = amount } = choices;
        if (filter) setFilter({ ...filter, amounts: [...filter.amounts, loanAmount] });
        try {
          return await attempt('vehicle', choices);
        } finally {
          setWish(undefined);
        }
      }}
    />
  );
  const filterButton = (
    <TermsFilter
      all={allMonths}
      chosen={months}
      onSave={(selected) => setFilter({ amounts: [amount], months: selected })}
    />
  );

  if (!sliders) {
    return (
      <Stack>
        {failed && <Alert kind="error">{uiText.notSent}</Alert>}
        <div className={styles.tools}>
          {vehicleSwitch}
          {filterButton}
        </div>
        {passing.length === 0 && <EmptyState drawing="junction">{termsText.none}</EmptyState>}
        <section className={styles.offers}>
          {passing.map((term) => (
            <OfferCard
              key={termKey(term)}
              amount={amount}
              term={term}
              vehicle={vehicle}
              {...(isChosen(term) && { chosen: true })}
              marks={marksOf(passing)(term)}
              compact
              level={2}
              action={button(term)}
            />
          ))}
        </section>
      </Stack>
    );
  }
  return (
    <Stack>
      {failed && <Alert kind="error">{uiText.notSent}</Alert>}
      <LoanControls
        request={request}
        amount={amount}
        amountStops={
          sliders.hasNoTable ? [] : amountStops(request, sliders.byAmount, withAutoSecured || isNeeded)
        }
        isLoading={!sliders.byAmount}
        onAmount={sliders.explore}
        onTyped={sliders.onTyped}
        monthStops={monthsOf(passing)}
        term={featured}
        onMonths={setMovedTo}
        note={sliders.note}
        heading={sliders.heading}
        link={<a href={pathOf('amount')}>{words.changeAmount}</a>}
      >
        {vehicleSwitch}
      </LoanControls>
      {featured ? (
        <section className={styles.offers}>
          <h2>{isChosen(featured) ? words.featuredChosen : words.featured}</h2>
          <OfferCard
            amount={amount}
            term={featured}
            vehicle={vehicle}
            featured
            {...(isChosen(featured) && { chosen: true })}
            marks={marksOf(passing)(featured)}
            action={button(featured)}
          />
        </section>
      ) : (
        <EmptyState drawing="junction">{termsText.none}</EmptyState>
      )}
      <OtherOffers
        key={amount}
        amount={amount}
        terms={others}
        marks={marksOf(passing)}
        tools={filterButton}
        action={button}
      />
      {featured && <LoanCost amount={amount} term={featured} terms={passing} />}
    </Stack>
  );
}
