// Which offers are shown, in which order, and how many at first; and where the amount and term sliders may stop. Pure functions.
import type { Journey } from '#contract/journey.ts';
import type { AllTerms, LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import {
  amountToShow,
  beginningAmount,
  featuredFirst,
  isWithin,
  type TermChoice,
  usualTerm,
} from '#finance/amount-options.ts';

const shownAtFirst = 5;
const shownWhole = 10;

export const termKey = (term: Pick<OfferTerm, 'months' | 'isAutoSecured'>): string =>
  `${term.months}${term.isAutoSecured ? '-auto' : ''}`;

/** Ascending, each once. */
function amountsOf({ programs }: LoanRequest, isAutoSecured?: boolean): readonly number[] {
  const amounts = programs
    .flatMap(({ validAmounts }) => validAmounts)
    .filter((valid) => isAutoSecured === undefined || valid.isAutoSecured === isAutoSecured)
    .map(({ amount }) => amount);
  return [...new Set(amounts)].sort((a, b) => a - b);
}

/** The highest amount, with or without a vehicle: what the applicant is prequalified for. */
export function mostOffered(request: LoanRequest): number | undefined {
  return amountsOf(request).at(-1);
}

/** Whether the amount shown is our suggestion: neither chosen nor requested. */
export function isSuggested(choices: Journey['choices']): boolean {
  return choices.loanAmount === undefined && choices.requestedAmount === undefined;
}

/**
 * Whether a program lends the amount: a listed one, or any whole dollar inside its ranges. With `isAutoSecured`, whether one lends it
 * with or without a vehicle.
 */
export function isLent({ programs }: LoanRequest, amount: number, isAutoSecured?: boolean): boolean {
  return programs.some(({ amountRanges, validAmounts }) => {
    const listed = validAmounts.filter(
      (valid) => isAutoSecured === undefined || valid.isAutoSecured === isAutoSecured,
    );
    return (
      listed.some((valid) => valid.amount === amount) || (listed.length > 0 && isWithin(amountRanges, amount))
    );
  });
}

/** The two listed amounts nearest to an unlisted one, one on either side; only one outside of them all. */
export function nearestListed(request: LoanRequest, amount: number): readonly number[] {
  const listed = amountsOf(request);
  if (listed.includes(amount)) return [];
  return [
    ...listed.filter((other) => other < amount).slice(-1),
    ...listed.filter((other) => other > amount).slice(0, 1),
  ];
}

/** Beside an amount that is lent only without the vehicle: the nearest one that is lent with it. */
export function nearestSecured(request: LoanRequest, amount: number): number | undefined {
  return isLent(request, amount, true) ? undefined : beginningAmount(amountsOf(request, true), amount);
}

export interface AmountGroups {
  readonly unsecured: readonly number[];
  readonly secured: readonly number[];
}

/** Highest first. The two nearest to an unlisted request are listed without the vehicle, too, as the specification has it. */
export function amountGroups(request: LoanRequest, requested?: number): AmountGroups {
  const added = requested === undefined ? [] : nearestListed(request, requested);
  const unsecured = [...new Set([...amountsOf(request, false), ...added])].sort((a, b) => b - a);
  return { unsecured, secured: [...amountsOf(request, true)].reverse() };
}

/** What choosing an amount means for the vehicle toggle; undefined leaves it unchanged. */
export function vehicleWith(request: LoanRequest, amount: number, from?: keyof AmountGroups) {
  if (!isLent(request, amount, true)) return undefined;
  if (!isLent(request, amount, false)) return true;
  return from && from === 'secured';
}

/**
 * What the vehicle toggle can do at an amount. `none`: no loan is secured. `both`: the amount is offered both ways. `needed`: only
 * with the vehicle, and turning it off leads to the highest amount `without` one. `always`: no amount is offered without it.
 * `unneeded`: only without, and the vehicle applies `from` the lowest secured amount.
 */
export type VehicleToggle =
  | { readonly kind: 'none' | 'both' | 'always' }
  | { readonly kind: 'needed'; readonly without: number }
  | { readonly kind: 'unneeded'; readonly from: number };

export function vehicleToggle(request: LoanRequest, { terms }: Pick<TermsOfAmount, 'terms'>): VehicleToggle {
  const { secured, unsecured } = amountGroups(request);
  const from = secured.at(-1);
  const [without] = unsecured;
  if (!request.hasAutoSecured || from === undefined) return { kind: 'none' };
  if (!terms.some((term) => term.isAutoSecured)) return { kind: 'unneeded', from };
  if (terms.some((term) => !term.isAutoSecured)) return { kind: 'both' };
  return request.isOnlyAutoSecured || without === undefined
    ? { kind: 'always' }
    : { kind: 'needed', without };
}

/** The amount whose terms are shown: the chosen one, else what is offered to the request, else the lender's usual one. */
export function amountShown(request: LoanRequest, choices: Journey['choices']): number | undefined {
  return (
    choices.loanAmount ?? request.requested?.offered ?? amountToShow(request.programs, request.usualAmount)
  );
}

/**
 * The first amount when a link decides about the vehicle: the one shown if it fits, else the nearest that does. Undefined if a
 * requested amount is lent only without it: that one leads, with a secured one beside it.
 */
export function amountWith(isAutoSecured: boolean, request: LoanRequest, choices: Journey['choices']) {
  const shown = amountShown(request, choices);
  if (shown !== undefined && isLent(request, shown, isAutoSecured)) return shown;
  if (isAutoSecured && !isSuggested(choices)) return undefined;
  return beginningAmount(amountsOf(request, isAutoSecured), choices.requestedAmount ?? request.usualAmount);
}

/** The saved choice among an amount's terms, if it is of that amount. */
export function chosenTerm(
  { amount, terms }: TermsOfAmount,
  chosen: Journey['choices']['selectedTerm'],
): OfferTerm | undefined {
  return terms.find(
    (term) =>
      amount === chosen?.amount &&
      term.months === chosen.months &&
      term.isAutoSecured === chosen.isAutoSecured,
  );
}

interface Filter {
  /** Months to show; undefined shows all. */
  readonly months: ReadonlySet<number> | undefined;
  readonly withAutoSecured: boolean;
}

/** Which term to feature, the strongest wish first. */
interface Wishes {
  /** What the slider was moved to, or the term pressed beside others. Where its length is gone, the nearest one counts. */
  readonly moved?: TermChoice | undefined;
  readonly chosen?: TermChoice | undefined;
  readonly requested?: number | undefined;
  /** A link requests offers secured by the vehicle. */
  readonly secured?: boolean | undefined;
}

/**
 * The wished term first, else the usual length; the others by length. Of a length lent both ways, the term
 * without a vehicle is featured, unless the other was chosen or requested by a link.
 */
export function arrange(
  terms: readonly OfferTerm[],
  { months, withAutoSecured }: Filter,
  { moved, chosen, requested, secured = false }: Wishes = {},
) {
  // By length, the unsecured one of a length first.
  const passing = terms
    .filter((term) => (withAutoSecured || !term.isAutoSecured) && (months?.has(term.months) ?? true))
    .sort((a, b) => a.months - b.months || Number(a.isAutoSecured) - Number(b.isAutoSecured));
  const onVehicle = secured ? passing.filter((term) => term.isAutoSecured) : [];
  const wished = onVehicle.length > 0 ? onVehicle : passing;
  const nearest = moved && beginningAmount(monthsOf(wished), moved.months);
  const ofLength = (length: number | undefined) =>
    wished.find(({ months }) => months === length) ?? (length === undefined ? undefined : { months: length });
  return {
    ...featuredFirst(
      passing,
      moved?.isAutoSecured === undefined ? undefined : moved,
      ofLength(nearest),
      chosen,
      ofLength(requested),
      usualTerm(wished),
    ),
    passing,
  };
}

/** What the slider or a press moved to, at an amount. */
export interface Moved extends TermChoice {
  readonly at: number;
}

/** At another amount, only its length counts. */
export const movedAt = (amount: number, moved: Moved | undefined): TermChoice | undefined =>
  moved && (moved.at === amount ? moved : { months: moved.months });

/** A move to a length keeps to the vehicle or not as last chosen, unless it is lent no other way. */
export const movedTo = (
  { months, isAutoSecured }: TermChoice,
  amount: number,
  { moved, chosen }: { readonly moved: Moved | undefined; readonly chosen: TermChoice | undefined },
): Moved => ({
  months,
  isAutoSecured: isAutoSecured ?? (movedAt(amount, moved) ?? chosen)?.isAutoSecured,
  at: amount,
});

/** Every length among the terms, shortest first. */
export function monthsOf(terms: readonly Pick<OfferTerm, 'months'>[]): readonly number[] {
  return [...new Set(terms.map(({ months }) => months))].sort((a, b) => a - b);
}

/** The terms of each listed amount, in cents. */
type TermsByAmount = ReadonlyMap<number, readonly OfferTerm[]>;

export function termsByAmount({ amounts }: Pick<AllTerms, 'amounts'>): TermsByAmount {
  return new Map(amounts.map(({ amount, terms }) => [amount, terms]));
}

/** Stops (cents, ascending): listed amounts whose terms are here, or all until then. */
export function amountStops(request: LoanRequest, terms: TermsByAmount | undefined, withVehicle: boolean) {
  const { unsecured, secured } = amountGroups(request);
  const listed = withVehicle ? [...unsecured, ...secured] : unsecured;
  return [...new Set(listed)]
    .filter((amount) => terms === undefined || terms.get(amount)?.length)
    .sort((a, b) => a - b);
}

/** The lowest stop (cents) that is lent only with the vehicle, if the stops above it are as well. */
export function vehicleFrom(request: LoanRequest, stops: readonly number[]): number | undefined {
  const { unsecured } = amountGroups(request);
  const [most = 0] = unsecured;
  return unsecured.length === 0 ? undefined : stops.find((stop) => stop > most);
}

/** The position of the stop nearest to a value, the lower of two that are equally near; 0 without stops. */
export function stopNear(stops: readonly number[], value: number): number {
  const nearest = beginningAmount(stops, value);
  return nearest === undefined ? 0 : stops.indexOf(nearest);
}

/** What of a filter still applies to an amount with other terms; undefined where that is none or all of them. */
export function remaining(filter: ReadonlySet<number> | undefined, all: readonly number[]) {
  const left = all.filter((months) => filter?.has(months));
  return left.length === 0 || left.length === all.length ? undefined : new Set(left);
}

/** Up to ten offers are all shown. Of more than ten, only the first five besides the featured ones are shown until more are requested. */
export function firstShown<T>(others: readonly T[], more: boolean, all = others.length): readonly T[] {
  return more || all <= shownWhole ? others : others.slice(0, shownAtFirst);
}
