// How much and for how long: two sliders over what the server offered. The featured offer below them answers every move.
import { type ReactNode, type Ref, useId } from 'react';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { Slider } from '../../ui/Slider.tsx';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { type AmountEntry, AmountField } from './AmountField.tsx';
import styles from './LoanControls.module.css';
import { stopNear, vehicleFrom } from './loan-choice.ts';

const words = offersText.controls;

interface LoanControlsProps {
  readonly entry: Ref<AmountEntry>;
  readonly request: LoanRequest;
  readonly amount: number;
  readonly amountStops: readonly number[];
  /** The terms of the stops are still loading, so the slider is disabled. */
  readonly isLoading: boolean;
  readonly onAmount: (amount: number) => void;
  readonly onTyped: (amount: number, mistake: string | undefined) => Promise<string | undefined>;
  /** The lengths of the amount in months, ascending. */
  readonly monthStops: readonly number[];
  /** The offer at the sliders' position. */
  readonly term: OfferTerm | undefined;
  readonly onMonths: (months: number) => void;
  /** Below the amount, such as why it is the first one. */
  readonly note?: ReactNode;
  /** Beside the amount: to all amounts. */
  readonly link?: ReactNode;
  /** The heading, which takes the focus when a control that chose an amount is gone. */
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Below the sliders: the choice about the vehicle. */
  readonly children?: ReactNode;
}

export function LoanControls(props: LoanControlsProps) {
  const { entry, request, amount, amountStops, isLoading, onAmount, onTyped } = props;
  const { monthStops, term, onMonths, note, link, heading, children } = props;
  const id = useId();
  const secured = vehicleFrom(request, amountStops);
  const [first = 0] = amountStops;
  const last = amountStops.at(-1) ?? 0;
  const months = term?.months ?? 0;
  const securedId = secured === undefined ? undefined : `${id}secured`;
  return (
    <section className={styles.controls} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <div className={styles.control}>
        <div className={styles.row}>
          <AmountField
            entry={entry}
            id={`${id}field`}
            ranges={request.amountRanges}
            amount={amount}
            stops={isLoading ? [] : amountStops}
            onMove={onAmount}
            onTyped={onTyped}
          />
          {link}
        </div>
        {note && <div className={styles.note}>{note}</div>}
        {amountStops.length > 1 && (
          <Slider
            id={`${id}amount`}
            label={words.amount}
            count={amountStops.length}
            at={stopNear(amountStops, amount)}
            text={usd(amount)}
            ends={[usd(first), usd(last)]}
            describedBy={securedId}
            disabled={isLoading}
            onMove={(at) => onAmount(amountStops[at] as number)}
          />
        )}
        {secured !== undefined && (
          <p id={securedId} className={styles.note}>
            {words.securedFrom(secured)}
          </p>
        )}
      </div>
      <div className={styles.control}>
        <p className={styles.months}>
          <span className={styles.label}>{words.term}</span>
          <strong>{uiText.months(months)}</strong>
        </p>
        {monthStops.length > 1 && (
          <Slider
            id={`${id}months`}
            label={words.term}
            count={monthStops.length}
            at={stopNear(monthStops, months)}
            text={uiText.months(months)}
            ends={[uiText.months(monthStops[0] as number), uiText.months(monthStops.at(-1) as number)]}
            onMove={(at) => onMonths(monthStops[at] as number)}
          />
        )}
      </div>
      {children}
      <output htmlFor={`${id}amount ${id}months`} className="visually-hidden">
        {term &&
          words.result({
            amount: usd(amount),
            months,
            payment: usdExact(term.monthlyPayment),
            apr: rate(term.apr),
            total: usdExact(term.totalOfPayments),
            charge: usdExact(term.financeCharge),
            isAutoSecured: term.isAutoSecured,
          })}
      </output>
    </section>
  );
}
