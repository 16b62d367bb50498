// The terms that are offered across programs, as the pages and the notices show them.
import type { OfferTerm } from '#contract/offers.ts';
import type { Cents } from '#finance/money.ts';
import { type PricingContext, type QualifiedProgram, termsFor } from './offers.ts';

/** Terms across all programs, shortest first; of two with the same term and security, the cheaper. Empty if none lends it. */
export function offerTerms(
  programs: readonly QualifiedProgram[],
  amountCents: Cents,
  context: PricingContext,
): OfferTerm[] {
  return programs
    .flatMap((program) => termsFor(program, amountCents, context))
    .map((term) => ({
      apr: term.apr.toDecimalPlaces(2).toNumber(),
      interestRate: term.rate.toNumber(),
      monthlyPayment: term.monthlyPayment,
      months: term.months,
      isAutoSecured: term.isAutoSecured,
      financeCharge: term.financeCharge,
      totalOfPayments: term.totalOfPayments,
      ...(term.fees.origination + term.fees.filing === 0 ? {} : { fees: term.fees }),
    }))
    .sort(
      (a, b) =>
        a.months - b.months ||
        Number(a.isAutoSecured) - Number(b.isAutoSecured) ||
        a.totalOfPayments - b.totalOfPayments,
    )
    .filter((term, at, all) => {
      const before = all[at - 1];
      return term.months !== before?.months || term.isAutoSecured !== before.isAutoSecured;
    });
}
