// The offers of an amount to choose from: one featured, the others below, with filter and vehicle toggle.
import { useState } from 'react';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { offerFlags, type TermChoice } from '#finance/amountOptions.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/drawings.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { termsWords, offersWords as words } from '../../wording/offers.ts';
import { partWords } from '../../wording/parts.ts';
import { OfferCard } from './OfferCard.tsx';
import styles from './Offers.module.css';
import { arrange, firstOf, keyOf, offeredPrograms } from './offerList.ts';
import { TermsFilter } from './TermsFilter.tsx';
import type { Choices } from './useOffers.ts';

interface OfferChoiceProps {
  readonly request: LoanRequest;
  readonly terms: TermsOfAmount;
  readonly chosen: TermChoice | undefined;
  /** What was chosen about the vehicle; undefined while nothing was. */
  readonly withVehicle: boolean | undefined;
  /** Every term in its order, as on the terms screen, rather than one featured. */
  readonly plain?: boolean;
  readonly keep: (choices: Choices) => Promise<void>;
  readonly onChosen: () => void;
}

export function OfferChoice(props: OfferChoiceProps) {
  const { request, terms, chosen, withVehicle, plain, keep, onChosen } = props;
  const [months, setMonths] = useState<ReadonlySet<number>>();
  const [more, setMore] = useState(false);
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState(false);
  // The toggle is a choice only where the amount can be had both ways.
  const secured = terms.terms.filter((term) => term.isAutoSecured).length;
  const bothWays =
    offerFlags(offeredPrograms(request)).hasAutoSecured && secured > 0 && secured < terms.terms.length;
  const [toggled, setToggled] = useState(withVehicle ?? true);
  const withAutoSecured = bothWays ? toggled : secured > 0;

  const { featured, others } = arrange(terms.terms, { months, withAutoSecured }, chosen);
  const wasChosen = featured && chosen && featured.months === chosen.months;
  const rest = plain && featured ? inOrder([featured, ...others]) : others;
  const shown = plain ? rest : firstOf(rest, more);
  const allMonths = [...new Set(terms.terms.map((term) => term.months))].sort((one, other) => one - other);

  const attempt = async (key: string, choices: Choices, then?: () => void) => {
    if (busy) return;
    setBusy(key);
    setFailed(false);
    try {
      await keep(choices);
      then?.();
    } catch {
      setFailed(true);
    } finally {
      setBusy(undefined);
    }
  };
  const choose = (term: OfferTerm) =>
    void attempt(
      keyOf(term),
      { loanAmount: terms.amount, isLoanAutoSecured: withAutoSecured, selectedTerm: term },
      onChosen,
    );
  const button = (term: OfferTerm) => (
    <Button
      kind={term === featured && !plain ? 'primary' : 'secondary'}
      busy={busy === keyOf(term)}
      onClick={() => choose(term)}
    >
      {words.choose}
      <Hidden>: {words.chooseNamed(term.monthlyPayment, term.months)}</Hidden>
    </Button>
  );

  return (
    <Stack>
      {failed && <Alert kind="error">{partWords.notSent}</Alert>}
      <div className={styles.tools}>
        <TermsFilter all={allMonths} chosen={months} onSave={setMonths} />
        {bothWays && (
          <label className={styles.toggle}>
            <input
              type="checkbox"
              checked={toggled}
              onChange={(event) => {
                const next = event.target.checked;
                setToggled(next);
                void attempt('vehicle', { isLoanAutoSecured: next, selectedTerm: null });
              }}
            />
            <span>
              {words.autoToggle}
              <span className={styles.soft}>{words.autoToggleHint(request.vehicle?.description)}</span>
            </span>
          </label>
        )}
      </div>

      {!featured && <EmptyState drawing="junction">{termsWords.none}</EmptyState>}
      {featured && !plain && (
        <section className={styles.offers}>
          <h2>{wasChosen ? words.featuredChosen : words.featured}</h2>
          <OfferCard
            amount={terms.amount}
            term={featured}
            featured
            {...(wasChosen && { chosen: true })}
            action={button(featured)}
          />
        </section>
      )}
      {shown.length > 0 && (
        <section className={styles.offers}>
          {!plain && <h2>{words.others}</h2>}
          {shown.map((term) => (
            <OfferCard
              key={keyOf(term)}
              amount={terms.amount}
              term={term}
              level={plain ? 2 : 3}
              action={button(term)}
            />
          ))}
          {shown.length < rest.length && (
            <div className={styles.more}>
              <p role="status">{words.count(shown.length, rest.length)}</p>
              <Button kind="secondary" onClick={() => setMore(true)}>
                {words.showMore}
              </Button>
            </div>
          )}
        </section>
      )}
    </Stack>
  );
}

function inOrder(terms: readonly OfferTerm[]): readonly OfferTerm[] {
  return [...terms].sort(
    (one, other) => one.months - other.months || Number(one.isAutoSecured) - Number(other.isAutoSecured),
  );
}
