import type { Schedule } from '#finance/payment.ts';
import { usdExact } from '../../../wording/format.ts';
import { loanCostText as words } from '../../../wording/loan-cost.ts';
import styles from './CostPicture.module.css';
import type { LoanCost } from './cost-figures.ts';
import { SplitBar } from './SplitBar.tsx';

/** Principal and interest of each year, drawn and written. */
export function YearByYear({ cost, labelledBy }: { readonly cost: LoanCost; readonly labelledBy: string }) {
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{words.year}</th>
          <th scope="col">{words.principal}</th>
          <th scope="col">{words.interest}</th>
          <th scope="col">{words.left}</th>
        </tr>
      </thead>
      <tbody>
        {cost.years.map(({ year, principal, interest, balance }) => (
          <tr key={year}>
            <th scope="row">
              {year}
              <SplitBar principal={principal} interest={interest} />
            </th>
            <td>{usdExact(principal)}</td>
            <td>{usdExact(interest)}</td>
            <td>{usdExact(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function PaymentSchedule({ schedule }: { readonly schedule: Schedule }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{words.scheduleTitle}</caption>
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.payment}</th>
          <th scope="col">{words.principal}</th>
          <th scope="col">{words.interest}</th>
          <th scope="col">{words.left}</th>
        </tr>
      </thead>
      <tbody>
        {schedule.rows.map(({ number, payment, principal, interest, balance }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td>{usdExact(payment)}</td>
            <td>{usdExact(principal)}</td>
            <td>{usdExact(interest)}</td>
            <td>{usdExact(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
