// Adverse action reasons (12 CFR 1002.9(b)(2)), and the bureau's key factors (15 USC 1681m(a)(2)), which are a separate list.
import type { Lender } from '#lender/load.ts';
import type { ReasonCode } from '#lender/schema/adverse-action.ts';
import {
  APR_CEILING,
  type Condition,
  SCORE_FACTORS,
  type TableReason,
} from '#lender/schema/decision-tables.ts';
import { isNarrower } from '#lender/table-rows.ts';

/** A reason for a decline: a code of adverse-action.json, or the bureau's text for a score factor that none of them names. */
export type GivenReason = ReasonCode | { readonly bureauText: string };

export interface ScoreFactors {
  /** Codes, most important first. */
  readonly scoreFactors: readonly string[];
  /** The bureau's text of a factor, by code, where it sent one. */
  readonly scoreFactorTexts?: Readonly<Record<string, string>> | undefined;
}

/** The texts of a decline's reasons, in the same order. Throws a RangeError if the lender has no text for one. */
export function reasonWording(lender: Lender, reasons: readonly GivenReason[]): readonly string[] {
  const { reasons: ofForm, ownReasons, aprCeiling } = lender.policy.adverseAction;
  return reasons.map((reason) => {
    if (typeof reason !== 'string') return reason.bureauText;
    const words = { ...ownReasons, ...ofForm, [APR_CEILING]: aprCeiling }[reason];
    if (words === undefined) throw new RangeError(`adverse-action.json has no words for ${reason}.`);
    return words;
  });
}

/** The reasons as their notice has them, or their codes, if the lender no longer has a text for one. */
export function reasonsIn(lender: Lender, reasons: readonly GivenReason[]): readonly string[] {
  try {
    return reasonWording(lender, reasons);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return reasons.map((reason) => JSON.stringify(reason));
  }
}

/** In the bureau's order: at most four, plus one about inquiries. One that the lender doesn't list has the bureau's text. */
export function keyFactors(
  lender: Lender,
  codes: readonly string[],
  texts: ScoreFactors['scoreFactorTexts'] = {},
): readonly string[] {
  const factors = [...new Set(codes)].flatMap((code) => {
    const text = factorText(lender, code, texts);
    const { isInquiries } = lender.policy.adverseAction.scoreFactors[code] ?? {};
    return text === undefined ? [] : [{ text, isInquiries }];
  });
  const inquiries = factors.slice(4).find((factor) => factor.isInquiries);
  const first = factors.slice(0, 4);
  return [...first, ...(inquiries && !first.some((factor) => factor.isInquiries) ? [inquiries] : [])].map(
    (factor) => factor.text,
  );
}

/** A score factor in the lender's words, else the bureau's. A notice cannot name one that has neither. */
export const factorText = (lender: Lender, code: string, texts: ScoreFactors['scoreFactorTexts'] = {}) =>
  lender.policy.adverseAction.scoreFactors[code]?.text ?? texts[code];

/**
 * The rows that decided, of those that matched. A row for a low score with late payments decides nothing beside a row for the
 * low score: without the late payments the applicant would be declined all the same.
 */
export const decidingRows = <R extends Conditional>(
  rows: readonly R[],
  beside: readonly Conditional[] = rows,
): readonly R[] => rows.filter((row) => !beside.some((other) => isNarrower(row, other)));

interface Conditional {
  readonly when: readonly Condition[];
}

/**
 * The reasons to give: the weightiest first, which is the order of the rows, at most `mostReasons` of the policy. The bureau's
 * factors replace "score-factors", because a score alone is never a reason.
 */
export function reasonsGiven(lender: Lender, reasons: readonly TableReason[], factors: ScoreFactors) {
  const fired = reasons.flatMap((reason): readonly GivenReason[] =>
    reason === SCORE_FACTORS
      ? factors.scoreFactors.flatMap((code) => reasonOf(lender, code, factors))
      : [reason],
  );
  const distinct = new Map(fired.map((reason) => [JSON.stringify(reason), reason]));
  return [...distinct.values()].slice(0, lender.policy.adverseAction.mostReasons);
}

/** The reason that a score factor amounts to; its own text where the lender's data names no other. */
function reasonOf(lender: Lender, code: string, factors: ScoreFactors): readonly GivenReason[] {
  const { reason } = lender.policy.adverseAction.scoreFactors[code] ?? {};
  if (reason === 'none') return [];
  if (reason !== undefined) return [reason];
  const bureauText = factorText(lender, code, factors.scoreFactorTexts);
  return bureauText === undefined ? [] : [{ bureauText }];
}
