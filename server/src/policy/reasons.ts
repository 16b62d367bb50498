// Adverse action reasons in the words of form C-1, and the bureau's key factors, which are a separate list.
import type { Lender } from '#lender/load.ts';
import { type C1Reason, OTHER_REASONS } from '#lender/schema/adverse-action.ts';
import type { TableReason } from '#lender/schema/decision-tables.ts';

/** The reasons of a decline in form C-1's words, in the given order. */
export function reasonWording(lender: Lender, reasons: readonly C1Reason[]): readonly string[] {
  return reasons.map((reason) => lender.policy.adverseAction.reasons[reason]);
}

/**
 * The key factors that lowered the score, in the bureau's words and order: at most four, plus a factor about inquiries if it
 * is not among them. Codes without a text in the lender's data are skipped.
 */
export function keyFactors(lender: Lender, codes: readonly string[]): readonly string[] {
  const known = [...new Set(codes)].flatMap((code) => lender.policy.adverseAction.scoreFactors[code] ?? []);
  const inquiries = known.slice(4).find((factor) => factor.isInquiries);
  const first = known.slice(0, 4);
  return [...first, ...(inquiries && !first.some((one) => one.isInquiries) ? [inquiries] : [])].map(
    (factor) => factor.text,
  );
}

/**
 * The reasons to give, from those of the table rows: in order, without duplicates, at most `mostReasons` of the lender's
 * policy. "score-factors" is replaced with the reasons for the bureau's factors, because a score alone is never a reason.
 * Reasons under the form's "Other" are given only if there are no other reasons.
 */
export function reasonsGiven(
  lender: Lender,
  reasons: readonly TableReason[],
  scoreFactors: readonly string[],
): readonly C1Reason[] {
  const wording = lender.policy.adverseAction;
  const given = new Set<C1Reason>();
  for (const reason of reasons) {
    if (reason !== 'score-factors') given.add(reason);
    else for (const code of scoreFactors) addIfKnown(given, wording.scoreFactors[code]?.reason);
  }
  if (given.size === 0 && reasons.length > 0) given.add(wording.reasonWithoutFactors);
  const formReasons = [...given].filter((reason) => !isOther(reason));
  return (formReasons.length > 0 ? formReasons : [...given]).slice(0, wording.mostReasons);
}

function addIfKnown(given: Set<C1Reason>, reason: C1Reason | undefined): void {
  if (reason) given.add(reason);
}

const isOther = (reason: C1Reason) => OTHER_REASONS.some((other) => other === reason);
