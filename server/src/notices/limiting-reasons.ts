// Why the policy did not lend what was requested: the reasons of a counteroffer, or of a denial without one.
import { beginningAmount, byNearness } from '#finance/amount-options.ts';
import type { IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import type { Lender } from '#lender/load.ts';
import {
  APR_CEILING,
  type Condition,
  NOT_APPLIED_FOR,
  SCORE_FACTORS,
} from '#lender/schema/decision-tables.ts';
import { termsOf } from '#lender/schema/programs.ts';
import type { PolicyInputs } from '../credit-policy/inputs.ts';
import {
  canBeLent,
  offerTerms,
  type PricingContext,
  type QualifiedProgram,
  rowsAgainstAmount,
} from '../credit-policy/offers.ts';
import { fewest, lawfulAmounts, type Objection, objectionsToAmount } from '../credit-policy/programs.ts';
import { reasonsGiven } from '../credit-policy/reasons.ts';
import { isSecuredAs, offeredFor, type Requested } from '../credit-policy/request.ts';
import { type DenialReason, type OtherReason, other } from './next-steps.ts';

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
  if (requested.kind === 'nothing') return [];
  const { policy } = lender;
  const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, date };
  const { months, isAutoSecured } = requested;
  const wanted = requested.amount ?? offeredFor(decision.programs, requested, context)?.amount;
  if (wanted === undefined) return [other('termsChanged')];
  const all = policy.programs.map((program) => ({
    program,
    lawful: lawfulAmounts(program, program, context),
  }));
  const programs = all.filter(({ program }) => isSecuredAs(requested, program));
  const lawful = programs.flatMap((entry) => entry.lawful);
  const amount = programs.some((entry) => isBetween(entry.lawful, wanted))
    ? wanted
    : beginningAmount(lawful, wanted);
  if (amount === undefined) return [other('termsChanged')];

  const ranges = programs.map(({ program }) => [program.minCents, program.maxCents]);
  const isOurs =
    !ranges.some((range) => isBetween(range, wanted)) && beginningAmount(ranges.flat(), wanted) === amount;
  const isLentOtherwise = isAutoSecured === false && all.some((entry) => isBetween(entry.lawful, wanted));
  const limit = (): OtherReason => {
    if (isLentOtherwise) return 'amountWithoutVehicle';
    if (lawful.every((lent) => lent < wanted)) return isOurs ? 'amountAboveLargest' : 'amountAboveLawful';
    if (lawful.every((lent) => lent > wanted)) return isOurs ? 'amountBelowSmallest' : 'amountBelowLawful';
    return 'amountBetweenLoans';
  };
  const lengths = programs
    .filter((entry) => isBetween(entry.lawful, amount))
    .flatMap(({ program }) =>
      termsOf(program).filter((length) => canBeLent(cents(amount), length, program, context)),
    );
  const wasAccepted = requested.kind === 'accepted';
  const term = months === undefined || wasAccepted ? months : byNearness(lengths, months)[0];
  // What the lender's own APR ceiling takes away is no limit of the law.
  const isByCeiling = programs.some(({ program }) =>
    isBetween(lawfulAmounts(program, program, { ...context, ceilingLifted: true }), wanted),
  );
  const limitsOfAmount =
    isByCeiling && !isLentOtherwise ? reasonsGiven(lender, [APR_CEILING], inputs) : [other(limit())];
  const limits = [
    ...(amount === wanted ? [] : limitsOfAmount),
    ...(term === months ? [] : [other('termNotLent')]),
  ];

  const lending = decision.programs.filter(
    (program) => isSecuredAs(requested, program) && isBetween([program.minCents, program.maxCents], amount),
  );
  // A fee that was raised since is about no applicant.
  const isOnlyFee =
    requested.kind === 'accepted' &&
    offerTerms(lending, cents(amount), context).some(
      (offer) => offer.months === months && offer.interestRate <= requested.interestRate,
    );
  if (isOnlyFee) return [...limits, other('termsChanged')];
  const toAmount = () =>
    programs
      .filter((entry) => isBetween(entry.lawful, amount))
      .map(({ program }) => objectionsToAmount(program, cents(amount), inputs, context, term))
      .filter((objections) => objections.length > 0);
  const against =
    lending.length > 0
      ? againstTerm(lending, { amount, months: term, wasAccepted }, inputs, context)
      : reasonsOf(lender, fewest(lender, inputs, toAmount()), inputs, wasAccepted && isAutoSecured === true);
  const reasons = [...limits, ...against].slice(0, policy.adverseAction.mostReasons);
  // A bureau may name no factor of a score that raised the rate.
  return reasons.length > 0 ? reasons : [other('termsChanged')];
}

function reasonsOf(
  lender: Lender,
  objections: readonly Objection[],
  inputs: PolicyInputs,
  wasSecured: boolean,
): readonly DenialReason[] {
  const closing = objections.filter(({ reason }) => reason === NOT_APPLIED_FOR);
  const reasons = objections.map(({ reason }) => reason).filter((reason) => reason !== NOT_APPLIED_FOR);
  return [
    ...closing.map(({ when }) => other(closedBy(when, wasSecured))),
    ...reasonsGiven(lender, reasons, inputs),
  ];
}

const isBetween = (range: readonly number[], amount: number): boolean =>
  range.some((end) => end <= amount) && range.some((end) => amount <= end);

/** What a row that closes a program is about. Without a vehicle, a secured loan that was accepted cannot be made anymore. */
function closedBy(when: readonly Condition[], wasAccepted: boolean) {
  if (when.some(({ fact }) => fact === 'militaryCovered')) return 'vehicleOfCovered';
  const isMissing = when.some(({ fact, cell }) => fact === 'vehicleValue' && cell.is === 'none');
  return isMissing && !wasAccepted ? 'amountWithoutVehicle' : 'vehicleNotTaken';
}

/** Why programs that lend the amount do not lend it over the months, or at the rate that was accepted. */
function againstTerm(
  programs: readonly QualifiedProgram[],
  { amount, months, wasAccepted }: { amount: number; months: number | undefined; wasAccepted: boolean },
  inputs: PolicyInputs,
  context: PricingContext,
): readonly DenialReason[] {
  if (months === undefined) return [];
  const lawful = programs.filter(({ floorPercent: floor, isAutoSecured }) =>
    canBeLent(cents(amount), months, { floor, isAutoSecured }, context),
  );
  if (wasAccepted && lawful.length === 0) return [other('termsChanged')];
  // The applicant needs one of them.
  const [rows = []] = lawful
    .map((program) => {
      const pricing = program.pricing.filter((row) => row.months === months);
      return rowsAgainstAmount({ ...program, pricing }, cents(amount), context);
    })
    .sort((a, b) => a.length - b.length);
  // Of terms that were accepted, otherwise only the rate differs, which depends on the score.
  const ofRate = wasAccepted ? [SCORE_FACTORS] : [];
  return reasonsGiven(context.lender, rows.length > 0 ? rows.map(({ refuse }) => refuse) : ofRate, inputs);
}
