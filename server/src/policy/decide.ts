// The credit decision: the decision engine runs the lender's tables on the inputs. Every decision names the policy version and
// the rows that matched, so that it can be explained and replayed.
import { ZenEngine } from '@gorules/zen-engine';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, cents } from '#finance/money.ts';
import { type Facts, isOfferFact } from '#lender/cells.ts';
import { DAY, dayNumber, decisionGraph, type Table } from '#lender/decision-graph.ts';
import { isInForce } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { NOT_APPLIED_FOR, type TableReason } from '#lender/schema/decision-tables.ts';
import { type Program, termsOf } from '#lender/schema/programs.ts';
import {
  type ApprovalInputs,
  approvalInputsSchema,
  countedIncomeCents,
  factsOf,
  obligationsCents,
  type PolicyInputs,
  policyInputsSchema,
} from './inputs.ts';
import {
  canBeLent,
  type PricingContext,
  type QualifiedProgram,
  rowsAgainstAmount,
  type TermRate,
} from './offers.ts';
import { factorWithoutWords, type GivenReason, reasonsGiven } from './reasons.ts';

/** A table row that matched, with its description. */
interface FiredRow {
  readonly table:
    | 'eligibility'
    | 'approval'
    | 'program-eligibility'
    | 'pricing'
    | 'ability-to-pay'
    | 'fast-path';
  readonly row: string;
  readonly about: string;
}

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
  | (Explained & { readonly kind: 'STEP_UP' })
  | Declined
  | Rejected;

export type ApprovalDecision =
  | (Explained & { readonly kind: 'APPROVED'; readonly programs: readonly QualifiedProgram[] })
  | (Explained & { readonly kind: 'REFER' })
  | Declined
  | Rejected;

export interface CreditPolicy {
  readonly version: string;
  /**
   * Decides on the soft pull, with the rows in effect on the day. Throws a `ZodError` for invalid inputs, and a
   * `PolicyGapError` if the policy has no answer.
   */
  decidePrequalification(inputs: PolicyInputs, on: IsoDate): Promise<PrequalificationDecision>;
  /** Decides on the hard pull: the same rules, and rules for what is new since the soft pull. Throws the same errors. */
  decideApproval(inputs: ApprovalInputs, on: IsoDate): Promise<ApprovalDecision>;
}

/**
 * The policy has no answer: no rows are in effect on the day, no row gives a reason for a decline, or nobody has words for a
 * factor of the score. Nothing is decided then; an operator hears of it.
 */
export class PolicyGapError extends Error {
  override readonly name = 'PolicyGapError';
}

type RowOf<T extends Table> = T['rows'][number];

/** Loads the lender's tables into the decision engine. */
export function createPolicy(lender: Lender): CreditPolicy {
  const { policy } = lender;
  const engine = new ZenEngine();

  /** Returns a function that finds the matching rows of a table for some facts on a day, in the table's order. */
  function rowFinder<T extends Table>(name: FiredRow['table'], table: T) {
    const decision = engine.createDecision(decisionGraph(name, table));
    const byId = new Map(table.rows.map((row) => [row.id, row as RowOf<T>]));
    return async (facts: Partial<Facts>, on: IsoDate) => {
      const { result } = await decision.evaluate({ ...facts, [DAY]: dayNumber(on) });
      const rows = (result as { row: string }[]).map(({ row }) => byId.get(row) as RowOf<T>);
      const fired = rows.map((row): FiredRow => ({ table: name, row: row.id, about: row.about }));
      return { rows, fired };
    };
  }

  const eligibility = rowFinder('eligibility', policy.eligibility);
  const approval = rowFinder('approval', policy.approval);
  const programEligibility = rowFinder('program-eligibility', policy.programEligibility);
  const pricing = rowFinder('pricing', policy.pricing);
  const abilityToPay = rowFinder('ability-to-pay', applicantPart(policy.abilityToPay));
  const fastPath = rowFinder('fast-path', policy.fastPath);

  function assertRowsInEffect(on: IsoDate): void {
    for (const [name, table] of [
      ['eligibility', policy.eligibility],
      ['pricing', policy.pricing],
    ] as const) {
      if (!table.rows.some((row) => isInForce(row, on))) {
        throw new PolicyGapError(`No row of ${name}.json is in effect on ${on}.`);
      }
    }
  }

  /** What a program offers for these facts, or the reasons why it offers nothing. */
  async function qualify(
    program: Program,
    inputs: PolicyInputs | ApprovalInputs,
    facts: Omit<Facts, 'program'>,
    context: PricingContext,
  ) {
    const programFacts: Facts = { ...facts, program: program.name };
    const { rows, fired } = await programEligibility(programFacts, context.on);
    const refused = rows.flatMap(({ gives }) => ('refuse' in gives ? [gives.refuse] : []));
    // Nobody was denied what nobody asked for: a closed program gives no reasons, whatever else speaks against it.
    if (refused.includes(NOT_APPLIED_FOR)) return { fired, reasons: [] };
    if (refused.length > 0) return { fired, reasons: refused };

    const { range, reasons } = narrowed(program, rows, facts);
    if (range.least > range.most) return { fired, reasons };
    const terms = termsOf(program);
    const canHave = (amount: Cents) => terms.some((months) => canBeLent(amount, months, program, context));
    const lent = amountsOf(program, range, context).filter(canHave);
    const [least, most] = [lent[0], lent.at(-1)];
    if (least === undefined || most === undefined) {
      // Where the state's caps leave nothing of the whole range either, what narrowed it did not decide.
      const whole = { least: program.minCents, most: program.maxCents };
      return { fired, reasons: amountsOf(program, whole, context).some(canHave) ? reasons : [] };
    }

    const priced = await pricing(programFacts, context.on);
    const [row, ...others] = priced.rows;
    if (!row || others.length > 0) {
      throw new PolicyGapError(
        `pricing.json has ${priced.rows.length} rows for ${program.name}; it must have one.`,
      );
    }
    const rates = terms.map((months): TermRate => {
      const band = row.gives.find((one) => one.shortest <= months && months <= one.longest);
      if (!band) throw new PolicyGapError(`pricing.json ${row.id} has no rate for ${months} months.`);
      return { months, ratePercent: band.ratePercent, row: row.id };
    });
    const asked = await abilityToPay(programFacts, context.on);
    const priceable: QualifiedProgram = {
      name: program.name,
      minCents: least,
      maxCents: most,
      validAmounts: lent,
      pricing: rates,
      floorPercent: program.floor,
      isAutoSecured: program.isAutoSecured,
      abilityToPay: {
        obligationsCents: obligationsCents(inputs),
        annualIncomeCents: countedIncomeCents(inputs),
        rows: asked.rows.map(({ id, gives, offerWhen }) => ({ row: id, ...gives, when: offerWhen })),
      },
    };
    const against = new Map(lent.map((amount) => [amount, rowsAgainstAmount(priceable, amount, context)]));
    const stopped = [...new Set([...against.values()].flat())];
    const all = [
      ...fired,
      ...priced.fired,
      ...asked.fired.filter(({ row }) => stopped.some((one) => one.row === row)),
    ];
    const validAmounts = lent.filter((amount) => against.get(amount)?.length === 0);
    const [minCents, maxCents] = [validAmounts[0], validAmounts.at(-1)];
    if (minCents === undefined || maxCents === undefined) {
      // What narrowed the range did not decide: nothing that it left can be paid.
      return { fired: all, reasons: stopped.map(({ refuse }) => refuse) };
    }
    return { fired: all, reasons: [], qualified: { ...priceable, minCents, maxCents, validAmounts } };
  }

  /** The reasons to give for a decline. Throws where there are none, or where a notice could not name the score's key factors. */
  function reasonsOf(reasons: readonly TableReason[], inputs: PolicyInputs): readonly GivenReason[] {
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

  /** The programs that remain, or the reasons of the rows that ruled them out. */
  async function choosePrograms(
    inputs: PolicyInputs | ApprovalInputs,
    facts: Omit<Facts, 'program'>,
    on: IsoDate,
  ) {
    const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, on };
    const results = await Promise.all(
      policy.programs.map((program) => qualify(program, inputs, facts, context)),
    );
    const programs = results.flatMap(({ qualified }) => qualified ?? []);
    const fired = results.flatMap((one) => one.fired);
    if (programs.length > 0) return { fired, programs };
    const refused = results.flatMap((one) => one.reasons);
    if (refused.length === 0) {
      throw new PolicyGapError(
        `The caps of ${inputs.state} leave no program on ${on}, and no row gives a reason for the decline.`,
      );
    }
    return { fired, reasons: reasonsOf(refused, inputs) };
  }

  return {
    version: policy.version,

    async decidePrequalification(given, on) {
      const inputs = policyInputsSchema.parse(given);
      assertRowsInEffect(on);
      const facts = factsOf(inputs);
      const { rows, fired } = await eligibility(facts, on);
      const explained = { policyVersion: policy.version, rows: fired };

      if (rows.some(({ gives }) => gives.outcome === 'REJECTED')) return { kind: 'REJECTED', ...explained };
      if (rows.some(({ gives }) => gives.outcome === 'STEP_UP')) return { kind: 'STEP_UP', ...explained };
      const declined = rows.flatMap(({ gives }) => (gives.outcome === 'DECLINED' ? [gives.reason] : []));
      if (declined.length > 0) {
        return {
          kind: 'DECLINED',
          reasons: reasonsOf(declined, inputs),
          ...explained,
        };
      }

      const chosen = await choosePrograms(inputs, facts, on);
      if (!chosen.programs) {
        return { kind: 'DECLINED', reasons: chosen.reasons, ...explained, rows: [...fired, ...chosen.fired] };
      }
      const opened = await fastPath(facts, on);
      return {
        kind: 'PREQUALIFIED',
        programs: chosen.programs,
        fastPath: opened.rows.length > 0,
        ...explained,
        rows: [...fired, ...chosen.fired, ...opened.fired],
      };
    },

    async decideApproval(given, on) {
      const inputs = approvalInputsSchema.parse(given);
      assertRowsInEffect(on);
      const facts = factsOf(inputs);
      const [added, same] = await Promise.all([approval(facts, on), eligibility(facts, on)]);
      const rows = [...added.rows, ...same.rows];
      const fired = [...added.fired, ...same.fired];
      const explained = { policyVersion: policy.version, rows: fired };

      if (rows.some(({ gives }) => gives.outcome === 'REJECTED')) return { kind: 'REJECTED', ...explained };
      // What would be a step-up at prequalification goes to a person at approval.
      if (rows.some(({ gives }) => gives.outcome === 'REFER' || gives.outcome === 'STEP_UP')) {
        return { kind: 'REFER', ...explained };
      }
      const declined = rows.flatMap(({ gives }) => (gives.outcome === 'DECLINED' ? [gives.reason] : []));
      if (declined.length > 0) {
        return {
          kind: 'DECLINED',
          reasons: reasonsOf(declined, inputs),
          ...explained,
        };
      }

      const chosen = await choosePrograms(inputs, facts, on);
      const all = [...fired, ...chosen.fired];
      if (!chosen.programs) return { kind: 'DECLINED', reasons: chosen.reasons, ...explained, rows: all };
      return { kind: 'APPROVED', programs: chosen.programs, ...explained, rows: all };
    },
  };
}

/** The table with what it asks about the applicant only, for the engine, and what it asks about an offer beside it. */
function applicantPart({ columns, rows, ...table }: Lender['policy']['abilityToPay']) {
  return {
    ...table,
    columns: Object.fromEntries(Object.entries(columns).filter(([name]) => !isOfferFact(name))),
    rows: rows.map((row) => ({
      ...row,
      when: row.when.filter(({ fact }) => !isOfferFact(fact)),
      offerWhen: row.when.filter(({ fact }) => isOfferFact(fact)),
    })),
  };
}

interface AmountBounds {
  readonly least: number;
  readonly most: number;
}

/** Narrows a program's range to the limits of the matching rows, with the reasons of the limits that applied. */
function narrowed(
  program: Program,
  rows: readonly RowOf<Lender['policy']['programEligibility']>[],
  facts: Omit<Facts, 'program'>,
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
