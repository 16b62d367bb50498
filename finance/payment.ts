// Level monthly payments, their schedule and its totals.
import { addMonths, type IsoDate } from './dates.ts';
import { type Cents, cents } from './money.ts';
import { Decimal, monthlyRate, type Percent, roundCents } from './rate.ts';

/** A loan repaid in level monthly payments: principal in cents, contract rate in percent per year, term in months. */
export type LevelLoan = { principal: Cents; rate: Percent; months: number };

/** One payment of a schedule, numbered from 1. Amounts in cents; `balance` is owed after the payment. */
type ScheduleRow = { number: number; payment: Cents; interest: Cents; principal: Cents; balance: Cents };

/** A payment with its due date. */
export type DatedRow = ScheduleRow & { dueOn: IsoDate };

/** A schedule with its totals in cents. Every payment but the last is `monthlyPayment`. */
export type Schedule<Row extends ScheduleRow = ScheduleRow> = {
  rows: readonly Row[];
  monthlyPayment: Cents;
  lastPayment: Cents;
  totalOfPayments: Cents;
  totalInterest: Cents;
};

/**
 * The level payment before rounding, in cents: P·i / (1 − (1+i)^−n) with i the monthly rate, P/n at zero percent.
 * Throws a RangeError for a principal or term that is not above zero, a term over 1200 months, or a negative rate.
 */
export function exactPayment({ principal, rate, months }: LevelLoan): Decimal {
  if (!Number.isSafeInteger(principal) || principal <= 0)
    throw new RangeError('The principal is a whole number of cents above zero.');
  if (!Number.isInteger(months) || months < 1 || months > 1200)
    throw new RangeError('The term is a whole number of months from 1 to 1200.');
  const i = monthlyRate(rate);
  const amount = new Decimal(principal);
  if (i.isZero()) return amount.div(months);
  return amount.mul(i).div(new Decimal(1).minus(i.plus(1).pow(-months)));
}

/**
 * The level monthly payment in whole cents, halves rounded up: $5,000 over 48 months at 31.22% is 183.5950741, and pays
 * $183.60. Throws a RangeError as `exactPayment` does.
 */
export const levelPayment = (loan: LevelLoan): Cents => roundCents(exactPayment(loan));

/**
 * The schedule of a loan: each month's interest on the balance rounded to the cent (halves up), the level payment, and a
 * last payment that pays off the balance exactly. The schedule ends early if rounding alone pays off a principal of a few
 * cents, or if `extra` cents (none by default) are paid with every payment. Throws a RangeError as `exactPayment` does, and
 * for an extra below zero.
 */
export function amortize(loan: LevelLoan, extra: Cents = cents(0)): Schedule {
  if (!Number.isSafeInteger(extra) || extra < 0)
    throw new RangeError('An extra payment is a whole number of cents, zero or more.');
  const payment = levelPayment(loan) + extra;
  const i = monthlyRate(loan.rate);
  const rows: ScheduleRow[] = [];
  let balance = loan.principal as number;
  let total = 0;
  for (let number = 1; number <= loan.months && balance > 0; number += 1) {
    const interest = roundCents(i.mul(balance));
    const settles = number === loan.months || balance + interest <= payment;
    const due = settles ? balance + interest : payment;
    balance = balance + interest - due;
    total += due;
    rows.push({
      number,
      payment: cents(due),
      interest,
      principal: cents(due - interest),
      balance: cents(balance),
    });
  }
  const last = rows[rows.length - 1] as ScheduleRow;
  return {
    rows,
    monthlyPayment: (rows[0] as ScheduleRow).payment,
    lastPayment: last.payment,
    totalOfPayments: cents(total),
    totalInterest: cents(total - loan.principal),
  };
}

/**
 * The schedule with due dates: payment n is due n months after `fundedOn`, or on the last day of a month without that day
 * (January 31, February 28, March 31). Throws a RangeError as `amortize` does.
 */
export function datedSchedule(loan: LevelLoan, fundedOn: IsoDate): Schedule<DatedRow> {
  const schedule = amortize(loan);
  return {
    ...schedule,
    rows: schedule.rows.map((row) => ({ ...row, dueOn: addMonths(fundedOn, row.number) })),
  };
}

/**
 * The finance charge in cents (12 CFR 1026.4): the total of payments less the amount financed, so that it includes fees
 * paid out of the principal. Throws a RangeError if it would be negative.
 */
export function financeCharge(totalOfPayments: Cents, amountFinanced: Cents): Cents {
  if (totalOfPayments < amountFinanced)
    throw new RangeError('The payments do not repay the amount financed.');
  return cents(totalOfPayments - amountFinanced);
}
