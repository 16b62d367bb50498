// Why the policy did not lend what was requested, where it lends something: the reasons of a counteroffer, and of a denial if there is
// none that the applicant can take.
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { NOT_APPLIED_FOR, SCORE_FACTORS, type TableReason } from '#lender/schema/decision-tables.ts';
import type { Program } from '#lender/schema/programs.ts';
import { rowHolds } from '#lender/table-rows.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import { type PricingContext, type QualifiedProgram, rowsAgainstAmount } from '../../policy/offers.ts';
import type { MatchedRow, RowOf } from '../../policy/policy-rows.ts';
import {
  lawfulAmounts,
  nearest,
  type Objection,
  objectionOf,
  rangeLeftBy,
  rangeOf,
} from '../../policy/programs.ts';
import { decidingRows, reasonsGiven } from '../../policy/reasons.ts';
import { type DenialReason, other } from './next-steps.ts';

/** In cents. Those who accepted terms requested their months and their kind of program, too. */
interface Requested {
  readonly amount: number;
  readonly months?: number;
  readonly isAutoSecured?: boolean;
}

interface Lent {
  readonly decision: {
    readonly rows: readonly MatchedRow[];
    readonly programs: readonly QualifiedProgram[];
  };
  readonly inputs: PolicyInputs;
}

/**
 * First the limits on everyone, each below the one before, then the rows that keep the applicant from the rest of the request. Empty if
 * the policy lends what was requested. `on`: the day of the decision.
 */
export function limitReasons(
  lender: Lender,
  lent: Lent,
  requested: Requested,
  on: IsoDate,
): readonly DenialReason[] {
  const { policy } = lender;
  const { rows, programs: qualified } = lent.decision;
  const context = { lender, state: lent.inputs.state, militaryCovered: lent.inputs.militaryCovered, on };
  const isOfKind = ({ isAutoSecured }: Pick<Program, 'isAutoSecured'>) =>
    requested.isAutoSecured === undefined || requested.isAutoSecured === isAutoSecured;
  const programs = policy.programs.filter(isOfKind);
  const open = programs.filter((program) => !isClosed(rowsAbout(program, lender, rows)));
  if (open.length === 0) return [other('vehicleNotTaken')];

  const lawful = (program: Program) => Math.max(0, ...lawfulAmounts(program, rangeOf(program), context));
  const limits = [
    ['amountAboveLargest', Math.max(...programs.map(({ maxCents }) => maxCents))],
    ['amountAboveLawful', Math.max(...programs.map(lawful))],
    ['amountWithoutVehicle', Math.max(...open.map(lawful))],
  ] as const;
  let { amount } = requested;
  const above: DenialReason[] = [];
  for (const [reason, most] of limits) {
    if (amount <= most) continue;
    above.push(other(reason));
    amount = most;
  }

  const lending = qualified.filter(
    (program) => isOfKind(program) && program.minCents <= amount && amount <= program.maxCents,
  );
  const wanted = { ...requested, amount: cents(amount) };
  const against =
    lending.length > 0
      ? lending.flatMap((program) => againstTerm(program, wanted, context))
      : nearest(
          open
            .filter((program) => amount <= lawful(program))
            .map((program) => objectionsTo(program, wanted.amount, lent, context))
            .filter((objections) => objections.length > 0),
        );
  return [...above, ...reasonsGiven(lender, against, lent.inputs)].slice(0, policy.adverseAction.mostReasons);
}

type ProgramRow = RowOf<'programEligibility'>;

function rowsAbout(
  { name }: Program,
  { policy }: Lender,
  matched: readonly MatchedRow[],
): readonly ProgramRow[] {
  return matchedIn('program-eligibility', policy.programEligibility.rows, matched).filter(({ when }) =>
    rowHolds({ when: when.filter(({ fact }) => fact === 'program') }, { program: name }),
  );
}

const matchedIn = <R extends { readonly id: string }>(
  table: MatchedRow['table'],
  rows: readonly R[],
  matched: readonly MatchedRow[],
): readonly R[] => rows.filter(({ id }) => matched.some((one) => one.table === table && one.row === id));

/** Whether the applicant did not apply for a program, or the lender closes it to applicants of the kind. */
const isClosed = (rows: readonly ProgramRow[]) =>
  rows.some(({ gives }) => 'refuse' in gives && gives.refuse === NOT_APPLIED_FOR);

/** The rows that refuse a program, or leave the amount out of its range, and those by which the applicant cannot pay it. */
function objectionsTo(
  program: Program,
  amount: Cents,
  { decision, inputs }: Lent,
  context: PricingContext,
): readonly Objection[] {
  const { policy } = context.lender;
  const rows = rowsAbout(program, context.lender, decision.rows);
  const refusing = rows.filter(({ gives }) => 'refuse' in gives);
  const narrowing = rows.filter((row) => {
    const { least, most } = rangeLeftBy(row, program, inputs.vehicle?.valueCents ?? 0);
    return amount < least || most < amount;
  });
  const qualified = decision.programs.find(({ name }) => name === program.name);
  const unpayable = qualified
    ? rowsAgainst(program, qualified, amount, context).map(({ when, refuse: reason }) => ({ when, reason }))
    : matchedIn('ability-to-pay', policy.abilityToPay.rows, decision.rows).map(objectionOf);
  return [...[...decidingRows(refusing), ...narrowing].map(objectionOf), ...unpayable];
}

/**
 * The rows by which the applicant cannot pay the amount, or, if they could, the next listed one: a program lends nothing above the last
 * listed amount that can be paid.
 */
function rowsAgainst(
  program: Program,
  qualified: QualifiedProgram,
  amount: Cents,
  context: PricingContext,
): ReturnType<typeof rowsAgainstAmount> {
  const rows = rowsAgainstAmount(qualified, amount, context);
  if (rows.length > 0 || amount <= qualified.maxCents) return rows;
  const next = lawfulAmounts(program, rangeOf(program), context).find((listed) => listed > amount);
  return next === undefined ? [] : rowsAgainstAmount(qualified, next, context);
}

/** Why a program that lends the amount does not lend it over the months at the rate that was accepted. */
function againstTerm(
  program: QualifiedProgram,
  { amount, months }: Requested & { readonly amount: Cents },
  context: PricingContext,
): readonly TableReason[] {
  if (months === undefined) return [];
  const pricing = program.pricing.filter((one) => one.months === months);
  const rows = rowsAgainstAmount({ ...program, pricing }, amount, context);
  // Otherwise only the rate differs, which depends on the score.
  return rows.length > 0 ? rows.map(({ refuse }) => refuse) : [SCORE_FACTORS];
}
