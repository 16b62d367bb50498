// Priced terms of a program: the rate sheet's rate, brought under the caps of the state, with the figures to disclose.
import { type CapPolicy, capsFor, type RateCap } from '#finance/caps.ts';
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import { type PricedOffer, priceOffer } from '#finance/offers.ts';
import type { Lender } from '#lender/load.ts';

/** The rate of one term, in percent as the rate sheet writes it ("31.22"), and the row it was read from. */
export interface TermRate {
  readonly months: number;
  readonly ratePercent: string;
  readonly row: string;
}

/** A program that an applicant may choose from, as the decision left it. Plain data: it is kept with the decision. */
export interface QualifiedProgram {
  readonly name: string;
  readonly minCents: Cents;
  readonly maxCents: Cents;
  /** The amounts to choose from, ascending; each can be had for one term at least. */
  readonly validAmounts: readonly Cents[];
  /** The rates before any cap, by term. */
  readonly pricing: readonly TermRate[];
  /** The program's lowest rate: where a cap is below it, the term is not offered. */
  readonly floorPercent: string;
  readonly isAutoSecured: boolean;
}

/** Where, for whom and when terms are priced. */
export interface PricingContext {
  readonly lender: Lender;
  readonly state: string;
  readonly militaryCovered: boolean;
  /** The day on which the loan would be funded; caps and due dates are counted from it. */
  readonly on: IsoDate;
}

/** A priced term of a program. Serialize `rate`, `apr` and the cap's `percent` with `toFixed(2)`. */
export interface PricedTerm extends PricedOffer {
  readonly programName: string;
  readonly isAutoSecured: boolean;
  /** The rate sheet's row. */
  readonly row: string;
}

/** The lender's caps as the lending arithmetic takes them. */
export function capPolicyOf(lender: Lender): CapPolicy {
  return { caps: lender.policy.stateCaps.caps, federalFunds: lender.policy.reference.federalFunds };
}

/**
 * Every term of a program for an amount, shortest first, each under the caps of the state and of the Military Lending
 * Act; a term whose cap is below the program's floor is left out. Empty where the program has no such amount.
 */
export function termsFor(
  program: QualifiedProgram,
  amountCents: Cents,
  context: PricingContext,
): readonly PricedTerm[] {
  if (!program.validAmounts.includes(amountCents)) return [];
  return program.pricing.flatMap(({ months, ratePercent, row }) => {
    const offer = priceOffer({
      principal: amountCents,
      months,
      contractRate: ratePercent,
      floor: program.floorPercent,
      caps: capsOf(context, amountCents, months),
      coveredByMilitaryLendingAct: context.militaryCovered,
      militaryLendingActLimit: context.lender.policy.mla.capPercent,
      fundedOn: context.on,
    });
    if (offer === 'dropped') return [];
    return [{ ...offer, programName: program.name, isAutoSecured: program.isAutoSecured, row }];
  });
}

/** Whether an amount can be lent over a term at all, at the program's floor if need be. */
export function canBeLent(
  amountCents: Cents,
  months: number,
  floorPercent: string,
  context: PricingContext,
): boolean {
  const known = remembered(context);
  const key = `lent ${context.state} ${amountCents} ${months} ${floorPercent} ${context.militaryCovered}`;
  let answer = known.get(key) as boolean | undefined;
  if (answer === undefined) {
    const caps = capsOf(context, amountCents, months);
    // Without a cap there is nothing to compute.
    answer =
      caps !== 'not-lent' &&
      ((caps.length === 0 && !context.militaryCovered) ||
        priceOffer({
          principal: amountCents,
          months,
          contractRate: floorPercent,
          floor: floorPercent,
          caps,
          coveredByMilitaryLendingAct: context.militaryCovered,
          militaryLendingActLimit: context.lender.policy.mla.capPercent,
          fundedOn: context.on,
        }) !== 'dropped');
    known.set(key, answer);
  }
  return answer;
}

function capsOf(
  context: PricingContext,
  amountCents: Cents,
  months: number,
): readonly RateCap[] | 'not-lent' {
  const known = remembered(context);
  const key = `caps ${context.state} ${amountCents} ${months}`;
  let caps = known.get(key) as RateCap[] | 'not-lent' | undefined;
  if (caps === undefined) {
    caps = capsFor(capPolicyOf(context.lender), {
      state: context.state,
      amountCents,
      months,
      on: context.on,
    });
    known.set(key, caps);
  }
  return caps;
}

/**
 * Caps do not depend on the applicant, and blending tiers is the dearest part of a decision: they are worked out once a
 * day and lender. Amounts come from the program's own list, so the memory stays small.
 */
const memory = new WeakMap<Lender, { on: IsoDate; known: Map<string, unknown> }>();

function remembered({ lender, on }: PricingContext): Map<string, unknown> {
  let today = memory.get(lender);
  if (today?.on !== on) {
    today = { on, known: new Map() };
    memory.set(lender, today);
  }
  return today.known;
}
