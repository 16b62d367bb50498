// The payment schedule of an approved offer, once the funding date is known.
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import { type DatedRow, datedSchedule, type Schedule } from '#finance/payment.ts';
import { Decimal } from '#finance/rate.ts';
import type { LoanFees } from '#lender/fees.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';

interface ApprovedLoan {
  readonly amount: Cents;
  /** Taken out of the amount, in cents. */
  readonly fees: LoanFees;
  /** What is paid out: the amount without the fees, in cents. */
  readonly paidOut: Cents;
  /** The contract rate, in percent. */
  readonly rate: Decimal;
  readonly schedule: Schedule<DatedRow>;
}

/** What is paid out of an approved offer: the amount without the fees, in cents. */
export const paidOutOf = ({ amount, fees }: Pick<ApprovedTerm, 'amount' | 'fees'>): Cents =>
  cents(amount - (fees?.origination ?? 0) - (fees?.filing ?? 0));

export function scheduleOf(term: ApprovedTerm, fundedOn: IsoDate): ApprovedLoan {
  const amount = cents(term.amount);
  const rate = new Decimal(term.interestRate);
  const fees = term.fees ?? { origination: 0, filing: 0 };
  return {
    amount,
    fees,
    paidOut: paidOutOf(term),
    rate,
    schedule: datedSchedule({ principal: amount, rate, months: term.months }, fundedOn),
  };
}
