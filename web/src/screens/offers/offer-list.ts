// Which offers are shown, in which order, and how many of them at first. Pure, so that the rules can be read and tested.
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import {
  amountOptions,
  beginningAmount,
  featuredFirst,
  type OfferedProgram,
  type TermChoice,
  usualTerm,
} from '#finance/amountOptions.ts';

const shownAtFirst = 5;
const shownWhole = 10;

export const termKey = (term: Pick<OfferTerm, 'months' | 'isAutoSecured'>): string =>
  `${term.months}${term.isAutoSecured ? '-auto' : ''}`;

/** The rules of `finance/` read programs; theirs come over the wire in plain numbers. */
export function offeredPrograms(
  request: LoanRequest,
): readonly (OfferedProgram & LoanRequest['programs'][number])[] {
  return request.programs as never;
}

/** Ascending. */
function amountsOf({ programs }: LoanRequest, isAutoSecured?: boolean): readonly number[] {
  return programs
    .flatMap(({ validAmounts }) => validAmounts)
    .filter((one) => isAutoSecured === undefined || one.isAutoSecured === isAutoSecured)
    .map(({ amount }) => amount)
    .sort((one, other) => one - other);
}

/** The most that may be had, with or without a vehicle: what the applicant is prequalified for. */
export function mostOffered(request: LoanRequest): number | undefined {
  return amountsOf(request).at(-1);
}

/** Whether the amount shown is neither chosen nor asked for: then it is our suggestion, and is called one. */
export function isSuggested(choices: Journey['choices']): boolean {
  return choices.loanAmount === undefined && choices.requestedAmount === undefined;
}

/** Whether the amount shown stands in for the one that a partner's lead asks for and that may not be had. */
export function isNearest(amount: number, request: LoanRequest, asked: number): boolean {
  return amount !== asked && amount === beginningAmount(amountsOf(request), asked);
}

export interface AmountGroups {
  readonly unsecured: readonly number[];
  readonly secured: readonly number[];
}

/** The amounts to choose from, without a vehicle and with one, the highest first. */
export function amountGroups(request: LoanRequest): AmountGroups {
  const options = amountOptions(offeredPrograms(request));
  const group = (isAutoSecured: boolean) =>
    options.filter((option) => option.isAutoSecured === isAutoSecured).map(({ amount }) => amount);
  return { unsecured: group(false), secured: group(true) };
}

/** What choosing an amount says about the vehicle: undefined leaves the toggle as it is. */
export function vehicleWith(
  { secured, unsecured }: AmountGroups,
  amount: number,
  from?: keyof AmountGroups,
): boolean | undefined {
  if (!secured.includes(amount)) return undefined;
  if (!unsecured.includes(amount)) return true;
  return from && from === 'secured';
}

/**
 * What the vehicle toggle can do at an amount: nothing where no loan is secured; a choice where the amount is lent both
 * ways; where it is only lent with the vehicle, off leads to the most that is lent `without` one, if anything is; where
 * it needs none, the toggle counts from the lowest amount that does.
 */
export type VehicleToggle =
  | { readonly kind: 'none' | 'both' | 'always' }
  | { readonly kind: 'needed'; readonly without: number }
  | { readonly kind: 'unneeded'; readonly from: number };

export function vehicleToggle(request: LoanRequest, { terms }: Pick<TermsOfAmount, 'terms'>): VehicleToggle {
  const { secured, unsecured } = amountGroups(request);
  const from = secured.at(-1);
  const [without] = unsecured;
  if (from === undefined) return { kind: 'none' };
  if (!terms.some((term) => term.isAutoSecured)) return { kind: 'unneeded', from };
  if (terms.some((term) => !term.isAutoSecured)) return { kind: 'both' };
  return without === undefined ? { kind: 'always' } : { kind: 'needed', without };
}

/** The amount whose terms are shown: what was chosen, else what was asked for or comes nearest, else the highest. */
export function amountShown(request: LoanRequest, choices: Journey['choices']): number | undefined {
  return choices.loanAmount ?? beginningAmount(amountsOf(request), choices.requestedAmount);
}

/** The amount to begin with where a link decides on the vehicle: the one shown where it goes with that, else of those that do. */
export function amountWith(
  isAutoSecured: boolean,
  request: LoanRequest,
  choices: Journey['choices'],
): number | undefined {
  const fitting = amountsOf(request, isAutoSecured);
  const shown = amountShown(request, choices);
  return shown !== undefined && fitting.includes(shown)
    ? shown
    : beginningAmount(fitting, choices.requestedAmount);
}

export interface Filter {
  /** Months to show; all where undefined. */
  readonly months: ReadonlySet<number> | undefined;
  readonly withAutoSecured: boolean;
}

/** The terms that pass, the one chosen before (else asked for, else of the usual length) first, the others by their length. */
export function arrange(
  terms: readonly OfferTerm[],
  { months, withAutoSecured }: Filter,
  chosen?: TermChoice,
  askedMonths?: number,
): { readonly featured: OfferTerm | undefined; readonly others: readonly OfferTerm[] } {
  const passing = terms
    .filter((term) => (withAutoSecured || !term.isAutoSecured) && (months?.has(term.months) ?? true))
    .sort(
      (one, other) => one.months - other.months || Number(one.isAutoSecured) - Number(other.isAutoSecured),
    );
  const asked = askedMonths === undefined ? undefined : { months: askedMonths };
  return featuredFirst(passing, chosen, asked, usualTerm(passing));
}

/** Up to ten offers are all shown; of more, five until more are asked for. */
export function firstShown<T>(others: readonly T[], more: boolean): readonly T[] {
  return more || others.length <= shownWhole ? others : others.slice(0, shownAtFirst);
}
