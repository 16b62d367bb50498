import { useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { classes } from '../../ui/class-names.ts';
import { Figures } from '../../ui/Figures.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { loanTermsText } from '../../wording/loan-terms.ts';
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
        <span className={styles.label}>{loanTermsText.monthly} </span>
        <span className={styles.money}>{usdExact(term.monthlyPayment)}</span>
      </h2>
      <Figures
        list
        figures={[
          { label: loanTermsText.amount, value: usd(amount) },
          { label: loanTermsText.term, value: loanTermsText.months(term.months) },
          { label: loanTermsText.apr, value: rate(term.apr) },
          { label: loanTermsText.totalCost, value: usdExact(term.totalOfPayments) },
          ...(financeCharge === undefined
            ? []
            : [{ label: loanTermsText.financeCharge, value: usdExact(financeCharge) }]),
        ]}
      />
      {term.fees && <p>{feesText(amount, term.fees)}</p>}
      {term.isAutoSecured && <SecuredBy vehicle={vehicle} />}
    </article>
  );
}
