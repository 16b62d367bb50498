// Which offers are shown, in which order, and how many of them at first. Pure, so that the rules can be read and tested.
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import {
  amountOptions,
  featuredFirst,
  type OfferedProgram,
  type TermChoice,
  usualTerm,
} from '#finance/amountOptions.ts';

const shownAtFirst = 5;
const shownWhole = 10;

export const keyOf = (term: Pick<OfferTerm, 'months' | 'isAutoSecured'>): string =>
  `${term.months}${term.isAutoSecured ? '-auto' : ''}`;

/** The rules of `finance/` read programs; theirs come over the wire in plain numbers. */
export function offeredPrograms(
  request: LoanRequest,
): readonly (OfferedProgram & LoanRequest['programs'][number])[] {
  return request.programs as never;
}

const amountsOf = (request: LoanRequest): readonly number[] =>
  request.programs.flatMap(({ validAmounts }) => validAmounts.map(({ amount }) => amount));

/** The most that may be had, with or without a vehicle: what the applicant is prequalified for. */
export function mostOffered(request: LoanRequest): number | undefined {
  const amounts = amountsOf(request);
  return amounts.length > 0 ? Math.max(...amounts) : undefined;
}

/** Whether the amount shown is neither chosen nor asked for: then it is our suggestion, and is called one. */
export function isSuggested(amount: number, choices: Journey['choices']): boolean {
  return choices.loanAmount === undefined && choices.requestedAmount !== amount;
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

/** The amount whose terms are shown: what was chosen, else asked for, else the highest that may be had. */
export function amountShown(request: LoanRequest, choices: Journey['choices']): number | undefined {
  if (choices.loanAmount !== undefined) return choices.loanAmount;
  const { requestedAmount: asked } = choices;
  if (asked !== undefined && amountsOf(request).includes(asked)) return asked;
  return mostOffered(request);
}

export interface Filter {
  /** Months to show; all where undefined. */
  readonly months: ReadonlySet<number> | undefined;
  readonly withAutoSecured: boolean;
}

/** The terms that pass, the one chosen before (else one of the usual length) first, the others by their length. */
export function arrange(
  terms: readonly OfferTerm[],
  { months, withAutoSecured }: Filter,
  chosen?: TermChoice,
): { readonly featured: OfferTerm | undefined; readonly others: readonly OfferTerm[] } {
  const passing = terms
    .filter((term) => (withAutoSecured || !term.isAutoSecured) && (months?.has(term.months) ?? true))
    .sort(
      (one, other) => one.months - other.months || Number(one.isAutoSecured) - Number(other.isAutoSecured),
    );
  return featuredFirst(passing, chosen, usualTerm(passing));
}

/** Up to ten offers are all shown; of more, five until more are asked for. */
export function firstOf<T>(others: readonly T[], more: boolean): readonly T[] {
  return more || others.length <= shownWhole ? others : others.slice(0, shownAtFirst);
}
