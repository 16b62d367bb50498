// The payment schedule of an approved offer, once the funding date is known.
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { datedSchedule } from '#finance/payment.ts';
import { Decimal } from '#finance/rate.ts';
import { paidOutOf } from '../../journey/funding-estimate.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';

/** Amounts are in cents: the fees are taken out of the amount, and the rest is paid out. The contract rate is in percent. */
export function scheduleOf(term: ApprovedTerm, fundedOn: IsoDate) {
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
