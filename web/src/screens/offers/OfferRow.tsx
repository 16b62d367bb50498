import { type ReactNode, type Ref, useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { classes } from '../../ui/class-names.ts';
import { Hidden } from '../../ui/Page.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usdExact } from '../../wording/format.ts';
import { loanTermsText } from '../../wording/loan-terms.ts';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './OfferRow.module.css';

interface OfferRowProps {
  readonly amount: number;
  readonly term: OfferTerm;
  readonly chosen?: boolean;
  readonly level?: 2 | 3;
  /** A table on the page shows the total, so only screen readers need it here. */
  readonly hasTable?: boolean | undefined;
  /** The button that chooses it. */
  readonly action: ReactNode;
  /** Lets the row take the focus when it appears on request. */
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** One term of the amount that is named above, in one line. */
export function OfferRow({ amount, term, chosen, level = 3, hasTable, action, ref }: OfferRowProps) {
  const heading = useId();
  const total = `. ${loanTermsText.totalCost} ${usdExact(term.totalOfPayments)}`;
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classes(styles.row, chosen && styles.chosen)}
      aria-labelledby={heading}
    >
      <div className={styles.facts}>
        <Heading id={heading}>
          <strong>{usdExact(term.monthlyPayment)}</strong> {uiText.aMonth}
          {term.isAutoSecured && ` ${words.secured}`}
        </Heading>
        <p>
          {loanTermsText.months(term.months)}, {words.controls.apr(rate(term.apr))}
          {hasTable ? <Hidden>{total}</Hidden> : total}
          {chosen && <strong> {loanTermsText.chosen}</strong>}
          {term.fees && `. ${feesText(amount, term.fees)}`}
        </p>
      </div>
      {action}
    </article>
  );
}
