// The credit decision. It names the policy version and the rows that matched, so that it can be explained and replayed.
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import type { Facts } from '#lender/cells.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import type { TableReason } from '#lender/schema/decision-tables.ts';
import {
  type ApprovalInputs,
  approvalInputsOf,
  approvalInputsSchema,
  type DecisionInputs,
  factsOf,
  type PolicyInputs,
  policyInputsSchema,
} from './inputs.ts';
import type { QualifiedProgram } from './offers.ts';
import { type MatchedRow, matchRows, PolicyGapError } from './policy-rows.ts';
import { qualifyingPrograms } from './programs.ts';
import { factorText, type GivenReason, reasonsGiven } from './reasons.ts';

/** Which policy decided: the version of its rows and the day on which they were in force, and the version of its law. */
export interface PolicyBasis {
  readonly policyVersion: string;
  readonly rowsOn: IsoDate;
  readonly lawVersion: string;
}

interface Explained extends PolicyBasis {
  readonly rows: readonly MatchedRow[];
}

type Rejected = Explained & { readonly kind: 'REJECTED' };
/** One to four reasons, the weightiest first. */
type Declined = Explained & { readonly kind: 'DECLINED'; readonly reasons: readonly GivenReason[] };

export type PrequalificationDecision =
  | (Explained & {
      readonly kind: 'PREQUALIFIED';
      /** At least one, in the order of programs.json. */
      readonly programs: readonly QualifiedProgram[];
      /** What approval would lend on the facts known now, without a bank's confirmation. Absent if the fast path is shut. */
      readonly fastPath?: readonly QualifiedProgram[];
    })
  | (Explained & { readonly kind: 'STEP_UP'; readonly points: readonly string[] })
  | Declined
  | Rejected;

export type ApprovalDecision =
  | (Explained & { readonly kind: 'APPROVED'; readonly programs: readonly QualifiedProgram[] })
  | (Explained & { readonly kind: 'REFER'; readonly points: readonly string[] })
  | Declined
  | Rejected;

export type Decision = PrequalificationDecision | ApprovalDecision;
export type DecisionKind = 'prequalification' | 'approval';

export interface CreditPolicy {
  readonly version: string;
  /**
   * Decides on the soft pull, by every rule that approval applies to the same facts, so that no applicant with offers is declined at
   * the hard pull for what was known before it. Throws a `ZodError` for invalid inputs, and a `PolicyGapError` if the policy has no answer.
   */
  decidePrequalification(inputs: PolicyInputs, date: IsoDate): PrequalificationDecision;
  /** Decides on the hard pull: the same rules on the facts as they are then. Throws the same errors. */
  decideApproval(inputs: ApprovalInputs, date: IsoDate): ApprovalDecision;
}

export const decideAs = (kind: DecisionKind, policy: CreditPolicy, inputs: DecisionInputs, date: IsoDate) =>
  kind === 'approval'
    ? policy.decideApproval(inputs as ApprovalInputs, date)
    : policy.decidePrequalification(inputs, date);

/** `kept` is given for the rows of an earlier day and the law of another version; otherwise both are the lender's, of the day. */
export function createPolicy(
  lender: Lender,
  kept?: Pick<PolicyBasis, 'rowsOn' | 'lawVersion'>,
): CreditPolicy {
  const { policy } = lender;
  const { version } = policy;

  /** In order: rejection, review, then a decline by the applicant's rules or for lack of a program, with the reasons of both. */
  function decideOn(inputs: DecisionInputs, facts: Omit<Facts, 'program'>, date: IsoDate): Ruling {
    const added = matchRows(policy, 'approval', facts, date);
    const same = matchRows(policy, 'eligibility', facts, date);
    // The rows about the applicant that matched.
    const rules = { rows: [...added.rows, ...same.rows], matched: [...added.matched, ...same.matched] };
    for (const name of ['eligibility', 'pricing'] as const)
      if (!policy[name].rows.some((row) => isInForce(row, date)))
        throw new PolicyGapError(`No row of ${name}.json is in effect on ${date}.`);
    const explained = {
      policyVersion: version,
      rowsOn: kept?.rowsOn ?? date,
      lawVersion: kept?.lawVersion ?? version,
      rows: rules.matched,
    };
    const outcomes = rules.rows.map(({ gives }) => gives.outcome);
    if (outcomes.includes('REJECTED')) return { kind: 'REJECTED', ...explained };
    const points = reviewPoints(inputs, rules);
    if (points.length > 0) return { kind: 'REVIEW', points, ...explained };
    // What a reviewer cleared declines no one.
    const declining = rules.rows.filter(({ gives }) => gives.outcome === 'DECLINED');
    const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, date };
    const { programs, reasons, matched } = qualifyingPrograms(inputs, facts, context, declining);
    // The rows of open programs do not explain a decline by the rules about the applicant.
    const isBesideOpen = declining.length > 0 && programs.length > 0;
    const all = { ...explained, rows: isBesideOpen ? rules.matched : [...rules.matched, ...matched] };
    if (declining.length === 0 && programs.length > 0)
      return { kind: 'LEND', programs: upTo(programs, inputs.offeredAtMost), ...all };
    return { kind: 'DECLINED', because: reasons, ...all };
  }

  return {
    version,

    decidePrequalification(unparsed, date) {
      const inputs = policyInputsSchema.parse(unparsed);
      const facts = factsOf(inputs, policy.attributes);
      const decision = decideOn(inputs, facts, date);
      if (decision.kind === 'REVIEW') return { ...decision, kind: 'STEP_UP' };
      if (decision.kind === 'DECLINED') return declined(lender, decision, inputs);
      if (decision.kind !== 'LEND') return decision;
      const { rows, matched } = matchRows(policy, 'fastPath', facts, date);
      const unlinked = { ...approvalInputsOf(inputs, inputs, undefined), bankUnread: true } as const;
      const inOneClick =
        rows.length > 0 ? decideOn(unlinked, factsOf(unlinked, policy.attributes), date) : undefined;
      return {
        ...decision,
        kind: 'PREQUALIFIED',
        ...(inOneClick?.kind === 'LEND' && { fastPath: inOneClick.programs }),
        rows: [...decision.rows, ...matched],
      };
    },

    decideApproval(unparsed, date) {
      const inputs = approvalInputsSchema.parse(unparsed);
      const decision = decideOn(inputs, factsOf(inputs, policy.attributes), date);
      // A row for a step-up at prequalification refers an approval to a reviewer.
      if (decision.kind === 'REVIEW') return { ...decision, kind: 'REFER' };
      if (decision.kind === 'DECLINED') return declined(lender, decision, inputs);
      return decision.kind === 'LEND' ? { ...decision, kind: 'APPROVED' } : decision;
    },
  };
}

type Ruling =
  | Rejected
  /** `points`: the rows that request a review, as `table/row`. */
  | (Explained & { readonly kind: 'REVIEW'; readonly points: readonly string[] })
  | (Explained & { readonly kind: 'DECLINED'; readonly because: readonly TableReason[] })
  | (Explained & { readonly kind: 'LEND'; readonly programs: readonly QualifiedProgram[] });

/** The rows that request a review and that no reviewer cleared. Without a score, only another report can settle one. */
function reviewPoints(
  inputs: PolicyInputs,
  { rows, matched }: ReturnType<typeof matchRows<'approval' | 'eligibility'>>,
): readonly string[] {
  const hasNoScore = inputs.score === null && (inputs.deceased || inputs.scoreUnexplained);
  const cleared = hasNoScore ? [] : (inputs.cleared ?? []);
  return rows.flatMap(({ gives: { outcome } }, index) => {
    const row = matched[index];
    const point = row && `${row.table}/${row.row}`;
    const isReview = outcome === 'STEP_UP' || outcome === 'REFER';
    return point && isReview && !cleared.includes(point) ? [point] : [];
  });
}

/** A reviewer who offers less than the smallest loan is refused before. */
const upTo = (programs: readonly QualifiedProgram[], most: number | undefined) =>
  most === undefined
    ? programs
    : programs.flatMap((program) => {
        const validAmounts = program.validAmounts.filter((amount) => amount <= most);
        const maxCents = cents(Math.min(program.maxCents, most));
        return program.minCents > most ? [] : [{ ...program, maxCents, validAmounts }];
      });

/** A decline with its reasons. Throws if there are none, or if a notice could not name the score's key factors. */
function declined(
  lender: Lender,
  { because, ...decision }: Extract<Ruling, { kind: 'DECLINED' }>,
  inputs: PolicyInputs,
): Declined {
  const { scoreFactors, scoreFactorTexts } = inputs;
  const unknown = scoreFactors.find((code) => factorText(lender, code, scoreFactorTexts) === undefined);
  if (unknown !== undefined)
    throw new PolicyGapError(
      `The bureau named score factor ${unknown} without its text; add it to scoreFactors in adverse-action.json.`,
    );
  const reasons = reasonsGiven(lender, because, inputs);
  if (reasons.length > 0) return { ...decision, reasons };
  throw new PolicyGapError('The score is too low, and the bureau named no factor behind it.');
}
