// The most helpful next step after a denial, for each reason that a notice may give.
import type { NextStep } from '#contract/notices.ts';
import type { Lender } from '#lender/load.ts';
import { type AdverseActionWording, C1_REASONS } from '#lender/schema/adverse-action.ts';
import { type GivenReason, reasonWording } from '../credit-policy/reasons.ts';
import { plainReasonText } from '../wording/plain-reasons.ts';

/** A reason that form C-1 leaves to the lender, for refusals without a reason in a table row. */
export type OtherReason = keyof typeof otherSteps;

export type DenialReason = GivenReason | { readonly other: OtherReason };

export const other = (reason: OtherReason): DenialReason => ({ other: reason });

export function denialWording(lender: Lender, reasons: readonly DenialReason[]): readonly string[] {
  return reasons.flatMap((reason) =>
    isOther(reason) ? [lender.policy.adverseAction[reason.other]] : reasonWording(lender, [reason]),
  );
}

/** The same reasons in plain words, each as a sentence. Those of the lender and the bureau keep their wording. */
export function plainReasons(lender: Lender, reasons: readonly DenialReason[]): readonly string[] {
  const plain: Readonly<Record<string, string>> = plainReasonText;
  return reasons.flatMap((reason) => {
    const code = isOther(reason) ? reason.other : reason;
    if (typeof code === 'string' && plain[code]) return plain[code];
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
  if (isOther(first)) return otherSteps[first.other];
  // A factor of the score in the bureau's wording.
  if (typeof first !== 'string') return 'build-score';
  const reason = C1_REASONS.find((code) => code === first) ?? likeReasons[first];
  return reason === undefined ? 'ask-branch' : c1Steps[reason];
}

const isOther = (reason: DenialReason): reason is { readonly other: OtherReason } =>
  typeof reason === 'object' && 'other' in reason;

const c1Steps: Readonly<Record<(typeof C1_REASONS)[number], NextStep>> = {
  'application-incomplete': 'ask-branch',
  'insufficient-references': 'ask-branch',
  'references-not-verified': 'ask-branch',
  'irregular-employment': 'show-income',
  'employment-not-verified': 'show-income',
  'length-of-employment': 'show-income',
  'income-insufficient': 'raise-income',
  'excessive-obligations': 'lower-payments',
  'income-not-verified': 'show-income',
  'length-of-residence': 'show-residence',
  'temporary-residence': 'show-residence',
  'residence-not-verified': 'show-residence',
  'no-credit-file': 'start-file',
  'limited-experience': 'build-history',
  'poor-performance-with-us': 'ask-branch',
  'delinquent-with-others': 'catch-up',
  'collection-or-judgment': 'catch-up',
  garnishment: 'catch-up',
  'foreclosure-or-repossession': 'catch-up',
  bankruptcy: 'after-bankruptcy',
  'recent-inquiries': 'fewer-inquiries',
  'collateral-insufficient': 'other-vehicle',
};

const otherSteps = {
  outsideTradeArea: 'check-address',
  underAge: 'ask-branch',
  identityNotVerified: 'prove-identity',
  checkNotCompleted: 'ask-branch',
  recentLoan: 'wait-after-loan',
  reportUnavailable: 'try-later',
  scoreUnavailable: 'ask-branch',
  termsChanged: 'try-later',
  accountNotConfirmed: 'ask-branch',
  amountAboveLargest: 'ask-branch',
  amountBelowSmallest: 'ask-branch',
  amountAboveLawful: 'ask-branch',
  amountBelowLawful: 'ask-branch',
  amountBetweenLoans: 'ask-branch',
  termNotLent: 'ask-branch',
  amountWithoutVehicle: 'ask-branch',
  vehicleOfCovered: 'ask-branch',
  vehicleNotTaken: 'ask-branch',
  vehicleInsurance: 'ask-branch',
  vehicleTitle: 'ask-branch',
  vehicleOwner: 'ask-branch',
  vehicleLien: 'ask-branch',
} as const satisfies Partial<Record<keyof AdverseActionWording, NextStep>>;
