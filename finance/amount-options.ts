// Which amounts and terms an applicant may choose, and which of them to suggest first.
import { type Cents, cents } from './money.ts';

/** A range of amounts in cents, both ends included. */
type AmountRange = { min: Cents; max: Cents };

/** Ranges (cents) in ascending order. Ranges that overlap or are at most a dollar apart become one. */
export function mergeRanges(ranges: readonly AmountRange[]): AmountRange[] {
  const merged: AmountRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.min - b.min)) {
    const last = merged.at(-1);
    if (last && range.min <= last.max + 100) last.max = cents(Math.max(last.max, range.max));
    else merged.push({ ...range });
  }
  return merged;
}

/** Whether an amount (cents) is whole dollars inside one of the ranges (cents). */
export function isWithin(ranges: readonly Record<'min' | 'max', number>[], amount: number): boolean {
  return amount % 100 === 0 && ranges.some(({ min, max }) => min <= amount && amount <= max);
}

/**
 * Amounts (same unit as `wanted`), nearest first. Of two equally near ones, the lower one, so that the applicant is not nudged to
 * borrow more than requested.
 */
export const byNearness = (amounts: readonly number[], wanted: number): readonly number[] =>
  [...amounts].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);

/** The amount to start with: the one nearest to `requested` (same unit as `amounts`), or the highest if nothing was requested. */
export const beginningAmount = (amounts: readonly number[], requested: number | undefined) =>
  requested === undefined ? [...amounts].sort((a, b) => b - a)[0] : byNearness(amounts, requested)[0];

/** The amount (cents) to show first where none was requested: the listed one nearest to `usual`, else the highest. */
export const amountToShow = (
  programs: readonly { validAmounts: readonly { amount: number }[] }[],
  usual?: number,
): number | undefined =>
  beginningAmount(
    programs.flatMap(({ validAmounts }) => validAmounts.map(({ amount }) => amount)),
    usual,
  );

/** A choice of term: its length in months, and whether it is secured by a vehicle, if that is known. */
export type TermChoice = { months: number; isAutoSecured?: boolean | undefined };

/**
 * The term to feature, and the others in their order. The first choice in `preferred` that matches a term is featured,
 * otherwise the first term.
 */
export function featuredFirst<T extends TermChoice>(
  terms: readonly T[],
  ...preferred: readonly (TermChoice | undefined)[]
): { featured: T | undefined; others: T[] } {
  const matches = (term: T, { months, isAutoSecured = term.isAutoSecured }: TermChoice) =>
    term.months === months && term.isAutoSecured === isAutoSecured;
  const chosen = preferred.map((choice) => choice && terms.find((term) => matches(term, choice)));
  const featured = chosen.find((term) => term !== undefined) ?? terms[0];
  return { featured, others: terms.filter((term) => term !== featured) };
}

/** Long enough for an affordable payment, short of the most expensive terms. */
const usualMonths = 48;

/**
 * The term to suggest if none was chosen: of those without a vehicle if there are any, the one nearest to 48 months, then the
 * one with the lowest payment (cents). Undefined without terms.
 */
export function usualTerm<T extends { months: number; isAutoSecured: boolean; monthlyPayment: number }>(
  terms: readonly T[],
): T | undefined {
  const distance = ({ months }: T) => Math.abs(months - usualMonths);
  return [...terms].sort(
    (a, b) =>
      Number(a.isAutoSecured) - Number(b.isAutoSecured) ||
      distance(a) - distance(b) ||
      a.monthlyPayment - b.monthlyPayment,
  )[0];
}
