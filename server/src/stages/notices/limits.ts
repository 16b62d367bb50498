// Why the policy did not lend what was requested, where it lends something: the reasons of a counteroffer, and of a denial if there is
// none that the applicant can take.
import type { Lender } from '#lender/load.ts';
import { NOT_APPLIED_FOR, type TableReason } from '#lender/schema/decision-tables.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import type { FiredRow } from '../../policy/policy-rows.ts';
import { type GivenReason, reasonsGiven } from '../../policy/reasons.ts';

/** `isSecured`: a vehicle secures what was requested. */
export function limitReasons(
  lender: Lender,
  {
    decision,
    inputs,
  }: { readonly decision: { readonly rows: readonly FiredRow[] }; readonly inputs: PolicyInputs },
  isSecured: boolean,
): readonly GivenReason[] {
  const reasons = limitsOf(lender, decision.rows, isSecured);
  return reasonsGiven(lender, reasons.length > 0 ? reasons : ['score-factors'], inputs);
}

/**
 * Why the policy did not lend more: the reasons of the rows that refused or narrowed the requested kind of program, or that took
 * away the offers that cannot be paid.
 */
function limitsOf(
  { policy }: Lender,
  fired: readonly FiredRow[],
  isSecured: boolean,
): readonly TableReason[] {
  const requested = policy.programs.filter((program) => program.isAutoSecured === isSecured);
  const tables = { 'program-eligibility': policy.programEligibility, 'ability-to-pay': policy.abilityToPay };
  return fired.flatMap(({ table, row: id }) => {
    if (table !== 'program-eligibility' && table !== 'ability-to-pay') return [];
    const row = tables[table].rows.find((one) => one.id === id);
    if (!row) return [];
    const about = row.when.flatMap(({ fact, cell }) =>
      fact === 'program' && cell.is === 'one-of' ? cell.words : [],
    );
    if (about.length > 0 && !requested.some(({ name }) => about.includes(name))) return [];
    const reason = 'refuse' in row.gives ? row.gives.refuse : row.gives.reason;
    return reason === NOT_APPLIED_FOR ? [] : [reason];
  });
}
