// What pays off an approved loan early, by the law of its state on the day of the note.

import { payoffLimitsFor } from '#finance/caps.ts';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import type { Schedule } from '#finance/payment.ts';
import { payoffAmounts } from '#finance/payoff.ts';
import type { Decimal } from '#finance/rate.ts';
import { feeRefundOf, type LoanFees } from '#lender/fees.ts';
import type { Lender } from '#lender/load.ts';
import type { LoanFacts } from '../../wording/loan-documents.ts';

export function payoffOf(
  { policy }: Pick<Lender, 'policy'>,
  loan: {
    readonly state: string;
    readonly madeOn: IsoDate;
    readonly amount: Cents;
    readonly rate: Decimal;
    readonly months: number;
    readonly fees: LoanFees;
    readonly schedule: Schedule;
  },
): LoanFacts['payoff'] {
  const { state, madeOn: on, amount, rate, months, fees, schedule } = loan;
  const caps = { caps: policy.stateCaps.caps, federalFunds: policy.reference.federalFunds };
  const limits = payoffLimitsFor(caps, { state, amountCents: amount, months, on }, rate);
  const refund =
    fees.origination === 0 ? 'none' : feeRefundOf(policy.feeCeilings, { state, amountCents: amount, on });
  const amounts = payoffAmounts({
    principal: amount,
    schedule,
    fees: cents(fees.origination + fees.filing),
    prepaid: { amount: cents(fees.origination), refund },
    limits,
  });
  return { isByTiers: limits.length > 0, feeRefund: refund, amounts };
}
