// Why the policy did not lend what was requested: the reasons of a counteroffer, or of a denial without one.
import { beginningAmount } from '#finance/amount-options.ts';
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import { type Condition, NOT_APPLIED_FOR, SCORE_FACTORS } from '#lender/schema/decision-tables.ts';
import type { Program } from '#lender/schema/programs.ts';
import type { PolicyInputs } from '../credit-policy/inputs.ts';
import {
  canBeLent,
  type PricingContext,
  type QualifiedProgram,
  rowsAgainstAmount,
} from '../credit-policy/offers.ts';
import { fewest, lawfulAmounts, type Objection, objectionsToAmount } from '../credit-policy/programs.ts';
import { reasonsGiven } from '../credit-policy/reasons.ts';
import { type DenialReason, other } from './next-steps.ts';

/** In cents. Those who accepted terms requested their months and their kind of program, too. */
interface Requested {
  readonly amount: number;
  readonly months?: number;
  readonly isAutoSecured?: boolean;
}

interface Lent {
  readonly decision: { readonly programs: readonly QualifiedProgram[] };
  readonly inputs: PolicyInputs;
}

/**
 * First the limit on everyone, then what keeps the applicant from the nearest amount that we can lend. Curing
 * all of it brings them that amount, and curing less does not. `date`: the day of the decision.
 */
export function limitReasons(
  lender: Lender,
  { decision, inputs }: Lent,
  requested: Requested,
  date: IsoDate,
): readonly DenialReason[] {
  const { policy } = lender;
  const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, date };
  const isOfKind = ({ isAutoSecured }: Pick<Program, 'isAutoSecured'>) =>
    requested.isAutoSecured === undefined || requested.isAutoSecured === isAutoSecured;
  const programs = policy.programs
    .filter(isOfKind)
    .map((program) => ({ program, lawful: lawfulAmounts(program, program, context) }));
  const lawful = programs.flatMap((entry) => entry.lawful);
  const amount = programs.some((entry) => isBetween(entry.lawful, requested.amount))
    ? requested.amount
    : beginningAmount(lawful, requested.amount);
  if (amount === undefined) return [other('termsChanged')];

  const ranges = programs.map(({ program }) => [program.minCents, program.maxCents]);
  const isOurs =
    !ranges.some((range) => isBetween(range, requested.amount)) &&
    beginningAmount(ranges.flat(), requested.amount) === amount;
  const isBelow = lawful.every((lent) => lent > requested.amount);
  const limit = lawful.every((lent) => lent < requested.amount)
    ? other(isOurs ? 'amountAboveLargest' : 'amountAboveLawful')
    : isBelow
      ? other(isOurs ? 'amountBelowSmallest' : 'amountBelowLawful')
      : other('amountBetweenLoans');
  const limits = amount === requested.amount ? [] : [limit];

  const lending = decision.programs.filter(
    (program) => isOfKind(program) && isBetween([program.minCents, program.maxCents], amount),
  );
  const against =
    lending.length > 0
      ? againstTerm(lending, { ...requested, amount }, inputs, context)
      : reasonsOf(
          fewest(
            lender,
            inputs,
            programs
              .filter(({ lawful }) => isBetween(lawful, amount))
              .map(({ program }) => objectionsToAmount(program, cents(amount), inputs, context))
              .filter((objections) => objections.length > 0),
          ),
        );
  return [...limits, ...against].slice(0, policy.adverseAction.mostReasons);

  function reasonsOf(objections: readonly Objection[]): readonly DenialReason[] {
    const closing = objections.filter(({ reason }) => reason === NOT_APPLIED_FOR);
    const reasons = objections.map(({ reason }) => reason).filter((reason) => reason !== NOT_APPLIED_FOR);
    return [
      ...closing.map(({ when }) => other(closedBy(when, requested.isAutoSecured === true))),
      ...reasonsGiven(lender, reasons, inputs),
    ];
  }
}

const isBetween = (range: readonly number[], amount: number): boolean =>
  range.some((end) => end <= amount) && range.some((end) => amount <= end);

/** What a row that closes a program is about. Without a vehicle, a secured loan that was accepted cannot be made anymore. */
function closedBy(when: readonly Condition[], wasAccepted: boolean) {
  if (when.some(({ fact }) => fact === 'militaryCovered')) return 'vehicleOfCovered';
  const isMissing = when.some(({ fact, cell }) => fact === 'vehicleValue' && cell.is === 'none');
  return isMissing && !wasAccepted ? 'amountWithoutVehicle' : 'vehicleNotTaken';
}

/** Why programs that lend the amount do not lend it over the months at the rate that was accepted. */
function againstTerm(
  programs: readonly QualifiedProgram[],
  { amount, months }: Requested,
  inputs: PolicyInputs,
  context: PricingContext,
): readonly DenialReason[] {
  if (months === undefined) return [];
  const lawful = programs.filter(({ floorPercent: floor, isAutoSecured }) =>
    canBeLent(cents(amount), months, { floor, isAutoSecured }, context),
  );
  if (lawful.length === 0) return [other('termsChanged')];
  const rows = lawful.flatMap((program) => {
    const pricing = program.pricing.filter((row) => row.months === months);
    return rowsAgainstAmount({ ...program, pricing }, cents(amount), context);
  });
  // Otherwise only the rate differs, which depends on the score.
  const reasons = rows.length > 0 ? rows.map(({ refuse }) => refuse) : [SCORE_FACTORS];
  return reasonsGiven(context.lender, reasons, inputs);
}
