// The most helpful next step after a denial, for each reason that a notice may give.
import type { NextStep } from '#contract/notices.ts';
import type { Lender } from '#lender/load.ts';
import { type AdverseActionWording, C1_REASONS } from '#lender/schema/adverse-action.ts';
import { type GivenReason, reasonWording } from '../credit-policy/reasons.ts';
import { explainedReasons } from '../wording/plain-reasons.ts';

/** A reason that form C-1 leaves to the lender, for refusals without a reason in a table row. */
export type OtherReason = Exclude<
  keyof { [K in keyof AdverseActionWording as AdverseActionWording[K] extends string ? K : never]: true },
  'underAgeRefusal'
>;

export type DenialReason = GivenReason | { readonly other: OtherReason };

export const other = (reason: OtherReason): DenialReason => ({ other: reason });

export function denialWording(lender: Lender, reasons: readonly DenialReason[]): readonly string[] {
  return reasons.flatMap((reason) =>
    isOther(reason) ? [lender.policy.adverseAction[reason.other]] : reasonWording(lender, [reason]),
  );
}

/** The same reasons in plain words, each as a sentence. Those of the lender and the bureau keep their wording. */
export function plainReasons(lender: Lender, reasons: readonly DenialReason[]): readonly string[] {
  const explained: Readonly<Record<string, readonly [NextStep, string]>> = explainedReasons;
  return reasons.flatMap((reason) => {
    const code = isOther(reason) ? reason.other : reason;
    if (typeof code === 'string' && explained[code]) return explained[code][1];
    return denialWording(lender, [reason]).map((text) => text.replace(/\.?$/, '.'));
  });
}

/** The step for the most important reason. A frozen file comes first, because nothing else was read. */
export function nextStepOf(
  { likeReasons }: Pick<Lender, 'likeReasons'>,
  { reasons, report }: { readonly reasons: readonly DenialReason[]; readonly report?: { isFrozen: boolean } },
): NextStep {
  if (report?.isFrozen) return 'lift-freeze';
  const [first] = reasons;
  if (first === undefined) return 'ask-branch';
  if (isOther(first)) return otherSteps[first.other] ?? 'ask-branch';
  // A factor of the score in the bureau's wording.
  if (typeof first !== 'string') return 'build-score';
  const reason = C1_REASONS.find((code) => code === first) ?? likeReasons[first];
  return reason === undefined ? 'ask-branch' : explainedReasons[reason][0];
}

const isOther = (reason: DenialReason): reason is { readonly other: OtherReason } =>
  typeof reason === 'object' && 'other' in reason;

/** Where no one but the branch can help, none is named. */
const otherSteps: Partial<Record<OtherReason, NextStep>> = {
  outsideTradeArea: explainedReasons.outsideTradeArea[0],
  identityNotVerified: 'prove-identity',
  recentLoan: 'wait-after-loan',
  reportUnavailable: 'try-later',
};
