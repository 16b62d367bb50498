// The credit decision: the lender's tables applied to the inputs. Every decision names the policy version and the rows that
// matched, so that it can be explained and replayed.
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import type { Facts } from '#lender/cells.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import type { TableReason } from '#lender/schema/decision-tables.ts';
import {
  type ApprovalInputs,
  approvalInputsSchema,
  factsOf,
  type PolicyInputs,
  policyInputsSchema,
} from './inputs.ts';
import type { QualifiedProgram } from './offers.ts';
import { type FiredRow, matchRows, PolicyGapError, type RowOf } from './policy-rows.ts';
import { qualifyingPrograms } from './programs.ts';
import { factorWithoutWords, type GivenReason, reasonsGiven } from './reasons.ts';

interface Explained {
  readonly policyVersion: string;
  readonly rows: readonly FiredRow[];
}

type Rejected = Explained & { readonly kind: 'REJECTED' };
/** One to four reasons, the weightiest first. */
type Declined = Explained & { readonly kind: 'DECLINED'; readonly reasons: readonly GivenReason[] };

export type PrequalificationDecision =
  | (Explained & {
      readonly kind: 'PREQUALIFIED';
      /** At least one, in the order of programs.json. */
      readonly programs: readonly QualifiedProgram[];
      readonly fastPath: boolean;
    })
  | (Explained & { readonly kind: 'STEP_UP'; readonly points: readonly string[] })
  | Declined
  | Rejected;

export type ApprovalDecision =
  | (Explained & { readonly kind: 'APPROVED'; readonly programs: readonly QualifiedProgram[] })
  | (Explained & { readonly kind: 'REFER'; readonly points: readonly string[] })
  | Declined
  | Rejected;

export interface CreditPolicy {
  readonly version: string;
  /**
   * Decides on the soft pull, with the rows in effect on the day. Throws a `ZodError` for invalid inputs, and a
   * `PolicyGapError` if the policy has no answer.
   */
  decidePrequalification(inputs: PolicyInputs, on: IsoDate): PrequalificationDecision;
  /** Decides on the hard pull: the same rules, and rules for what is new since the soft pull. Throws the same errors. */
  decideApproval(inputs: ApprovalInputs, on: IsoDate): ApprovalDecision;
}

export function createPolicy(lender: Lender): CreditPolicy {
  const { policy } = lender;
  return {
    version: policy.version,

    decidePrequalification(given, on) {
      const inputs = policyInputsSchema.parse(given);
      const facts = factsOf(inputs);
      const rules = matchRows(policy, 'eligibility', facts, on);
      const decision = decide(lender, { inputs, facts, on, rules });
      if (decision.kind === 'REVIEW') return { ...decision, kind: 'STEP_UP' };
      if (decision.kind !== 'LEND') return decision;
      const { rows, fired } = matchRows(policy, 'fastPath', facts, on);
      return {
        ...decision,
        kind: 'PREQUALIFIED',
        fastPath: rows.length > 0,
        rows: [...decision.rows, ...fired],
      };
    },

    decideApproval(given, on) {
      const inputs = approvalInputsSchema.parse(given);
      const facts = factsOf(inputs);
      const added = matchRows(policy, 'approval', facts, on);
      const same = matchRows(policy, 'eligibility', facts, on);
      const rules = { rows: [...added.rows, ...same.rows], fired: [...added.fired, ...same.fired] };
      const decision = decide(lender, { inputs, facts, on, rules });
      // A row for a step-up at prequalification refers an approval to a reviewer.
      if (decision.kind === 'REVIEW') return { ...decision, kind: 'REFER' };
      return decision.kind === 'LEND' ? { ...decision, kind: 'APPROVED' } : decision;
    },
  };
}

interface Case {
  readonly inputs: PolicyInputs | ApprovalInputs;
  readonly facts: Omit<Facts, 'program'>;
  readonly on: IsoDate;
  /** The rows about the applicant that matched. */
  readonly rules: {
    readonly rows: readonly RowOf<'approval' | 'eligibility'>[];
    readonly fired: readonly FiredRow[];
  };
}

type Ruling =
  | Rejected
  /** `points`: the rows that request a review, as `table/row`. */
  | (Explained & { readonly kind: 'REVIEW'; readonly points: readonly string[] })
  | Declined
  | (Explained & { readonly kind: 'LEND'; readonly programs: readonly QualifiedProgram[] });

/** The decision in its order: rejection, review by a person, decline by the rules about the applicant, then the programs. */
function decide(lender: Lender, { inputs, facts, on, rules }: Case): Ruling {
  assertRowsInEffect(lender, on);
  const explained = { policyVersion: lender.policy.version, rows: rules.fired };
  const outcomes = rules.rows.map(({ gives }) => gives.outcome);
  if (outcomes.includes('REJECTED')) return { kind: 'REJECTED', ...explained };
  const points = reviewPoints(inputs, rules);
  if (points.length > 0) return { kind: 'REVIEW', points, ...explained };
  const declined = rules.rows.flatMap(({ gives }) => (gives.outcome === 'DECLINED' ? [gives.reason] : []));
  if (declined.length > 0)
    return { kind: 'DECLINED', reasons: reasonsFor(lender, declined, inputs), ...explained };

  const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, on };
  const { programs, reasons, fired } = qualifyingPrograms(inputs, facts, context);
  const all = { ...explained, rows: [...rules.fired, ...fired] };
  if (programs.length > 0) return { kind: 'LEND', programs: upTo(programs, inputs.offeredAtMost), ...all };
  return { kind: 'DECLINED', reasons: reasonsFor(lender, reasons, inputs), ...all };
}

/** The rows that request a review and that no reviewer cleared. Without a score, only another report can settle one. */
function reviewPoints(inputs: PolicyInputs, { rows, fired }: Case['rules']): readonly string[] {
  const cleared = inputs.deceased || inputs.scoreUnexplained ? [] : (inputs.cleared ?? []);
  return rows.flatMap(({ gives: { outcome } }, index) => {
    const one = fired[index];
    const point = one && `${one.table}/${one.row}`;
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

function assertRowsInEffect({ policy }: Lender, on: IsoDate): void {
  for (const name of ['eligibility', 'pricing'] as const) {
    if (!policy[name].rows.some((row) => isInForce(row, on)))
      throw new PolicyGapError(`No row of ${name}.json is in effect on ${on}.`);
  }
}

/** The reasons of a decline. Throws if there are none, or if a notice could not name the score's key factors. */
function reasonsFor(
  lender: Lender,
  reasons: readonly TableReason[],
  inputs: PolicyInputs,
): readonly GivenReason[] {
  const unknown = factorWithoutWords(lender, inputs);
  if (unknown !== undefined) {
    throw new PolicyGapError(
      `The bureau named score factor ${unknown} without its text; add it to scoreFactors in adverse-action.json.`,
    );
  }
  const given = reasonsGiven(lender, reasons, inputs);
  if (given.length > 0) return given;
  throw new PolicyGapError('The score is too low, and the bureau named no factor behind it.');
}
