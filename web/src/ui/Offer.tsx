import { type ReactNode, type Ref, useId } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import { Figures } from './Figures.tsx';
import styles from './Offer.module.css';

export interface OfferProps {
  /** Every figure as it is written: "$183.60", "$5,000", "48 months", "31.22%", "$8,812.80". */
  readonly monthly: string;
  readonly amount: string;
  readonly term: string;
  readonly apr: string;
  /** All payments together. */
  readonly total: string;
  /** Said above the payment, as "Your earlier choice". */
  readonly tag?: ReactNode;
  /** A sentence that sells or explains; set smaller than the APR. */
  readonly children?: ReactNode;
  /** The button that chooses it. */
  readonly action?: ReactNode;
  readonly featured?: boolean;
  readonly chosen?: boolean;
  readonly level?: 2 | 3;
  /** To give it the focus when it comes on being asked for. */
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** One offer: the monthly payment first, amount, term and APR beside it, the whole cost one glance further. */
export function Offer(props: OfferProps) {
  const {
    monthly,
    amount,
    term,
    apr,
    total,
    tag,
    children,
    action,
    featured,
    chosen,
    level = 3,
    ref,
  } = props;
  const heading = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classes(styles.offer, featured && styles.featured, chosen && styles.chosen)}
      aria-labelledby={heading}
    >
      {(tag || chosen) && <p className={styles.tag}>{tag ?? uiText.chosen}</p>}
      <div className={styles.body}>
        <Heading className={styles.monthly} id={heading}>
          <span className={styles.label}>{uiText.monthly} </span>
          <span className={styles.money}>{monthly}</span>
        </Heading>
        <div className={styles.facts}>
          <Figures
            figures={[
              { label: uiText.amount, value: amount },
              { label: uiText.term, value: term },
              { label: uiText.apr, value: apr },
            ]}
          />
        </div>
      </div>
      {children && (
        <div className={styles.words}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
      )}
      <div className={styles.foot}>
        <p className={styles.total}>
          {uiText.totalCost} <strong>{total}</strong>
        </p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </article>
  );
}
