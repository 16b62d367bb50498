import type { Autopay } from '#contract/autopay.ts';
import { autopayText } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import styles from './FirstPayment.module.css';

const words = autopayText.first;

interface FirstPaymentProps {
  readonly plan: Pick<Autopay, 'loan'>;
  readonly begins: Pick<NonNullable<Autopay['chosen']>, 'firstDebit' | 'firstPaid' | 'byHand'>;
  /** While a day is chosen: the calendar shows it, and what follows from it is read out. */
  readonly live?: boolean;
}

export function FirstPayment({ plan, begins, live }: FirstPaymentProps) {
  const { firstDebit, firstPaid, byHand } = begins;
  return (
    <div className={styles.panel} role={live ? 'status' : undefined}>
      {!live && (
        <>
          <p className={styles.label}>{words.debit}</p>
          <p className={styles.date}>{words.on(firstDebit)}</p>
        </>
      )}
      <p>{words.pays(firstPaid, firstDebit, firstPaid === plan.loan?.firstDue)}</p>
      {byHand && (
        <p className={styles.byHand}>
          <span>{words.byHand(byHand)}</span> <a href={brand.customerPortal}>{words.portal}</a>
        </p>
      )}
    </div>
  );
}
