// One offer of the amount, and how to move to another: by amount, by length, or to one of three lengths side by side.
import { type ReactNode, type Ref, useId } from 'react';
import type { LoanRequest } from '#contract/offers.ts';
import { pathOf } from '#contract/screens.ts';
import { Figures } from '../../ui/Figures.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { loanTermsText, loanText } from '../../wording/loan-terms.ts';
import { offersText, termsText } from '../../wording/offers.ts';
import { type AmountEntry, AmountField } from './AmountField.tsx';
import styles from './FeaturedOffer.module.css';
import { stopNear, type TermsByAmount } from './loan-choice.ts';
import { ChooseButton } from './OfferTools.tsx';
import { monthsOf, termKey } from './offer-list.ts';
import type { useOfferChoice } from './use-offer-choice.ts';

const words = offersText.controls;

interface FeaturedOfferProps {
  readonly choice: ReturnType<typeof useOfferChoice>;
  readonly entry: Ref<AmountEntry>;
  readonly request: LoanRequest;
  readonly amount: number;
  readonly stops: readonly number[];
  readonly sliders: Sliders;
}

export interface Sliders {
  /** Absent while the terms of the stops are still loading, so the slider is disabled. */
  readonly byAmount: TermsByAmount | undefined;
  /** Whether the terms of all amounts are not coming, so that only the shown amount's terms can be moved to. */
  readonly hasNoTable: boolean;
  readonly explore: (amount: number) => void;
  readonly onTyped: (amount: number, mistake: string | undefined) => Promise<string | undefined>;
  /** Below the amount, such as why it is the first one. */
  readonly note: ReactNode;
  /** Takes the focus when a control that chose an amount is gone. */
  readonly heading: Ref<HTMLHeadingElement>;
}

export function FeaturedOffer({ choice, entry, request, amount, stops, sliders }: FeaturedOfferProps) {
  const { byAmount, hasNoTable, explore, onTyped, note, heading } = sliders;
  const { featured: term, passing, isChosen, moveTo } = choice;
  const amountStops = hasNoTable ? [] : stops;
  const id = useId();
  const monthStops = monthsOf(passing);
  return (
    <article className={styles.offer} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className="visually-hidden" ref={heading} tabIndex={-1}>
        {term && isChosen(term) ? offersText.featuredChosen : offersText.featured}
      </h2>
      <div className={styles.amount}>
        <AmountField
          entry={entry}
          id={`${id}field`}
          ranges={request.amountRanges}
          amount={amount}
          stops={byAmount ? amountStops : []}
          onMove={explore}
          onTyped={onTyped}
        />
        <a href={pathOf('amount')}>{offersText.changeAmount}</a>
      </div>
      <div className={styles.note}>{note}</div>
      {amountStops.length > 1 && (
        <Slider
          id={`${id}amount`}
          label={words.amount}
          count={amountStops.length}
          at={stopNear(amountStops, amount)}
          text={usd(amount)}
          disabled={!byAmount}
          onMove={(at) => explore(amountStops[at] as number)}
        />
      )}
      {term ? (
        <>
          <SideBySide choice={choice} name={`${id}term`} />
          {monthStops.length > 1 && (
            <Slider
              id={`${id}months`}
              label={words.term}
              count={monthStops.length}
              at={stopNear(monthStops, term.months)}
              text={loanTermsText.months(term.months)}
              onMove={(at) => moveTo({ months: monthStops[at] as number })}
            />
          )}
          <Figures
            figures={[
              { label: loanTermsText.totalCost, value: usdExact(term.totalOfPayments) },
              { label: loanTermsText.financeCharge, value: usdExact(term.financeCharge) },
            ]}
          />
          {term.fees && <p className={styles.note}>{feesText(amount, term.fees)}</p>}
          {term.isAutoSecured && (
            <p className={styles.note}>{loanText.securedBy(request.vehicle?.description)}</p>
          )}
          <div className={styles.action}>
            <ChooseButton choice={choice} term={term} kind="primary" />
          </div>
        </>
      ) : (
        <p>{termsText.none}</p>
      )}
      <output htmlFor={`${id}amount ${id}months`} className="visually-hidden">
        {term &&
          words.result({
            amount: usd(amount),
            months: term.months,
            payment: usdExact(term.monthlyPayment),
            apr: rate(term.apr),
            total: usdExact(term.totalOfPayments),
            charge: usdExact(term.financeCharge),
            isAutoSecured: term.isAutoSecured,
          })}
      </output>
    </article>
  );
}

/** The shortest length, one between and the longest, each with its payment. */
function SideBySide({ choice, name }: Pick<FeaturedOfferProps, 'choice'> & { readonly name: string }) {
  const { featured, sideBySide, moveTo } = choice;
  return (
    <fieldset className={styles.terms}>
      <legend>{loanTermsText.monthly}</legend>
      {sideBySide.map((term) => (
        <label key={termKey(term)} className={styles.term}>
          <input type="radio" name={name} checked={term === featured} onChange={() => moveTo(term)} />
          <strong>{usdExact(term.monthlyPayment)}</strong> <span>{loanTermsText.months(term.months)}</span>{' '}
          <span>{words.apr(rate(term.apr))}</span>
        </label>
      ))}
    </fieldset>
  );
}
