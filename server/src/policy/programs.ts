// Which programs an applicant qualifies for, with what amounts and rates, or why none.
import { type Cents, cents } from '#finance/money.ts';
import { type Facts, isOfferFact } from '#lender/cells.ts';
import { NOT_APPLIED_FOR, type TableReason } from '#lender/schema/decision-tables.ts';
import { type Program, termsOf } from '#lender/schema/programs.ts';
import { type ApprovalInputs, countedIncomeCents, obligationsCents, type PolicyInputs } from './inputs.ts';
import {
  canBeLent,
  type PricingContext,
  type QualifiedProgram,
  rowsAgainstAmount,
  type TermRate,
} from './offers.ts';
import { type FiredRow, matchRows, PolicyGapError, type RowOf } from './policy-rows.ts';

type ApplicantFacts = Omit<Facts, 'program'>;

interface Qualification {
  readonly fired: readonly FiredRow[];
  /** Empty if the applicant qualifies. */
  readonly reasons: readonly TableReason[];
  readonly qualified?: QualifiedProgram;
}

/** The programs that the applicant qualifies for, in the order of programs.json; without any, the reasons against each. */
export function qualifyingPrograms(
  inputs: PolicyInputs | ApprovalInputs,
  facts: ApplicantFacts,
  context: PricingContext,
) {
  const results = context.lender.policy.programs.map((program) => qualify(program, inputs, facts, context));
  const programs = results.flatMap(({ qualified }) => qualified ?? []);
  const reasons = results.flatMap((one) => one.reasons);
  if (programs.length === 0 && reasons.length === 0) {
    throw new PolicyGapError(
      `The caps of ${context.state} leave no program on ${context.on}, and no row gives a reason for the decline.`,
    );
  }
  return { programs, reasons, fired: results.flatMap((one) => one.fired) };
}

function qualify(
  program: Program,
  inputs: PolicyInputs | ApprovalInputs,
  applicant: ApplicantFacts,
  context: PricingContext,
): Qualification {
  const { policy } = context.lender;
  const facts: Facts = { ...applicant, program: program.name };
  const { rows, fired } = matchRows(policy, 'programEligibility', facts, context.on);
  const refused = rows.flatMap(({ gives }) => ('refuse' in gives ? [gives.refuse] : []));
  // A program that the applicant did not apply for adds no reasons, whatever other rows match.
  if (refused.includes(NOT_APPLIED_FOR)) return { fired, reasons: [] };
  if (refused.length > 0) return { fired, reasons: refused };

  const { amounts, reasons } = lendableAmounts(program, rows, facts, context);
  if (amounts.length === 0) return { fired, reasons };

  const rates = ratesOf(program, facts, context);
  const ability = matchRows(policy, 'abilityToPay', facts, context.on);
  const lent: QualifiedProgram = {
    name: program.name,
    ...withAmounts(amounts),
    pricing: rates.pricing,
    floorPercent: program.floor,
    isAutoSecured: program.isAutoSecured,
    abilityToPay: {
      obligationsCents: obligationsCents(inputs),
      annualIncomeCents: countedIncomeCents(inputs),
      rows: ability.rows.map(({ id, gives, when }) => ({
        row: id,
        ...gives,
        when: when.filter(({ fact }) => isOfferFact(fact)),
      })),
    },
  };
  const against = new Map(amounts.map((amount) => [amount, rowsAgainstAmount(lent, amount, context)]));
  const stopping = [...new Set([...against.values()].flat())];
  const allFired = [
    ...fired,
    ...rates.fired,
    ...ability.fired.filter(({ row }) => stopping.some((one) => one.row === row)),
  ];
  const payable = amounts.filter((amount) => against.get(amount)?.length === 0);
  // What narrowed the range did not decide: none of the amounts that it left can be paid.
  if (payable.length === 0) return { fired: allFired, reasons: stopping.map(({ refuse }) => refuse) };
  return { fired: allFired, reasons: [], qualified: { ...lent, ...withAmounts(payable) } };
}

/** Expects at least one amount, in ascending order. */
const withAmounts = (validAmounts: readonly Cents[]) => ({
  minCents: validAmounts[0] as Cents,
  maxCents: validAmounts.at(-1) as Cents,
  validAmounts,
});

/** The amounts that the rows and the state's caps allow, ascending; without any, the reasons. */
function lendableAmounts(
  program: Program,
  rows: readonly RowOf<'programEligibility'>[],
  facts: Facts,
  context: PricingContext,
): { readonly amounts: readonly Cents[]; readonly reasons: readonly TableReason[] } {
  const { range, reasons } = narrowed(program, rows, facts);
  if (range.least > range.most) return { amounts: [], reasons };
  const terms = termsOf(program);
  const isLendable = (amount: Cents) => terms.some((months) => canBeLent(amount, months, program, context));
  const amounts = amountsOf(program, range, context).filter(isLendable);
  if (amounts.length > 0) return { amounts, reasons: [] };
  // If the state's caps leave nothing of the whole range either, what narrowed it did not decide.
  const whole = { least: program.minCents, most: program.maxCents };
  return { amounts, reasons: amountsOf(program, whole, context).some(isLendable) ? reasons : [] };
}

/** The rate of each term, from the one row of the rate sheet that matches. */
function ratesOf(program: Program, facts: Facts, { lender, on }: PricingContext) {
  const { rows, fired } = matchRows(lender.policy, 'pricing', facts, on);
  const [row, ...others] = rows;
  if (!row || others.length > 0) {
    throw new PolicyGapError(`pricing.json has ${rows.length} rows for ${program.name}; it must have one.`);
  }
  return { pricing: termsOf(program).map((months) => termRate(row, months)), fired };
}

function termRate({ id, gives }: RowOf<'pricing'>, months: number): TermRate {
  const band = gives.find((one) => one.shortest <= months && months <= one.longest);
  if (!band) throw new PolicyGapError(`pricing.json ${id} has no rate for ${months} months.`);
  return { months, ratePercent: band.ratePercent, row: id };
}

interface AmountBounds {
  readonly least: number;
  readonly most: number;
}

/** Narrows a program's range to the limits of the matching rows, with the reasons of the limits that applied. */
function narrowed(
  program: Program,
  rows: readonly RowOf<'programEligibility'>[],
  facts: Facts,
): { readonly range: AmountBounds; readonly reasons: readonly TableReason[] } {
  let range: AmountBounds = { least: program.minCents, most: program.maxCents };
  const reasons: TableReason[] = [];
  for (const { gives } of rows) {
    const before = range;
    if ('most' in gives) range = { ...range, most: Math.min(range.most, gives.most) };
    if ('least' in gives) range = { ...range, least: Math.max(range.least, gives.least) };
    if ('mostPercentOfVehicle' in gives) {
      const share = Math.floor(((facts.vehicleValue ?? 0) * 100 * gives.mostPercentOfVehicle) / 100);
      // Round down to the program's step, so that the maximum is a round amount.
      const steps = Math.floor(share / program.stepCents) * program.stepCents;
      range = { ...range, most: Math.min(range.most, steps) };
    }
    if ('reason' in gives && (range.least !== before.least || range.most !== before.most))
      reasons.push(gives.reason);
  }
  return { range, reasons };
}

/**
 * The amounts of a program in a range: both ends, every multiple of the step, and the state's minimum loan if it is higher
 * than the program's ("over $3,000 only").
 */
function amountsOf(
  program: Program,
  { least, most }: AmountBounds,
  context: PricingContext,
): readonly Cents[] {
  const amounts = new Set([least, most]);
  const step = program.stepCents;
  for (let amount = Math.ceil(least / step) * step; amount <= most; amount += step) amounts.add(amount);
  const rows = context.lender.policy.stateCaps.caps.filter((row) => row.state === context.state);
  const smallest = Math.min(...rows.map((row) => row.amountCents?.min ?? 0));
  if (smallest > least && smallest <= most) amounts.add(smallest);
  return [...amounts].sort((a, b) => a - b).map(cents);
}
