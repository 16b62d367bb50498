// The dates and figures of an approved loan, for its documents and for the core system: its payment schedule, and what pays it off
// early.
import { monthlyApr } from '#finance/apr.ts';
import { payoffLimitsFor } from '#finance/caps.ts';
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { datedSchedule, financeCharge } from '#finance/payment.ts';
import { payoffAmounts } from '#finance/payoff.ts';
import { Decimal } from '#finance/rate.ts';
import { feeRefundOf } from '#lender/fees.ts';
import type { Lender } from '#lender/load.ts';
import { capPolicyOf } from '#lender/price-term.ts';
import { fundingDays, paidOutOf, signByOf } from '../../journey/funding-estimate.ts';
import { lenderDay } from '../../platform/clock.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { readLatestDocument } from '../../records/documents.ts';
import type { With } from '../../services.ts';
import type { LoanFacts, loanDocumentNames } from '../../wording/loan-documents.ts';

/** When the loan's first document was rendered, so that documents rendered after a crash have the same dates. */
export async function firstRenderedAt({ db, vault }: With<'db' | 'vault'>, id: ApplicationId) {
  const kind: keyof typeof loanDocumentNames = 'truth-in-lending';
  const saved = await readLatestDocument(db, vault, id, kind);
  return saved && new Date(saved.paper.madeAt);
}

/**
 * The payment schedule, once the funding date is known. Amounts are in cents: the fees are taken out of the amount, and the rest is
 * paid out. The contract rate is in percent.
 */
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

/** Throws if they differ from what was approved, so that no one signs a different payment or rate. */
export function loanFigures(lender: Pick<Lender, 'brand' | 'funding'>, term: ApprovedTerm, madeAt: Date) {
  const days = fundingDays(lender, madeAt, paidOutOf(term));
  const { fileDay, effectiveOn } = days;
  const { amount, fees, paidOut, rate, schedule } = scheduleOf(term, effectiveOn);
  // The amount financed is the principal without the prepaid finance charge (12 CFR 1026.18(b)).
  const amountFinanced = cents(amount - fees.origination);
  const apr = monthlyApr(schedule, amountFinanced);
  if (schedule.monthlyPayment !== term.monthlyPayment || !apr.toDecimalPlaces(2).eq(term.apr))
    throw new Error('The figures of the loan documents are not those that were approved.');
  return {
    madeOn: lenderDay(lender, madeAt),
    signBy: fileDay,
    signByTime: signByOf(lender.funding, days),
    fundedOn: effectiveOn,
    amount,
    fees,
    paidOut,
    rate,
    apr,
    schedule,
    amountFinanced,
    financeCharge: financeCharge(schedule.totalOfPayments, amountFinanced),
  };
}

/** What pays off the loan early, by the law of its state on the day of the note. */
export function payoffOf(
  lender: Pick<Lender, 'policy'>,
  loan: Pick<ReturnType<typeof loanFigures>, 'madeOn' | 'amount' | 'rate' | 'fees' | 'schedule'> & {
    readonly state: string;
    readonly months: number;
  },
): LoanFacts['payoff'] {
  const { state, madeOn: on, amount, rate, months, fees, schedule } = loan;
  const limits = payoffLimitsFor(
    capPolicyOf(lender.policy),
    { state, amountCents: amount, months, on },
    rate,
  );
  const { feeCeilings } = lender.policy;
  const refund =
    fees.origination === 0 ? 'none' : feeRefundOf(feeCeilings, { state, amountCents: amount, on });
  const amounts = payoffAmounts({
    principal: amount,
    schedule,
    fees: cents(fees.origination + fees.filing),
    prepaid: { amount: cents(fees.origination), refund },
    limits,
  });
  return { isByTiers: limits.length > 0, feeRefund: refund, amounts };
}
