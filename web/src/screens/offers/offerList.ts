// Which offers are shown, in which order, and how many of them at first. Pure, so that the rules can be read and tested.
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { featuredFirst, type OfferedProgram, type TermChoice } from '#finance/amountOptions.ts';

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

/** The amount whose terms are shown: what was chosen, else asked for, else the highest that may be had. */
export function amountShown(request: LoanRequest, choices: Journey['choices']): number | undefined {
  const valid = request.programs.flatMap(({ validAmounts }) => validAmounts.map(({ amount }) => amount));
  if (choices.loanAmount !== undefined) return choices.loanAmount;
  const { requestedAmount: asked } = choices;
  if (asked !== undefined && valid.includes(asked)) return asked;
  return valid.length > 0 ? Math.max(...valid) : undefined;
}

export interface Filter {
  /** Months to show; all where undefined. */
  readonly months: ReadonlySet<number> | undefined;
  readonly withAutoSecured: boolean;
}

/** The terms that pass, the one chosen before (else the lowest APR) first, the others by their length. */
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
  const best = [...passing].sort((one, other) => one.apr - other.apr || one.months - other.months)[0];
  return featuredFirst(passing, chosen, best);
}

/** Up to ten offers are all shown; of more, five until more are asked for. */
export function firstOf<T>(others: readonly T[], more: boolean): readonly T[] {
  return more || others.length <= shownWhole ? others : others.slice(0, shownAtFirst);
}
