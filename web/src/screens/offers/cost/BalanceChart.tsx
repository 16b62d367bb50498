import { usd } from '../../../wording/format.ts';
import { loanCostText as words } from '../../../wording/loan-cost.ts';
import styles from './CostPicture.module.css';
import { balanceLine } from './cost-figures.ts';

interface BalanceChartProps {
  readonly amount: number;
  /** The balances in cents at the start and after each payment. */
  readonly level: readonly number[];
  /** What is paid more each month in cents, and the balances then. */
  readonly extra: number;
  readonly sooner: readonly number[];
}

/** What is owed over time, with the level payment and with more. */
export function BalanceChart({ amount, level, extra, sooner }: BalanceChartProps) {
  const months = level.length - 1;
  const line = balanceLine(level, amount);
  return (
    <figure className={styles.figure}>
      <figcaption>{words.balanceTitle}</figcaption>
      <div className={styles.chart}>
        <p className={styles.owed} aria-hidden="true">
          <span>{usd(amount)}</span>
          <span>$0</span>
        </p>
        <svg
          role="img"
          aria-label={words.balanceDrawn(amount, months)}
          viewBox={`0 0 ${months} 100`}
          preserveAspectRatio="none"
        >
          <path d={`M0 50H${months}M0 0H${months}`} className={styles.grid} />
          <path d={`${line}L0 100Z`} className={styles.area} />
          <path d={line} className={styles.level} />
          <path d={balanceLine(sooner, amount)} className={styles.sooner} />
          <path d={`M0 100H${months}`} className={styles.axis} />
        </svg>
        <p className={styles.time} aria-hidden="true">
          <span>{words.today}</span>
          <span>{words.after(months)}</span>
        </p>
      </div>
      <ul className={styles.lines}>
        <li className={styles.lineLevel}>
          {words.level}: {words.after(months)}
        </li>
        <li className={styles.lineSooner}>
          {words.extra(extra)}: {words.after(sooner.length - 1)}
        </li>
      </ul>
    </figure>
  );
}
