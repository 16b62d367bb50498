// The featured offer: its payment, and the controls of the amount and the term that move to another.
import { useId } from 'react';
import type { LoanRequest } from '#contract/offers.ts';
import { Slider } from '../../ui/Slider.tsx';
import { usd } from '../../wording/format.ts';
import { loanTermsText, loanText } from '../../wording/loan-terms.ts';
import { offersText, termsText } from '../../wording/offers.ts';
import { AmountField } from './AmountField.tsx';
import styles from './FeaturedOffer.module.css';
import { OfferCard } from './OfferCard.tsx';
import { ChooseButton } from './OfferTools.tsx';
import { isLent, monthsOf, stopNear } from './offer-list.ts';
import type { LoanChoice } from './use-loan-choice.ts';

const words = offersText.controls;

interface FeaturedOfferProps {
  readonly choice: LoanChoice;
  readonly request: LoanRequest;
}

export function FeaturedOffer({ choice, request }: FeaturedOfferProps) {
  const { featured: term, amount, entry, stops, explore, passing, moveTo } = choice;
  const id = useId();
  const months = monthsOf(passing);
  if (!term) return <p>{termsText.none}</p>;
  return (
    <OfferCard
      amount={amount}
      term={term}
      vehicle={request.vehicle?.description}
      heading={choice.heading}
      name={choice.isChosen(term) ? offersText.featuredChosen : offersText.featured}
    >
      <div className={styles.amount}>
        <AmountField entry={entry} id={`${id}field`} label={words.amount} />
        {stops.length > 1 && (
          <Slider
            id={`${id}amount`}
            label={words.amount}
            count={stops.length}
            at={stopNear(stops, entry.amount ?? amount)}
            text={usd(entry.amount ?? amount)}
            onMove={(at) => explore(stops[at] as number)}
          />
        )}
        <p role="status">
          {choice.notTaken ??
            (entry.amount !== undefined && entry.amount !== amount ? offersText.loading : undefined)}
        </p>
      </div>
      {months.length > 1 && (
        <div className={styles.term}>
          <label htmlFor={`${id}months`}>{words.term}</label>
          <span aria-hidden="true">{words.inMonths}</span>
          <Slider
            id={`${id}months`}
            label={words.term}
            count={months.length}
            at={stopNear(months, term.months)}
            text={loanTermsText.months(term.months)}
            onMove={(at) => moveTo({ months: months[at] as number })}
          >
            <div className={styles.stops} aria-hidden="true">
              {months.map((length) => (
                <span key={length} className={length === term.months ? styles.here : undefined}>
                  {(months.length < 6 || length % 12 === 0) && length}
                </span>
              ))}
            </div>
          </Slider>
        </div>
      )}
      <Requested request={request} amount={amount} all={choice.filter.all} />
      <ChooseButton choice={choice} term={term} kind="primary" />
      <output htmlFor={`${id}amount ${id}months`} className="visually-hidden">
        {`${loanTermsText.result(amount, term)} ${words.security(term.isAutoSecured)}`}
      </output>
    </OfferCard>
  );
}

interface RequestedProps {
  readonly request: LoanRequest;
  readonly amount: number;
  /** Every length of the amount (months). */
  readonly all: readonly number[];
}

/** What was requested, if something else is shown. */
function Requested({ request, amount, all }: RequestedProps) {
  const { amount: wanted, offered, months } = request.requested ?? {};
  const isClosest = amount === offered && wanted !== undefined && !isLent(request, wanted);
  return (
    <>
      {wanted !== undefined && wanted !== amount && (
        <p>{isClosest ? offersText.nearest(wanted) : loanText.requested(wanted)}</p>
      )}
      {months !== undefined && !all.includes(months) && <p>{offersText.termNotOffered(months)}</p>}
    </>
  );
}
