// Decides a stored decision again under a changed policy, and puts both decisions into figures that can be compared. Without I/O.
import { ZodError } from 'zod';
import { usualTerm } from '#finance/amount-options.ts';
import { addDays, type IsoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { daysOfChange } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { tableNames } from '#lender/schema/decision-tables.ts';
import type { Policy } from '#lender/schema/policy.ts';
import { type CreditPolicy, type Decision, type DecisionKind, decideAs } from '../../credit-policy/decide.ts';
import {
  approvalInputsSchema,
  countedIncomeCents,
  type DecisionInputs,
  obligationsCents,
  policyInputsSchema,
} from '../../credit-policy/inputs.ts';
import { amountAtMost, type QualifiedProgram, termsFor } from '../../credit-policy/offers.ts';
import { MissingFactError, PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { reasonWording } from '../../credit-policy/reasons.ts';

/** The loan that an applicant wants: what was accepted, else requested. `amountCents` in cents. */
interface WantedLoan {
  readonly amountCents: number;
  readonly months?: number | undefined;
  readonly isAutoSecured: boolean;
}

/** A decision with what is known about its application. */
export interface EncodedDecision {
  readonly kind: DecisionKind;
  readonly inputs: DecisionInputs;
  /** The lender's day of the decision. */
  readonly on: IsoDate;
  readonly channel: string;
  readonly partner: string | null;
  readonly wanted: WantedLoan;
}

/** The offer that stands for all offers of a decision. Amounts in cents, rates and ratios in basis points. */
export interface ReplayedLoan {
  readonly program: string;
  readonly amountCents: number;
  readonly months: number;
  readonly isAutoSecured: boolean;
  readonly aprBasisPoints: number;
  readonly paymentCents: number;
  /** What is paid beyond the principal if every payment is made on its day, until the last. */
  readonly interestCents: number;
  /** Everything owed with the new payment, of the income that counts. Null without an income. */
  readonly debtToIncomeWithLoan: number | null;
}

/** One policy's decision, in what a replay compares. */
export interface ReplayedSide {
  /** NO_DECISION where the policy has no answer, with the gap as its only reason. */
  readonly outcome: Decision['kind'] | 'NO_DECISION';
  /** Their wording, in the order given. */
  readonly reasons: readonly string[];
  /** What is offered, with the smallest and largest amount in cents. */
  readonly programs: readonly Pick<QualifiedProgram, 'name' | 'minCents' | 'maxCents'>[];
  readonly hasFastPath: boolean;
  /** The largest amount offered, in cents. */
  readonly mostCents: number;
  readonly loan?: ReplayedLoan | undefined;
}

export interface ReplayedDecision extends EncodedDecision {
  readonly before: ReplayedSide;
  readonly after: ReplayedSide;
}

const nothing = { reasons: [], programs: [], hasFastPath: false, mostCents: 0 };

/** A decision in figures, priced by its own `lender` and `on`. Throws a RangeError for a reason without wording. */
export function sideOf(
  decision: Decision | PolicyGapError,
  { lender, on }: { readonly lender: Lender; readonly on: IsoDate },
  { inputs, wanted }: Pick<EncodedDecision, 'inputs' | 'wanted'>,
): ReplayedSide {
  if (decision instanceof PolicyGapError)
    return { ...nothing, outcome: 'NO_DECISION', reasons: [decision.message] };
  if ('reasons' in decision)
    return { ...nothing, outcome: decision.kind, reasons: reasonWording(lender, decision.reasons) };
  if (!('programs' in decision)) return { ...nothing, outcome: decision.kind };
  const { programs } = decision;
  return {
    outcome: decision.kind,
    reasons: [],
    programs: programs.map(({ name, minCents, maxCents }) => ({ name, minCents, maxCents })),
    hasFastPath: 'fastPath' in decision && decision.fastPath !== undefined,
    mostCents: Math.max(...programs.map(({ maxCents }) => maxCents)),
    loan: loanOf(programs, { lender, on }, { inputs, wanted }),
  };
}

/** As long as the term that is suggested to an applicant who chose none. */
const usualMonths = 48;

/** The wanted or nearest amount, over the months nearest to the wanted ones or 48; without a vehicle where that is possible. */
function loanOf(
  all: readonly QualifiedProgram[],
  { lender, on }: { readonly lender: Lender; readonly on: IsoDate },
  { inputs, wanted }: Pick<EncodedDecision, 'inputs' | 'wanted'>,
): ReplayedLoan | undefined {
  const own = all.filter(({ isAutoSecured }) => isAutoSecured === wanted.isAutoSecured);
  const programs = own.length > 0 ? own : all;
  const amount = amountAtMost(programs, cents(wanted.amountCents));
  if (amount === undefined) return undefined;
  const context = { lender, date: on, state: inputs.state, militaryCovered: inputs.militaryCovered };
  const wantedMonths = wanted.months ?? usualMonths;
  const distances = programs.flatMap(({ pricing }) =>
    pricing.map(({ months }) => Math.abs(months - wantedMonths)),
  );
  // Pricing takes most of the time, so only the terms nearest to the wanted months are priced.
  const nearest = [...new Set(distances)].sort((a, b) => a - b);
  let term: ReturnType<typeof termsFor>[number] | undefined;
  for (const distance of nearest) {
    const priced = programs.flatMap((program) => {
      const pricing = program.pricing.filter(({ months }) => Math.abs(months - wantedMonths) === distance);
      return termsFor({ ...program, pricing }, amount, context);
    });
    term = usualTerm(priced);
    if (term !== undefined) break;
  }
  if (term === undefined) return undefined;
  const income = countedIncomeCents(inputs);
  return {
    program: term.programName,
    amountCents: amount,
    months: term.months,
    isAutoSecured: term.isAutoSecured,
    aprBasisPoints: term.apr.times(100).round().toNumber(),
    paymentCents: term.monthlyPayment,
    interestCents: term.totalOfPayments - amount,
    debtToIncomeWithLoan:
      income === 0 ? null : Math.round(((obligationsCents(inputs) + term.monthlyPayment) * 120_000) / income),
  };
}

/** Why a decision was left out of a replay: the fact that its inputs lack, or a sentence. */
export type Refusal = { readonly fact: string } | { readonly sentence: string };

/** Decides inputs by a policy on a day; `assumed` fills what they lack. Returns a PolicyGapError, or bad inputs as a refusal. */
export function decideAgain(
  policy: CreditPolicy,
  { kind, inputs }: Pick<EncodedDecision, 'kind' | 'inputs'>,
  on: IsoDate,
  assumed: Readonly<Record<string, unknown>> = {},
): Decision | PolicyGapError | { readonly refused: Refusal } {
  const all = withAssumed(kind, inputs, assumed);
  try {
    return decideAs(kind, policy, all, on);
  } catch (error) {
    if (error instanceof MissingFactError) return { refused: { fact: error.fact } };
    if (error instanceof PolicyGapError) return error;
    if (error instanceof ZodError) return { refused: { sentence: shapeMistake(error) } };
    throw error;
  }
}

/** Values for what the inputs lack: inputs by their own names, anything else as an attribute. */
function withAssumed(kind: DecisionKind, inputs: DecisionInputs, assumed: Readonly<Record<string, unknown>>) {
  if (Object.keys(assumed).length === 0) return inputs;
  const { shape } = kind === 'approval' ? approvalInputsSchema : policyInputsSchema;
  const own = Object.entries(assumed).filter(([name]) => Object.hasOwn(shape, name));
  const attributes = Object.entries(assumed).filter(([name]) => !isInput(name));
  return {
    ...Object.fromEntries(own),
    ...inputs,
    ...(attributes.length > 0 && { attributes: { ...Object.fromEntries(attributes), ...inputs.attributes } }),
  } as DecisionInputs;
}

/** Whether a name is that of an input, and not of an attribute. */
export const isInput = (name: string): boolean => Object.hasOwn(approvalInputsSchema.shape, name);

/** Names the input and never its value. */
function shapeMistake({ issues: [issue] }: ZodError): string {
  const names = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? []);
  return `The stored inputs don't have today's shape: ${names.join('.')}.`;
}

type Dated = { readonly from: string; readonly until?: string | undefined };

/** Everything in a policy that has dates, by what identifies it. */
function datedRows(policy: Policy): ReadonlyMap<string, Dated> {
  const { stateCaps, reference, fees } = policy;
  const rows: (readonly [string, Dated])[] = tableNames.flatMap((table) =>
    policy[table].rows.map((row) => [`${table} ${row.id}`, row] as const),
  );
  for (const cap of stateCaps.caps) {
    const { effective, source: _, ...about } = cap;
    rows.push([JSON.stringify(about), { from: effective.from, until: effective.to }]);
  }
  for (const { from, until, ...about } of fees) rows.push([JSON.stringify(about), { from, until }]);
  for (const rate of reference.federalFunds) rows.push([JSON.stringify(rate), rate]);
  return new Map(rows);
}

/** The first day on which all that a policy changes is in force: a new row from its first day, an ended one the day after. */
export function inForceFrom(before: Policy, changed: Policy): IsoDate | undefined {
  const rowsBefore = datedRows(before);
  const days = [...datedRows(changed)].flatMap(([id, row]) => {
    const old = rowsBefore.get(id);
    if (old !== undefined && old.until !== row.until && row.until !== undefined)
      return [addDays(row.until as IsoDate, 1)];
    return old === undefined || old.from !== row.from ? [row.from] : [];
  });
  return days.sort().at(-1) as IsoDate | undefined;
}

/** The days on which something in a policy begins or ends, ascending. */
const daysOfPolicy = new WeakMap<Policy, readonly string[]>();

/** The first day from which a policy has been the same until `on`: days of one period can share what was computed. */
export function samePolicySince(policy: Policy, on: IsoDate): IsoDate {
  let days = daysOfPolicy.get(policy);
  if (days === undefined) {
    const rows = [...datedRows(policy).values()];
    days = daysOfChange(rows, rows);
    daysOfPolicy.set(policy, days);
  }
  return (days.findLast((day) => day <= on) ?? on) as IsoDate;
}
