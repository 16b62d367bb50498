// The words of an adverse action: form C-1's reasons, and the bureau's key factors, which are a list of their own.
import type { Lender } from '#lender/load.ts';
import { type C1Reason, OTHER_REASONS } from '#lender/schema/adverse-action.ts';
import type { TableReason } from '#lender/schema/decision-tables.ts';

/** The reasons of a decline in C-1's words, in their order. */
export function reasonWording(lender: Lender, reasons: readonly C1Reason[]): readonly string[] {
  return reasons.map((reason) => lender.policy.adverseAction.reasons[reason]);
}

/**
 * The key factors that weighed on the score, in the bureau's words and order: four at most, and a fifth where one on
 * inquiries would otherwise be left out. Codes that the lender has no words for are passed over.
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
 * The reasons to give, from what the rows of the tables say: in their order, each once, four at most. "score-factors"
 * becomes the reasons that the bureau's factors amount to; a score by itself is never a reason. What stands behind the
 * form's "Other" is told where none of the form's own reasons holds.
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
  const ofTheForm = [...given].filter((reason) => !isOther(reason));
  return (ofTheForm.length > 0 ? ofTheForm : [...given]).slice(0, wording.mostReasons);
}

function addIfKnown(given: Set<C1Reason>, reason: C1Reason | undefined): void {
  if (reason) given.add(reason);
}

const isOther = (reason: C1Reason) => OTHER_REASONS.some((other) => other === reason);
