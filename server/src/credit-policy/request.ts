// What the applicant requested, what is offered, and how the two differ: anything else than the request is a counteroffer
// (12 CFR 1002.2(c)(1)(i), 1002.9(a)(1)(iv)).
import type { OfferDifference, OfferTerm } from '#contract/offers.ts';
import { byNearness, usualTerm } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import type { ApprovedTerm } from '../platform/db/tables.ts';
import type { DecisionKind } from './decide.ts';
import { offerTerms, type PricingContext, type QualifiedProgram } from './offers.ts';

/**
 * What was submitted with the form or by a lead, or the terms that were accepted; amounts in cents. Text that the amount's field
 * refuses was never submitted, so it is no request.
 */
export type Requested =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'submitted';
      readonly amount?: number | undefined;
      readonly months?: number | undefined;
      /** True if a link requests offers on the vehicle first, which also takes one without; false if it wants none on it. */
      readonly isAutoSecured?: boolean | undefined;
    }
  | ({ readonly kind: 'accepted'; readonly path: 'standard' | 'fast-path' } & ApprovedTerm);

/** The offers that the page shows first, of one amount in cents. */
export interface Offered {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
}

export interface Comparison {
  readonly kind: 'as-requested' | 'counteroffer' | 'nothing';
  readonly differences: readonly OfferDifference[];
}

interface Recorded {
  readonly requested_amount: number | null;
  readonly requested_term: number | null;
  readonly requested_auto_secured: boolean | null;
  readonly accepted_term: ApprovedTerm | null;
  readonly path: 'standard' | 'fast-path';
}

/** The request that a decision answers: until terms are accepted, what was submitted. */
export function requestedOf(decision: DecisionKind, application: Recorded): Requested {
  const { accepted_term: accepted, path } = application;
  if (decision === 'approval')
    return accepted === null ? { kind: 'nothing' } : { kind: 'accepted', path, ...accepted };
  const amount = application.requested_amount ?? undefined;
  const months = application.requested_term ?? undefined;
  const isAutoSecured = application.requested_auto_secured ?? undefined;
  return [amount, months, isAutoSecured].every((part) => part === undefined)
    ? { kind: 'nothing' }
    : { kind: 'submitted', amount, months, isAutoSecured };
}

/** Whether a loan is secured, or not, as the request allows. */
export function isSecuredAs(requested: Requested, { isAutoSecured }: { readonly isAutoSecured: boolean }) {
  if (requested.kind === 'accepted') return isAutoSecured === requested.isAutoSecured;
  return requested.kind === 'nothing' || requested.isAutoSecured !== false || !isAutoSecured;
}

/**
 * What is offered to a request: its amount, or the listed one nearest to it; after accepted terms, the highest below them. The
 * highest if no amount was requested. Undefined if nothing is lent.
 */
export function offeredFor(
  programs: readonly QualifiedProgram[],
  requested: Requested,
  context: PricingContext,
): Offered | undefined {
  const isExact = requested.kind === 'accepted' && requested.path === 'fast-path';
  const alike = programs.filter((program) => isSecuredAs(requested, program));
  const from = isExact || (requested.kind === 'submitted' && alike.length > 0) ? alike : programs;
  const listed = new Set<number>(from.flatMap(({ validAmounts }) => validAmounts));
  for (const amount of amountsInOrder([...listed], requested, isExact)) {
    const terms = offerTerms(from, cents(amount), context);
    if (terms.length > 0) return { amount, terms: termsFor(requested, terms, isExact) };
  }
  return undefined;
}

function amountsInOrder(listed: readonly number[], requested: Requested, isExact: boolean) {
  const amount = requested.kind === 'nothing' ? undefined : requested.amount;
  if (amount === undefined) return listed.toSorted((a, b) => b - a);
  if (requested.kind !== 'accepted') return [amount, ...byNearness(listed, amount)];
  const below = listed.filter((lower) => lower < amount).sort((a, b) => b - a);
  return [amount, ...below, ...(isExact ? [] : listed.toSorted((a, b) => a - b))];
}

/** With the security that was accepted, if it is offered. The fast path offers one term. */
function termsFor(requested: Requested, terms: readonly OfferTerm[], isExact: boolean) {
  if (requested.kind !== 'accepted') return terms;
  const alike = terms.filter((term) => isSecuredAs(requested, term));
  if (isExact) return [termLike(requested, terms)].flatMap((term) => term ?? []);
  return alike.length > 0 ? alike : terms;
}

/** The term over the requested months, else the usual one. */
export const termLike = (requested: Requested, terms: readonly OfferTerm[]): OfferTerm | undefined =>
  terms.find(({ months }) => requested.kind !== 'nothing' && months === requested.months) ?? usualTerm(terms);

export function compare(requested: Requested, offered: Offered | undefined): Comparison {
  if (offered === undefined) return { kind: 'nothing', differences: [] };
  if (requested.kind === 'nothing') return { kind: 'as-requested', differences: [] };
  const { terms } = offered;
  const { amount = offered.amount, months } = requested;
  const differences: OfferDifference[] = [];
  if (offered.amount !== amount) differences.push(offered.amount < amount ? 'less' : 'more');
  const alike = terms.filter((term) => isSecuredAs(requested, term));
  if (alike.length === 0) differences.push(requested.isAutoSecured ? 'unsecured' : 'secured');
  if (months !== undefined) {
    const all = alike.length > 0 ? alike : terms;
    const asLong = all.filter((term) => term.months === months);
    const [nearest = months] = byNearness(
      all.map((term) => term.months),
      months,
    );
    if (asLong.length === 0) differences.push(nearest < months ? 'shorter' : 'longer');
    else if (requested.kind === 'accepted' && asLong.every((term) => isDearer(term, requested)))
      differences.push('dearer');
  }
  return { kind: differences.length === 0 ? 'as-requested' : 'counteroffer', differences };
}

/** What a decision's programs offer to a request. */
export function answerTo(
  requested: Requested,
  programs: readonly QualifiedProgram[],
  context: PricingContext,
) {
  const offered = offeredFor(programs, requested, context);
  return { requested, offered, ...compare(requested, offered) };
}

function isDearer({ interestRate, fees }: OfferTerm, accepted: ApprovedTerm): boolean {
  const charged = (of: OfferTerm['fees']) => (of ? of.origination + of.filing : 0);
  return interestRate > accepted.interestRate || charged(fees) > charged(accepted.fees);
}

/** What the accepted terms are: those requested, those offered in their place, or others that the applicant chose. */
export function acceptedAs(
  requested: Requested,
  offered: Offered | undefined,
  accepted: Offered,
): 'choice' | 'counteroffer' | 'request' {
  if (requested.kind === 'nothing') return 'choice';
  if (compare(requested, accepted).kind === 'as-requested') return 'request';
  const isAnswer = accepted.amount === offered?.amount && compare(requested, offered).kind === 'counteroffer';
  return isAnswer ? 'counteroffer' : 'choice';
}
