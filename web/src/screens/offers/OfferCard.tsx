import { useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { classes } from '../../ui/class-names.ts';
import { Figures } from '../../ui/Figures.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './OfferCard.module.css';

interface OfferCardProps {
  readonly amount: number;
  readonly term: Omit<OfferTerm, 'interestRate' | 'financeCharge'> & Partial<OfferTerm>;
  /** The vehicle of a secured loan, such as "2019 Subaru Outback". */
  readonly vehicle?: string | undefined;
  /** Text above the payment, such as "Your choice". */
  readonly tag?: string | undefined;
}

/** An offer as a statement: the monthly payment first, then amount, term and APR, the total cost and the collateral. */
export function OfferCard({ amount, term, vehicle, tag }: OfferCardProps) {
  const heading = useId();
  const { financeCharge } = term;
  return (
    <article className={classes(styles.offer, tag && styles.chosen)} aria-labelledby={heading}>
      {tag && <p className={styles.tag}>{tag}</p>}
      <h2 className={styles.monthly} id={heading}>
        <span className={styles.label}>{uiText.monthly} </span>
        <span className={styles.money}>{usdExact(term.monthlyPayment)}</span>
      </h2>
      <Figures
        list
        figures={[
          { label: uiText.amount, value: usd(amount) },
          { label: uiText.term, value: uiText.months(term.months) },
          { label: uiText.apr, value: rate(term.apr) },
          { label: uiText.totalCost, value: usdExact(term.totalOfPayments) },
          ...(financeCharge === undefined
            ? []
            : [{ label: uiText.financeCharge, value: usdExact(financeCharge) }]),
        ]}
      />
      {term.fees && <p>{feesText(amount, term.fees)}</p>}
      {term.isAutoSecured && <SecuredBy vehicle={vehicle} />}
    </article>
  );
}
