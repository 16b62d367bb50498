// Prices the terms of a program: the pricing table's rate, limited by the state's caps, with the figures to disclose.
import { LRUCache } from 'lru-cache';
import type { OfferTerm } from '#contract/offers.ts';
import { isWithin } from '#finance/amount-options.ts';
import type { IsoDate } from '#finance/dates.ts';
import type { Cents } from '#finance/money.ts';
import type { PricedOffer } from '#finance/offers.ts';
import { cellHolds, isOfferFact, type OfferFacts } from '#lender/cells.ts';
import { feesOf } from '#lender/fees.ts';
import type { Lender } from '#lender/load.ts';
import { type Occasion, priceTerm, type TermToPrice } from '#lender/price-term.ts';
import type { Condition, TableReason } from '#lender/schema/decision-tables.ts';

/** The rate of one term in percent, as in the pricing table ("31.22"), and the id of the row it comes from. */
export interface TermRate {
  readonly months: number;
  readonly ratePercent: string;
  readonly row: string;
}

/** A program that the applicant may choose, with the decision's limits. Plain JSON: it is stored with the decision. */
export interface QualifiedProgram {
  readonly name: string;
  readonly minCents: Cents;
  readonly maxCents: Cents;
  /** The amounts listed to choose from, ascending. Each is available for at least one term. */
  readonly validAmounts: readonly Cents[];
  /** The rate of each term before caps. */
  readonly pricing: readonly TermRate[];
  /** The program's lowest rate in percent. A term whose cap is below it is not offered. */
  readonly floorPercent: string;
  readonly isAutoSecured: boolean;
  /** What decides whether an offer can be paid. Decisions saved before this check have none. */
  readonly abilityToPay?: AbilityToPay;
}

/** The applicant's side of `debtToIncomeWithLoan`, in cents, and the rows of the table that may apply to the program. */
interface AbilityToPay {
  readonly obligationsCents: number;
  readonly annualIncomeCents: number;
  readonly rows: readonly {
    readonly row: string;
    readonly refuse: TableReason;
    /** The conditions on the offer; those on the applicant are met already. */
    readonly when: readonly Condition[];
  }[];
}

export interface PricingContext extends Occasion {
  readonly lender: Lender;
  /** It decides which caps apply and when payments are due. */
  readonly date: IsoDate;
}

/** Whether the program lends an amount in cents: a listed one, or any whole dollar between its limits. */
const lends = ({ minCents, maxCents, validAmounts }: QualifiedProgram, amountCents: Cents): boolean =>
  validAmounts.includes(amountCents) || isWithin([{ min: minCents, max: maxCents }], amountCents);

/** The wanted amount if lent, else the highest listed below it, else the lowest. */
export function amountAtMost(programs: readonly QualifiedProgram[], wanted: Cents) {
  if (programs.some((program) => lends(program, wanted))) return wanted;
  const listed = programs.flatMap((program) => program.validAmounts).sort((a, b) => b - a);
  return listed.find((amount) => amount <= wanted) ?? listed.at(-1);
}

/**
 * A program's terms for an amount, shortest first, under the caps of the state and the Military Lending Act: without a term whose
 * cap is below the program's floor. `row` is the pricing table's, and `fees` are deducted from the loan. Serialize `rate`, `apr` and the
 * cap's `percent` with `toFixed(2)`.
 */
export function termsFor(program: QualifiedProgram, amountCents: Cents, context: PricingContext) {
  if (!lends(program, amountCents)) return [];
  const { lender, state, date } = context;
  const { floorPercent, isAutoSecured } = program;
  const isListed = program.validAmounts.includes(amountCents);
  const fees = feesOf(lender.policy.fees, { state, amountCents, isAutoSecured, on: date });
  return program.pricing.flatMap(({ months, ratePercent, row }) => {
    const term = { amountCents, months, ratePercent, floorPercent, isAutoSecured };
    const offer = isListed ? listedOffer(term, context) : priceTerm(lender.policy, term, context);
    if (offer === 'dropped') return [];
    if (program.abilityToPay && rowsAgainst(program.abilityToPay, offer).length > 0) return [];
    return [{ ...offer, programName: program.name, isAutoSecured, row, fees }];
  });
}

/** The rows that remove an offer because of what the applicant would owe with it. */
function rowsAgainst(
  { obligationsCents, annualIncomeCents, rows }: AbilityToPay,
  offer: { readonly principal: Cents; readonly months: number; readonly monthlyPayment: Cents },
): AbilityToPay['rows'] {
  const facts: OfferFacts = {
    amount: offer.principal / 100,
    months: offer.months,
    // A single division of integers, so that exactly half of the income is exactly 50. Without income nothing can be paid.
    debtToIncomeWithLoan:
      annualIncomeCents === 0
        ? Number.POSITIVE_INFINITY
        : ((obligationsCents + offer.monthlyPayment) * 1200) / annualIncomeCents,
  };
  return rows.filter(({ when }) =>
    when.every(({ fact, cell }) => isOfferFact(fact) && cellHolds(cell, facts[fact])),
  );
}

/** The rows against every term of a listed amount that can be lent, longest first; empty if one can be paid. */
export function rowsAgainstAmount(program: QualifiedProgram, amountCents: Cents, context: PricingContext) {
  const { abilityToPay } = program;
  if (abilityToPay === undefined || abilityToPay.rows.length === 0) return [];
  const { floorPercent, isAutoSecured } = program;
  const against = new Set<AbilityToPay['rows'][number]>();
  for (const { months, ratePercent } of program.pricing.toReversed()) {
    const offer = listedOffer({ amountCents, months, ratePercent, floorPercent, isAutoSecured }, context);
    if (offer === 'dropped') continue;
    const rows = rowsAgainst(abilityToPay, offer);
    if (rows.length === 0) return [];
    for (const row of rows) against.add(row);
  }
  return [...against];
}

/** Whether an amount can be lent over a term at the program's lowest rate. */
export const canBeLent = (
  amountCents: Cents,
  months: number,
  { floor, isAutoSecured }: { readonly floor: string; readonly isAutoSecured: boolean },
  context: PricingContext,
): boolean =>
  listedOffer({ amountCents, months, ratePercent: floor, floorPercent: floor, isAutoSecured }, context) !==
  'dropped';

/** The price of a term of a listed amount, computed once a day. */
function listedOffer(term: TermToPrice, context: PricingContext): PricedOffer | 'dropped' {
  const { lender, state, date, militaryCovered, ceilingLifted } = context;
  let today = listedOffers.get(lender);
  if (today?.date !== date) {
    // At most a kilobyte each. The demo needs about 85,000; with a third of it, a replay computes most of them again.
    today = { date, offers: new LRUCache({ max: 100_000 }) };
    listedOffers.set(lender, today);
  }
  const key = [state, militaryCovered, ceilingLifted, ...Object.values(term)].join(' ');
  const earlier = today.offers.get(key);
  if (earlier !== undefined) return earlier;
  const offer = priceTerm(lender.policy, term, context);
  today.offers.set(key, offer);
  return offer;
}

/** Prices take most of a decision's time, and most applicants share them. Typed amounts, any whole dollar, are not cached. */
const listedOffers = new WeakMap<
  Lender,
  { date: IsoDate; offers: LRUCache<string, PricedOffer | 'dropped'> }
>();

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
