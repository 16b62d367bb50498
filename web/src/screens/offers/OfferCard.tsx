import { Fragment, type ReactNode, type Ref, useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { classes } from '../../ui/class-names.ts';
import { Hidden } from '../../ui/Page.tsx';
import { feesText } from '../../wording/fees.ts';
import { usd, usdExact } from '../../wording/format.ts';
import { paidFor } from '../../wording/offer-card.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './OfferCard.module.css';

interface OfferCardProps {
  readonly amount: number;
  readonly term: Omit<OfferTerm, 'interestRate' | 'financeCharge'> & Partial<OfferTerm>;
  /** The vehicle of a secured loan, such as "2019 Subaru Outback". */
  readonly vehicle?: string | undefined;
  /** Text above the payment, such as "Your choice". */
  readonly tag?: string | undefined;
  /** What it is called where nothing above the payment says so. */
  readonly name?: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** The controls of the amount and the term, and the button. With them, the card doesn't name the amount again. */
  readonly children?: ReactNode;
}

/** An offer: the monthly payment first, then what it is paid for, and the collateral. */
export function OfferCard({ amount, term, vehicle, tag, name, heading, children }: OfferCardProps) {
  const id = useId();
  const hasControls = children !== undefined;
  return (
    <article
      className={classes(styles.offer, (tag !== undefined || hasControls) && styles.chosen)}
      aria-labelledby={id}
    >
      <div className={styles.facts}>
        {tag && <p className={styles.tag}>{tag}</p>}
        <h2 ref={heading} tabIndex={heading ? -1 : undefined} className={styles.monthly} id={id}>
          {name && <Hidden>{`${name}: `}</Hidden>}
          <span className={styles.money}>{usdExact(term.monthlyPayment)}</span> {uiText.aMonth}
        </h2>
        <p>
          <Facts facts={[...(hasControls ? [] : [usd(amount)]), ...paidFor(term)]} />
        </p>
      </div>
      {term.fees && <p>{feesText(amount, term.fees)}</p>}
      {term.isAutoSecured && <SecuredBy vehicle={vehicle} />}
      {children}
    </article>
  );
}

/** Parts of a sentence that breaks only between them. */
export const Facts = ({ facts }: { readonly facts: readonly string[] }) =>
  facts.map((fact) => (
    <Fragment key={fact}>
      <span className={styles.fact}>{fact}</span>
      <span> </span>
    </Fragment>
  ));
