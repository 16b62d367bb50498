import { type ReactNode, type Ref, useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { classes } from '../../ui/class-names.ts';
import { Hidden } from '../../ui/Page.tsx';
import { Tick } from '../../ui/Tick.tsx';
import { feesText } from '../../wording/fees.ts';
import { usdExact } from '../../wording/format.ts';
import { loanTermsText } from '../../wording/loan-terms.ts';
import { paidFor } from '../../wording/offer-card.ts';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { Facts } from './OfferCard.tsx';
import styles from './OfferRow.module.css';

interface OfferRowProps {
  readonly amount: number;
  readonly term: OfferTerm;
  readonly chosen?: boolean;
  readonly level?: 2 | 3;
  /** The button that chooses it. */
  readonly action: ReactNode;
  /** Lets the row take the focus when it appears on request. */
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** One term of the amount that is named above, in one line. */
export function OfferRow({ amount, term, chosen, level = 3, action, ref }: OfferRowProps) {
  const heading = useId();
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
          {chosen && (
            <>
              <Tick />
              <Hidden>{` ${loanTermsText.chosen}`}</Hidden>
            </>
          )}
        </Heading>
        <p>
          <Facts facts={[...(term.isAutoSecured ? [words.secured] : []), ...paidFor(term)]} />
        </p>
        {term.fees && <p>{feesText(amount, term.fees)}</p>}
      </div>
      {action}
    </article>
  );
}
