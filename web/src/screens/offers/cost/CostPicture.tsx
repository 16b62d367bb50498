// What a loan costs: principal against interest, the balance over time, what paying more saves, and every payment.
import { type ReactNode, useId, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { dollars } from '#finance/money.ts';
import { SingleAccordion } from '../../../ui/Accordion.tsx';
import { usd, usdExact } from '../../../wording/format.ts';
import { loanCostText as words } from '../../../wording/loan-cost.ts';
import { offersText } from '../../../wording/offers.ts';
import styles from './CostPicture.module.css';
import { balanceLine, costOf, extras } from './cost-figures.ts';

/** @public Whether a schedule can be drawn for an offer: its question is hidden otherwise. */
export const hasPicture = (amount: number, term: OfferTerm) => costOf(amount, term) !== undefined;

export default function CostPicture({ amount, term }: { readonly amount: number; readonly term: OfferTerm }) {
  const id = useId();
  const [extra, setExtra] = useState(dollars(50));
  const cost = costOf(amount, term);
  if (!cost) return null;
  const { schedule, interestPercent } = cost;
  const sooner = cost.withExtra(extra);
  return (
    <section className={styles.cost} aria-label={offersText.cost}>
      <div className={styles.part}>
        <SplitBar principal={amount} interest={schedule.totalInterest} />
        <dl className={styles.legend}>
          <div>
            <dt className={styles.principal}>{words.borrowed}</dt>
            <dd>
              <span>{usd(amount)}</span> <span>{words.share(100 - interestPercent)}</span>
            </dd>
          </div>
          <div>
            <dt className={styles.interest}>{words.interest}</dt>
            <dd>
              <span>{usdExact(schedule.totalInterest)}</span> <span>{words.share(interestPercent)}</span>
            </dd>
          </div>
          <div>
            <dt>{words.total}</dt>
            <dd>{usdExact(schedule.totalOfPayments)}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.part}>
        <h3>{words.extraTitle}</h3>
        <fieldset className={styles.extras}>
          <legend>{words.extraLegend}</legend>
          {extras.map((option) => (
            <label key={option} className={styles.extra}>
              <input type="radio" name={id} checked={option === extra} onChange={() => setExtra(option)} />
              <span>{usd(option)}</span>
            </label>
          ))}
        </fieldset>
        <p role="status" className={styles.saves}>
          {sooner.saved > 0
            ? words.saves(extra, sooner.monthsEarlier, sooner.saved)
            : words.savesNothing(extra)}
        </p>
        <BalanceChart amount={amount} level={cost.balances} extra={extra} sooner={sooner.balances} />
      </div>
      <div className={styles.part}>
        <h3 id={`${id}years`}>{words.yearsTitle}</h3>
        <FiguresTable
          labelledBy={`${id}years`}
          columns={[words.year, words.principal, words.interest, words.left]}
          rows={cost.years.map(({ year, principal, interest, balance }) => [
            year,
            <>
              {year}
              <SplitBar principal={principal} interest={interest} />
            </>,
            principal,
            interest,
            balance,
          ])}
        />
      </div>
      <SingleAccordion title={words.schedule(schedule.rows.length)}>
        <FiguresTable
          caption={words.scheduleTitle}
          columns={[words.number, words.payment, words.principal, words.interest, words.left]}
          rows={schedule.rows.map((row) => [
            row.number,
            row.number,
            row.payment,
            row.principal,
            row.interest,
            row.balance,
          ])}
        />
      </SingleAccordion>
      <p className={styles.note}>{words.note}</p>
    </section>
  );
}

/** Principal and interest as two parts of one bar. The figures beside it have the same content, so it is hidden from screen readers. */
function SplitBar({ principal, interest }: { readonly principal: number; readonly interest: number }) {
  const stripes = useId();
  const percent = (principal / (principal + interest)) * 100;
  return (
    <svg className={styles.bar} aria-hidden="true">
      <defs>
        <pattern
          id={stripes}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className={styles.fillInterest} />
          <rect width="2" height="6" className={styles.stripe} />
        </pattern>
      </defs>
      <rect width={`${percent}%`} height="100%" className={styles.fillPrincipal} />
      <rect x={`${percent}%`} width={`${100 - percent}%`} height="100%" fill={`url(#${stripes})`} />
    </svg>
  );
}

interface BalanceChartProps {
  readonly amount: number;
  /** The balances in cents at the start and after each payment. */
  readonly level: readonly number[];
  /** What is paid more each month in cents, and the balances then. */
  readonly extra: number;
  readonly sooner: readonly number[];
}

/** What is owed over time, with the level payment and with more. */
function BalanceChart({ amount, level, extra, sooner }: BalanceChartProps) {
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
        <li>{`${words.level}: ${words.after(months)}`}</li>
        <li className={styles.lineSooner}>{`${words.extra(extra)}: ${words.after(sooner.length - 1)}`}</li>
      </ul>
    </figure>
  );
}

interface FiguresTableProps {
  readonly columns: readonly string[];
  /** The first cell names the row; the others are amounts in cents. */
  readonly rows: readonly (readonly [key: number, head: ReactNode, ...amounts: number[]])[];
  readonly caption?: string;
  readonly labelledBy?: string;
}

function FiguresTable({ columns, rows, caption, labelledBy }: FiguresTableProps) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, head, ...amounts]) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {amounts.map((amount, at) => (
              <td key={columns[at + 1]}>{usdExact(amount)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
