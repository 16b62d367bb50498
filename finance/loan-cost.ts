// What a loan costs over its life, and what paying more than the level payment saves.
import { type Cents, cents } from './money.ts';
import { amortize, type LevelLoan, type Schedule } from './payment.ts';

/**
 * The balance in cents at the start and after each payment: the principal first, zero last. One entry more than the
 * schedule has rows.
 */
export function balanceOverTime({ rows }: Pick<Schedule, 'rows'>): Cents[] {
  const [first] = rows;
  return first ? [cents(first.balance + first.principal), ...rows.map(({ balance }) => balance)] : [];
}

/** What is paid in one year of a loan, in cents. Years count from 1; the last can be shorter. `balance` is owed at its end. */
type YearOfPayments = { year: number; principal: Cents; interest: Cents; balance: Cents };

/** The payments of a schedule, twelve to a year. The sums of all years are the principal and the total interest. */
export function costByYear({ rows }: Pick<Schedule, 'rows'>): YearOfPayments[] {
  const years: YearOfPayments[] = [];
  for (let at = 0; at < rows.length; at += 12) {
    const paid = rows.slice(at, at + 12);
    years.push({
      year: at / 12 + 1,
      principal: cents(paid.reduce((sum, row) => sum + row.principal, 0)),
      interest: cents(paid.reduce((sum, row) => sum + row.interest, 0)),
      balance: paid.at(-1)?.balance ?? cents(0),
    });
  }
  return years;
}

/**
 * The loan paid with `extra` cents more every month: how many months earlier it is done, and how many cents less is paid
 * in all (`saved`). Throws a RangeError as `amortize` does.
 */
export function withExtraPayments(loan: LevelLoan, extra: Cents) {
  const level = amortize(loan);
  const schedule = amortize(loan, extra);
  return {
    schedule,
    monthsEarlier: level.rows.length - schedule.rows.length,
    saved: cents(level.totalOfPayments - schedule.totalOfPayments),
  };
}
