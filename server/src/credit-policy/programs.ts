// Which programs an applicant qualifies for, with what amounts and rates, or why none.
import { type Cents, cents } from '#finance/money.ts';
import { type Facts, isOfferFact } from '#lender/cells.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import {
  APR_CEILING,
  type Condition,
  NOT_APPLIED_FOR,
  type TableReason,
} from '#lender/schema/decision-tables.ts';
import { type Program, termsOf } from '#lender/schema/programs.ts';
import { rowHolds } from '#lender/table-rows.ts';
import { countedIncomeCents, type DecisionInputs, factsOf, obligationsCents } from './inputs.ts';
import {
  canBeLent,
  type PricingContext,
  type QualifiedProgram,
  rowsAgainstAmount,
  type TermRate,
} from './offers.ts';
import { matchRows, PolicyGapError, type RowOf } from './policy-rows.ts';
import { decidingRows, reasonsGiven, type ScoreFactors } from './reasons.ts';

type ApplicantFacts = Omit<Facts, 'program'>;

/** What is against a program: the conditions of a row without the program, and its reason. */
export interface Objection {
  readonly when: readonly Condition[];
  readonly reason: TableReason;
}

/** The programs in the order of programs.json, and a decline's reasons. `declining` rows decline whatever the program. */
export function qualifyingPrograms(
  inputs: DecisionInputs,
  facts: ApplicantFacts,
  context: PricingContext,
  declining: readonly RowOf<'approval' | 'eligibility'>[],
) {
  const results = context.lender.policy.programs.map((program) =>
    qualify(program, inputs, facts, context, declining),
  );
  const programs = results.flatMap(({ qualified }) => qualified ?? []);
  const own = decidingRows(declining).flatMap(({ gives }) => ('reason' in gives ? [gives.reason] : []));
  const against = results.flatMap(({ objections }) => (objections ? [objections] : []));
  const reasons = [...own, ...fewest(context.lender, inputs, against, own).map(({ reason }) => reason)];
  if (programs.length + reasons.length + declining.length === 0)
    throw new PolicyGapError(
      `The caps of ${context.state} leave no program on ${context.date}, and no row gives a reason for the decline.`,
    );
  return { programs, reasons, matched: results.flatMap(({ matched }) => matched) };
}

/** What is against the program with the fewest objections: the applicant needs one. A low score for reasons given anyway is none. */
export function fewest(
  lender: Lender,
  factors: ScoreFactors,
  programs: readonly (readonly Objection[])[],
  otherReasons: readonly TableReason[] = [],
): readonly Objection[] {
  const countWith = (reasons: readonly TableReason[]) => reasonsGiven(lender, reasons, factors).length;
  const causes = (objections: readonly Objection[]) =>
    new Set(
      objections
        .filter(
          ({ reason }) =>
            reason === NOT_APPLIED_FOR || countWith([...otherReasons, reason]) > countWith(otherReasons),
        )
        .map(({ reason, when }) => (reason === NOT_APPLIED_FOR ? when : reason)),
    ).size;
  return programs.toSorted((a, b) => causes(a) - causes(b))[0] ?? [];
}

/** Finds everything against a program, not only what comes first: an applicant who fixes that must not be declined for the rest. */
function qualify(
  program: Program,
  inputs: DecisionInputs,
  applicant: ApplicantFacts,
  context: PricingContext,
  declining: readonly RowOf<'approval' | 'eligibility'>[],
) {
  const { policy } = context.lender;
  const facts: Facts = { ...applicant, program: program.name };
  const { rows, matched } = matchRows(policy, 'programEligibility', facts, context.date);
  const refusing = rows.filter(({ gives }) => 'refuse' in gives);
  // A program that the applicant did not apply for adds no reasons, whatever other rows match.
  if (refusing.some(({ gives }) => 'refuse' in gives && gives.refuse === NOT_APPLIED_FOR))
    return { matched, objections: undefined };

  const { amounts, narrowing } = lendableAmounts(program, rows, facts, context);
  const refused = decidingRows(refusing, [...refusing, ...declining]).map(objectionOf);
  if (amounts.length === 0) {
    // The law closes the program to everyone, or the lender's APR ceiling does.
    const isLawful = lawfulAmounts(program, program, { ...context, ceilingLifted: true }).length > 0;
    if (!isLawful) return { matched: [], objections: undefined };
    return { matched, objections: [...refused, { when: [], reason: APR_CEILING }] };
  }
  const isOpen = refusing.length === 0 && narrowing.length === 0;

  const rates =
    isOpen && declining.length === 0
      ? ratesOf(program, facts, context)
      : ratesIfOpen(program, facts, context);
  const ability = matchRows(policy, 'abilityToPay', facts, context.date);
  const lent = programLent(program, inputs, { amounts, pricing: rates.pricing, ability: ability.rows });
  const against = new Map(amounts.map((amount) => [amount, rowsAgainstAmount(lent, amount, context)]));
  const payable = amounts.filter((amount) => against.get(amount)?.length === 0);
  // What can be paid says nothing of its own where the income declines already.
  const counts = (isOpen || payable.length === 0) && !isAboutIncome(declining);
  const stopping = counts ? [...new Set([...against.values()].flat())] : [];
  const allMatched = [
    ...matched,
    ...rates.matched,
    ...ability.matched.filter((match) => stopping.some(({ row }) => row === match.row)),
  ];
  if (isOpen && payable.length > 0)
    return { matched: allMatched, objections: [], qualified: { ...lent, ...withAmounts(payable) } };
  // What narrowed the range did not decide if it left amounts, none of which can be paid.
  const unpayable = ability.rows.filter(({ id }) => stopping.some(({ row }) => row === id)).map(objectionOf);
  return { matched: allMatched, objections: [...refused, ...narrowing, ...unpayable] };
}

/** What is against an amount that the state's caps allow: rows against the program, its range, or the payment over its `length`. */
export function objectionsToAmount(
  program: Program,
  amount: Cents,
  inputs: DecisionInputs,
  context: PricingContext,
  length?: number,
): readonly Objection[] {
  const { policy } = context.lender;
  const facts: Facts = { ...factsOf(inputs, policy.attributes), program: program.name };
  const { rows } = matchRows(policy, 'programEligibility', facts, context.date);
  const excluding = rows.filter((row) => {
    const { minCents, maxCents } = rangeLeftBy(row, program, inputs.vehicle?.valueCents ?? 0);
    return amount < minCents || maxCents < amount;
  });
  const amounts = lawfulAmounts(program, program, context);
  const ability = matchRows(policy, 'abilityToPay', facts, context.date).rows;
  const rates = ratesIfOpen(program, facts, context).pricing;
  // A program lends nothing above the last listed amount that can be paid.
  const listed = amounts.find((listedAmount) => listedAmount >= amount) ?? amount;
  // The caps may not allow that one over the length, so every term of it counts.
  const isLent = length !== undefined && canBeLent(listed, length, program, context);
  const pricing = rates.filter(({ months }) => !isLent || months === length);
  const lent = programLent(program, inputs, { amounts, pricing, ability });
  const unpayable = rowsAgainstAmount(lent, listed, context).map(({ row }) => row);
  return [
    ...decidingRows(rows.filter(({ gives }) => 'refuse' in gives)),
    ...excluding,
    ...ability.filter(({ id }) => unpayable.includes(id)),
  ].map(objectionOf);
}

/** A program with what the rows of the ability to pay need to judge its offers. Expects at least one amount, in ascending order. */
const programLent = (
  { name, floor, isAutoSecured }: Program,
  inputs: DecisionInputs,
  of: {
    readonly amounts: readonly Cents[];
    readonly pricing: readonly TermRate[];
    readonly ability: readonly RowOf<'abilityToPay'>[];
  },
): QualifiedProgram => ({
  name,
  ...withAmounts(of.amounts),
  pricing: of.pricing,
  floorPercent: floor,
  isAutoSecured,
  abilityToPay: {
    obligationsCents: obligationsCents(inputs),
    annualIncomeCents: countedIncomeCents(inputs),
    rows: of.ability.map(({ id, gives, when }) => ({
      row: id,
      ...gives,
      when: when.filter(({ fact }) => isOfferFact(fact)),
    })),
  },
});

const objectionOf = ({ when, gives }: RowOf<'programEligibility' | 'abilityToPay'>): Objection => ({
  when: when.filter(({ fact }) => fact !== 'program'),
  reason: 'refuse' in gives ? gives.refuse : gives.reason,
});

const isAboutIncome = (rows: readonly { readonly when: readonly Condition[] }[]) =>
  rows.some(({ when }) => when.some(({ fact }) => fact === 'monthlyIncome' || fact === 'debtToIncome'));

/** Expects at least one amount, in ascending order. */
const withAmounts = (validAmounts: readonly Cents[]) => ({
  minCents: validAmounts[0] as Cents,
  maxCents: validAmounts.at(-1) as Cents,
  validAmounts,
});

/** The amounts that the rows and the state's caps allow, ascending; else the whole program's, with the rows that narrowed it. */
function lendableAmounts(
  program: Program,
  rows: readonly RowOf<'programEligibility'>[],
  facts: Facts,
  context: PricingContext,
) {
  let range: AmountRange = program;
  const narrowing: Objection[] = [];
  for (const row of rows) {
    const before = range;
    const own = rangeLeftBy(row, program, (facts.vehicleValue ?? 0) * 100);
    range = {
      minCents: Math.max(range.minCents, own.minCents),
      maxCents: Math.min(range.maxCents, own.maxCents),
    };
    if (range.minCents !== before.minCents || range.maxCents !== before.maxCents)
      narrowing.push(objectionOf(row));
  }
  const amounts = range.minCents > range.maxCents ? [] : lawfulAmounts(program, range, context);
  if (amounts.length > 0) return { amounts, narrowing: [] };
  return { amounts: lawfulAmounts(program, program, context), narrowing };
}

type AmountRange = Pick<Program, 'minCents' | 'maxCents'>;

/**
 * The amounts in a range that the state's caps allow over some term, ascending: of both ends, the multiples of the step, and the
 * state's higher minimum ("over $3,000 only").
 */
export function lawfulAmounts(
  program: Program,
  { minCents, maxCents }: AmountRange,
  context: PricingContext,
): readonly Cents[] {
  const amounts = new Set([minCents, maxCents]);
  const step = program.stepCents;
  for (let amount = Math.ceil(minCents / step) * step; amount <= maxCents; amount += step)
    amounts.add(amount);
  const rows = context.lender.policy.stateCaps.caps.filter((row) => row.state === context.state);
  const smallest = Math.min(...rows.map((row) => row.amountCents?.min ?? 0));
  if (smallest > minCents && smallest <= maxCents) amounts.add(smallest);
  const terms = termsOf(program);
  return [...amounts]
    .sort((a, b) => a - b)
    .map(cents)
    .filter((amount) => terms.some((months) => canBeLent(amount, months, program, context)));
}

/** The rate of each term, from the one row of the rate sheet that matches. */
function ratesOf(program: Program, facts: Facts, { lender, date }: PricingContext) {
  const { rows, matched } = matchRows(lender.policy, 'pricing', facts, date);
  const [row, ...others] = rows;
  if (!row || others.length > 0)
    throw new PolicyGapError(`pricing.json has ${rows.length} rows for ${program.name}; it must have one.`);
  return { pricing: termsOf(program).map((months) => termRate(row, months)), matched };
}

/**
 * The rates that the applicant would pay if the program were open: those of the applicant's score; below the rate sheet, its highest,
 * because a program opens at its lowest score; its lowest where the bureau gives no score.
 */
function ratesIfOpen(program: Program, facts: Facts, { lender, date }: PricingContext) {
  const ofProgram = lender.policy.pricing.rows.filter(
    (row) =>
      isInForce(row, date) && rowHolds({ when: row.when.filter(({ fact }) => fact === 'program') }, facts),
  );
  const own = ofProgram.filter((row) => rowHolds(row, facts));
  const rows = own.length > 0 ? own : ofProgram;
  const highestFirst = facts.score === null ? -1 : 1;
  const pricing = termsOf(program).flatMap(
    (months) =>
      rows
        .map((row) => termRate(row, months))
        .sort((a, b) => highestFirst * (Number(b.ratePercent) - Number(a.ratePercent)))[0] ?? [],
  );
  return { pricing, matched: [] };
}

function termRate({ id, gives }: RowOf<'pricing'>, months: number): TermRate {
  const band = gives.find(({ shortest, longest }) => shortest <= months && months <= longest);
  if (!band) throw new PolicyGapError(`pricing.json ${id} has no rate for ${months} months.`);
  return { months, ratePercent: band.ratePercent, row: id };
}

/** What one row leaves of a program's range. A row that refuses leaves it as it is. */
function rangeLeftBy(
  { gives }: RowOf<'programEligibility'>,
  { minCents, maxCents, stepCents }: Program,
  vehicleCents: number,
): AmountRange {
  if ('most' in gives) return { minCents, maxCents: gives.most };
  if ('least' in gives) return { minCents: gives.least, maxCents };
  if (!('maxLoanToValue' in gives)) return { minCents, maxCents };
  const share = Math.floor((vehicleCents * gives.maxLoanToValue) / 100);
  // Round down to the program's step, so that the maximum is a round amount.
  return { minCents, maxCents: Math.floor(share / stepCents) * stepCents };
}
