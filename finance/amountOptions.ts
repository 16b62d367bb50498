// Which amounts an applicant may choose, and what the set of offers amounts to (all of them, one kind, a gap).
import { type Cents, cents, dollars } from './money.ts';

/** An amount range in cents, both ends included. */
export type AmountRange = { min: Cents; max: Cents };

/** An amount that may be chosen, in cents; the same amount can be had with and without a vehicle as security. */
export type AmountOption = { amount: Cents; isAutoSecured: boolean };

/** What this file needs to know of an offered program; a caller's own fields (links) come back untouched. */
export type OfferedProgram = {
  programName: string;
  amountRanges: readonly AmountRange[];
  validAmounts: readonly { amount: Cents }[];
};

/** The derived summary of an offer: its name, ranges and amounts (cents, ascending), and the program's link. */
export type OfferSummary<P extends OfferedProgram> = {
  name: P['programName'];
  ranges: readonly AmountRange[];
  amounts: readonly Cents[];
  program: P;
};

/** What the offers together are. An offer with two ranges is the one with a gap. */
export type OfferFlags<P extends OfferedProgram> = {
  allOffersAvailable: boolean;
  onlySmall: boolean;
  onlyLarge: boolean;
  onlyAutoSecured: boolean;
  hasAutoSecured: boolean;
  offerWithGap: OfferSummary<P> | undefined;
};

/** The program whose loans are secured by the applicant's vehicle. */
const autoSecuredProgram = 'big_auto';

const isAutoSecured = (program: OfferedProgram): boolean => program.programName === autoSecuredProgram;

const descending = (a: AmountOption, b: AmountOption): number =>
  b.amount - a.amount || Number(a.isAutoSecured) - Number(b.isAutoSecured);

function amountsOf(programs: readonly OfferedProgram[]): Cents[] {
  const amounts = new Set(programs.flatMap((program) => program.validAmounts.map(({ amount }) => amount)));
  return [...amounts].sort((a, b) => a - b);
}

/**
 * The amounts a program offers, in cents, ascending: both ends of its range and every multiple of `step` between
 * (every $500 where left out). Throws a RangeError for a range upside down or a step that is not above zero.
 */
export function validAmounts(range: AmountRange, step: Cents = dollars(500)): Cents[] {
  if (range.min > range.max) throw new RangeError('A range starts at its lower end.');
  if (!(Number.isSafeInteger(step) && step > 0))
    throw new RangeError('A step is a whole number of cents above zero.');
  const amounts = [range.min];
  for (let at = Math.floor(range.min / step) * step + step; at < range.max; at += step)
    amounts.push(cents(at));
  if (range.max > range.min) amounts.push(range.max);
  return amounts;
}

/**
 * The valid amounts next to `amount` (cents): itself where it is one, else the nearest below and the nearest above, or
 * the single lowest or highest where it lies outside them all. `amounts` in any order.
 */
export function nearestAmounts(amounts: readonly Cents[], amount: Cents): Cents[] {
  if (amounts.includes(amount)) return [amount];
  const below = amounts.filter((candidate) => candidate < amount);
  const above = amounts.filter((candidate) => candidate > amount);
  const nearest: Cents[] = [];
  if (below.length > 0) nearest.push(cents(Math.max(...below)));
  if (above.length > 0) nearest.push(cents(Math.min(...above)));
  return nearest;
}

/**
 * The amounts an applicant chooses from, highest first: the valid amounts of all programs, those of big_auto marked
 * auto-secured; an amount that two kinds offer appears once for each, unsecured first. A `requested` amount (cents)
 * not among them adds its two nearest valid amounts, or the single lowest or highest where it is out of range, as not
 * auto-secured.
 */
export function amountOptions(programs: readonly OfferedProgram[], requested?: Cents): AmountOption[] {
  const options = new Map<string, AmountOption>();
  const add = (amount: Cents, secured: boolean) =>
    options.set(`${amount} ${secured}`, { amount, isAutoSecured: secured });
  for (const program of programs) {
    for (const { amount } of program.validAmounts) add(amount, isAutoSecured(program));
  }
  const amounts = amountsOf(programs);
  if (requested !== undefined && !amounts.includes(requested)) {
    for (const amount of nearestAmounts(amounts, requested)) add(amount, false);
  }
  return [...options.values()].sort(descending);
}

/**
 * The program that serves an option: one that has the amount with the same security, else one that has the amount at
 * all (a nearest amount that only the vehicle program has), else undefined.
 */
export function programFor<P extends OfferedProgram>(
  programs: readonly P[],
  option: AmountOption,
): P | undefined {
  const having = programs.filter((program) =>
    program.validAmounts.some(({ amount }) => amount === option.amount),
  );
  return having.find((program) => isAutoSecured(program) === option.isAutoSecured) ?? having[0];
}

/** The ranges in ascending order, those that overlap or lie a dollar or less apart made one. Cents. */
export function mergeRanges(ranges: readonly AmountRange[]): AmountRange[] {
  const merged: AmountRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.min - b.min)) {
    const last = merged.at(-1);
    if (last && range.min <= last.max + 100) last.max = cents(Math.max(last.max, range.max));
    else merged.push({ ...range });
  }
  return merged;
}

/**
 * The lowest and highest amount (cents) that any program lends, for "Please enter an amount between {min} and {max}";
 * undefined without programs.
 */
export function amountBounds(programs: readonly OfferedProgram[]): AmountRange | undefined {
  const ranges = mergeRanges(programs.flatMap((program) => program.amountRanges));
  const first = ranges[0];
  const last = ranges.at(-1);
  return first && last ? { min: first.min, max: last.max } : undefined;
}

/** A summary of each program's offer, its ranges merged and its amounts ascending. */
export function offerSummaries<P extends OfferedProgram>(programs: readonly P[]): OfferSummary<P>[] {
  return programs.map((program) => ({
    name: program.programName,
    ranges: mergeRanges(program.amountRanges),
    amounts: amountsOf([program]),
    program,
  }));
}

/** What the programs offered to one applicant amount to. */
export function offerFlags<P extends OfferedProgram>(programs: readonly P[]): OfferFlags<P> {
  const names = new Set(programs.map((program) => program.programName));
  const only = (name: string) => names.size === 1 && names.has(name);
  return {
    allOffersAvailable: ['small', 'large', autoSecuredProgram].every((name) => names.has(name)),
    onlySmall: only('small'),
    onlyLarge: only('large'),
    onlyAutoSecured: only(autoSecuredProgram),
    hasAutoSecured: names.has(autoSecuredProgram),
    offerWithGap: offerSummaries(programs).find(({ ranges }) => ranges.length === 2),
  };
}

/**
 * The amount to begin with: what was asked for or comes nearest, else the highest. Of two that are equally near, the lower:
 * nobody is led to borrow more than they asked for.
 */
export function beginningAmount(amounts: readonly number[], asked: number | undefined): number | undefined {
  const order = (one: number, other: number) =>
    asked === undefined ? other - one : Math.abs(one - asked) - Math.abs(other - asked) || one - other;
  return [...amounts].sort(order)[0];
}

/** A choice of term: its months, and whether with a vehicle where that is known. */
export type TermChoice = { months: number; isAutoSecured?: boolean | undefined };

/**
 * The term to feature and the others in their order. Featured is the accepted term, else the one chosen before
 * (`wanted`, in that order of preference), else the first; the others leave it out.
 */
export function featuredFirst<T extends TermChoice>(
  terms: readonly T[],
  ...wanted: readonly (TermChoice | undefined)[]
): { featured: T | undefined; others: T[] } {
  let featured = terms[0];
  for (const choice of wanted) {
    const match =
      choice &&
      terms.find(
        (term) =>
          term.months === choice.months &&
          (choice.isAutoSecured === undefined || term.isAutoSecured === choice.isAutoSecured),
      );
    if (match) {
      featured = match;
      break;
    }
  }
  return { featured, others: terms.filter((term) => term !== featured) };
}

/** The term most people take: long enough for a bearable payment, short of the dearest. */
const usualMonths = 48;

/**
 * The term to suggest where none was chosen: nearest to the usual length, without a vehicle where it can be had so, then
 * the lower payment (cents).
 */
export function usualTerm<T extends { months: number; isAutoSecured: boolean; monthlyPayment: number }>(
  terms: readonly T[],
): T | undefined {
  const distance = ({ months }: T) => Math.abs(months - usualMonths);
  return terms.toSorted(
    (a, b) =>
      distance(a) - distance(b) ||
      Number(a.isAutoSecured) - Number(b.isAutoSecured) ||
      a.monthlyPayment - b.monthlyPayment,
  )[0];
}
