import { type ReactNode, type Ref, useId } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import { Figures } from './Figures.tsx';
import styles from './Offer.module.css';

interface OfferProps {
  /** Every figure as formatted text: "$183.60", "$5,000", "48 months", "31.22%", "$8,812.80", "$3,812.80". */
  readonly monthly: string;
  readonly amount: string;
  readonly term: string;
  readonly apr: string;
  /** All payments together. */
  readonly total: string;
  readonly charge: string;
  /** Text above the payment, such as "Your earlier choice". */
  readonly tag?: ReactNode;
  /** What it is best at among the others, such as "Lowest payment". */
  readonly marks?: readonly string[] | undefined;
  /** An explanation, in smaller type than the APR. */
  readonly children?: ReactNode;
  /** The button that chooses it. */
  readonly action?: ReactNode;
  readonly featured?: boolean;
  readonly chosen?: boolean;
  /** Without the amount, and in one line where there is room. */
  readonly compact?: boolean;
  readonly level?: 2 | 3;
  /** Lets the card take the focus when it appears on request. */
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** One offer: the monthly payment first, then amount, term and APR, then the total cost. */
export function Offer(props: OfferProps) {
  const { monthly, amount, term, apr, total, charge, tag, marks = [], children, action } = props;
  const { featured, chosen, compact, level = 3, ref } = props;
  const heading = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classes(
        styles.offer,
        featured && styles.featured,
        chosen && styles.chosen,
        compact && styles.compact,
      )}
      aria-labelledby={heading}
    >
      {(tag || chosen || marks.length > 0) && (
        <p className={styles.tags}>
          {(tag || chosen) && <span className={styles.tag}>{tag ?? uiText.chosen}</span>}
          {marks.map((mark) => (
            <span key={mark} className={styles.mark}>
              {mark}
            </span>
          ))}
        </p>
      )}
      <div className={styles.body}>
        <Heading className={styles.monthly} id={heading}>
          <span className={compact ? 'visually-hidden' : styles.label}>{uiText.monthly} </span>
          <span className={styles.money}>{monthly}</span>
          {compact && <span className={styles.label}> {uiText.aMonth}</span>}
        </Heading>
        <div className={styles.facts}>
          <Figures
            figures={[
              ...(compact ? [] : [{ label: uiText.amount, value: amount }]),
              { label: uiText.term, value: term },
              { label: uiText.apr, value: apr },
              ...(compact ? [{ label: uiText.totalCost, value: total }] : []),
            ]}
          />
        </div>
        {compact && action && <div className={styles.action}>{action}</div>}
      </div>
      {children && (
        <div className={styles.words}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
      )}
      {!compact && (
        <div className={styles.foot}>
          <div className={styles.totals}>
            <p>
              {uiText.totalCost} <strong>{total}</strong>
            </p>
            <p>
              {uiText.financeCharge} <strong>{charge}</strong>
            </p>
          </div>
          {action && <div className={styles.action}>{action}</div>}
        </div>
      )}
    </article>
  );
}
