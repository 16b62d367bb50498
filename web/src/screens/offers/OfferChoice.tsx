// The offers of an amount to choose from: one featured, the others below, with filter and vehicle toggle.
import { useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/Drawings.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { termsText, offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
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
  /** Lists every term in order, as on the terms screen, without a featured one. */
  readonly plain?: boolean;
  readonly saveChoices: (choices: Choices) => Promise<void>;
  readonly onChosen: () => void;
}

export function OfferChoice(props: OfferChoiceProps) {
  const { request, terms, wanted, chosen, askedMonths, withVehicle, plain, saveChoices, onChosen } = props;
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
  const toggle = vehicleToggle(request, terms);
  const isNeeded = toggle.kind === 'needed' || toggle.kind === 'always';
  const withAutoSecured =
    toggle.kind !== 'none' && (wish ?? ((isNeeded && amount === wanted) || (withVehicle ?? true)));

  // Secured offers stay until the offers without a vehicle have loaded.
  const { featured, others } = arrange(
    terms.terms,
    { months, withAutoSecured: withAutoSecured || isNeeded },
    chosen,
    askedMonths,
  );
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
    if (await attempt(termKey(term), choices)) onChosen();
  };
  const button = (term: OfferTerm) => (
    <Button
      kind={term === featured && !plain ? 'primary' : 'secondary'}
      busy={busy === termKey(term)}
      onClick={() => void choose(term)}
    >
      {words.choose}
      <Hidden>: {words.chooseNamed(term.monthlyPayment, term.months)}</Hidden>
    </Button>
  );

  return (
    <Stack>
      {failed && <Alert kind="error">{uiText.notSent}</Alert>}
      <div className={styles.tools}>
        <TermsFilter
          all={allMonths}
          chosen={months}
          onSave={(selected) => setFilter({ amounts: [amount], months: selected })}
        />
        {toggle.kind !== 'none' && (
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
        )}
      </div>

      {!featured && <EmptyState drawing="junction">{termsText.none}</EmptyState>}
      {featured && !plain && (
        <section className={styles.offers}>
          <h2>{isChosen(featured) ? words.featuredChosen : words.featured}</h2>
          <OfferCard
            amount={amount}
            term={featured}
            vehicle={request.vehicle?.description}
            featured
            {...(isChosen(featured) && { chosen: true })}
            action={button(featured)}
          />
        </section>
      )}
      {featured && plain && (
        <section className={styles.offers}>
          {inOrder([featured, ...others]).map((term) => (
            <OfferCard
              key={termKey(term)}
              amount={amount}
              term={term}
              vehicle={request.vehicle?.description}
              {...(isChosen(term) && { chosen: true })}
              level={2}
              action={button(term)}
            />
          ))}
        </section>
      )}
      {!plain && <OtherOffers key={amount} amount={amount} terms={others} action={button} />}
    </Stack>
  );
}

function inOrder(terms: readonly OfferTerm[]): readonly OfferTerm[] {
  return [...terms].sort(
    (one, other) => one.months - other.months || Number(one.isAutoSecured) - Number(other.isAutoSecured),
  );
}
