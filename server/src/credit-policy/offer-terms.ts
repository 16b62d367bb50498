// The terms that are offered across programs, as the pages and the notices show them.
import type { OfferTerm } from '#contract/offers.ts';
import { beginningAmount } from '#finance/amount-options.ts';
import { type Cents, cents } from '#finance/money.ts';
import { amountAtMost, type PricingContext, type QualifiedProgram, termsFor } from './offers.ts';

/** What is offered of one amount, in cents. */
export interface Offered {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
}

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

/** What is offered to those who requested an amount in cents: that amount, or the listed one nearest to it; the highest if none was. */
export function offeredFor(
  programs: readonly QualifiedProgram[],
  requested: number | undefined,
  context: PricingContext,
): Offered {
  const offered = (amount: number) => ({ amount, terms: offerTerms(programs, cents(amount), context) });
  const asRequested = requested === undefined ? undefined : offered(requested);
  if (asRequested !== undefined && asRequested.terms.length > 0) return asRequested;
  const listed = programs.flatMap(({ validAmounts }) => validAmounts);
  return offered(beginningAmount(listed, requested) ?? 0);
}

/** The accepted amount, else the highest approved below it, else the smallest; with its security, if approved. */
export function approvedFor(
  programs: readonly QualifiedProgram[],
  accepted: { readonly amount: number; readonly isAutoSecured: boolean } | null,
  context: PricingContext,
): Offered | undefined {
  const amount = amountAtMost(programs, accepted === null ? undefined : cents(accepted.amount));
  if (amount === undefined) return undefined;
  const terms = offerTerms(programs, amount, context);
  const asAccepted = terms.filter(
    ({ isAutoSecured }) => accepted === null || isAutoSecured === accepted.isAutoSecured,
  );
  return { amount, terms: asAccepted.length > 0 ? asAccepted : terms };
}
