import { type ReactNode, type Ref, useId } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { classes } from '../../ui/class-names.ts';
import { Figures } from '../../ui/Figures.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import type { Mark } from './loan-choice.ts';
import styles from './OfferCard.module.css';

interface OfferCardProps {
  readonly amount: number;
  readonly term: OfferTerm;
  /** The vehicle of a secured loan, such as "2019 Subaru Outback". */
  readonly vehicle?: string | undefined;
  /** Text above the payment, such as "Your earlier choice". */
  readonly tag?: string;
  readonly marks?: readonly Mark[];
  readonly featured?: boolean;
  readonly chosen?: boolean;
  /** One line on a wide screen, without the amount, which is above the offers. */
  readonly compact?: boolean;
  readonly level?: 2 | 3;
  /** The button that chooses it. */
  readonly action?: ReactNode;
  /** Lets the card take the focus when it appears on request. */
  readonly ref?: Ref<HTMLElement> | undefined;
}

/**
 * One term of an amount: the monthly payment first, then amount, term and APR, then the total cost. A featured or chosen offer
 * also explains its collateral.
 */
export function OfferCard(props: OfferCardProps) {
  const { amount, term, vehicle, marks = [], featured, chosen, compact, level = 3, action, ref } = props;
  const { tag = chosen && uiText.chosen } = props;
  const heading = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const total = usdExact(term.totalOfPayments);
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
      {(tag || marks.length > 0) && (
        <p className={styles.tags}>
          {tag && <span className={styles.tag}>{tag}</span>}
          {marks.map((mark) => (
            <span key={mark} className={styles.mark}>
              {words.marks[mark]}
            </span>
          ))}
        </p>
      )}
      <div className={styles.body}>
        <Heading className={styles.monthly} id={heading}>
          <span className={compact ? 'visually-hidden' : styles.label}>{uiText.monthly} </span>
          <span className={styles.money}>{usdExact(term.monthlyPayment)}</span>
          {compact && <span className={styles.label}> {uiText.aMonth}</span>}
        </Heading>
        <div className={styles.facts}>
          <Figures
            figures={[
              ...(compact ? [] : [{ label: uiText.amount, value: usd(amount) }]),
              { label: uiText.term, value: uiText.months(term.months) },
              { label: uiText.apr, value: rate(term.apr) },
              ...(compact ? [{ label: uiText.totalCost, value: total }] : []),
            ]}
          />
        </div>
        {compact && action && <div className={styles.action}>{action}</div>}
      </div>
      <div className={styles.words}>
        {term.fees && <p>{feesText(amount, term.fees)}</p>}
        {!term.isAutoSecured ? (
          !compact && <p>{words.unsecured}</p>
        ) : featured || chosen ? (
          <SecuredBy vehicle={vehicle} />
        ) : (
          <p>{words.secured}</p>
        )}
      </div>
      {!compact && (
        <div className={styles.foot}>
          <div className={styles.totals}>
            <p>
              {uiText.totalCost} <strong>{total}</strong>
            </p>
            <p>
              {uiText.financeCharge} <strong>{usdExact(term.financeCharge)}</strong>
            </p>
          </div>
          {action && <div className={styles.action}>{action}</div>}
        </div>
      )}
    </article>
  );
}
