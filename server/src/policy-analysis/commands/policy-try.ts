// Runs the lender's policy on a made-up applicant: npx node server/src/policy-analysis/commands/policy-try.ts --score 640 --state TX --amount 5000
// Prints the decision, the policy rows behind it, what the loan would cost, and the notice of a decline.
import type { ZodType } from 'zod';
import type { IsoDate } from '#finance/dates.ts';
import { type Cents, formatUsd, parseDollars } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import type { Attributes } from '#lender/schema/attributes.ts';
import {
  defineCommand,
  flag,
  many,
  optional,
  otherwise,
  type Read,
  refuseWord,
  runMain,
  type Word,
} from '../../commands/command.ts';
import { documentText } from '../../commands/document-text.ts';
import { assignment, currentDay, day, text } from '../../commands/words.ts';
import { type StoredAttributes, storedAttributes } from '../../credit-policy/attributes.ts';
import { createPolicy, type Decision, decideAs } from '../../credit-policy/decide.ts';
import { approvalInputsSchema, type DecisionInputs, policyInputsSchema } from '../../credit-policy/inputs.ts';
import { type QualifiedProgram, termsFor } from '../../credit-policy/offers.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { reasonWording } from '../../credit-policy/reasons.ts';
import { denialOf } from '../../notices/adverse-action.ts';
import { nothingOnFile } from '../../stages/decision/decision-inputs.ts';
import { adverseActionDocument } from '../../wording/adverse-action.ts';

const dollars: Word<Cents> = {
  shown: 'dollars',
  read: (typed) => parseDollars(typed) ?? refuseWord('It is an amount in dollars.'),
};

const options = {
  score: otherwise('700', text('number'), 'the credit score, or none'),
  factors: otherwise(
    '32,13,16,12',
    { ...text('codes'), mayBeEmpty: true },
    "the bureau's score factors, most important first",
  ),
  state: otherwise('UT', text('state'), 'the state'),
  vehicle: optional(dollars, 'value of a vehicle of 2020'),
  set: many(assignment, 'any input or attribute'),
  'hard-pull': flag('decide on the hard pull'),
  amount: optional(dollars, 'price this amount'),
  on: optional(day, 'the day of the decision; today if left out'),
  lender: optional(text('folder'), "another lender's"),
};
type Options = Read<typeof options>;

/** What is not set by an option of its own. */
const goodApplicant = {
  ...nothingOnFile,
  noFile: false,
  housingPaymentCents: 0,
  openTradeLines: 6,
  oldestTradeLineMonths: 120,
  militaryCovered: false,
  residentialStatus: 'rent',
  fraudDecision: 'ACCEPT',
};

/** Throws a TypeError for an input out of its range. Approval confirms the declared income and sees what the soft pull saw, unless set. */
function sampleApplicant(options: Options, attributes: Attributes) {
  const { score, factors, state, vehicle, set, 'hard-pull': isHardPull } = options;
  const isAttribute = ([name]: readonly [string, unknown]) => Object.hasOwn(attributes, name);
  const ratio = set.find(([name]) => attributes[name]?.source.of === 'ratio');
  if (ratio) throw new TypeError(`--set ${ratio[0]} is a ratio; set what it divides.`);
  const given: { annualIncomeCents?: number } = Object.fromEntries(set.filter((pair) => !isAttribute(pair)));
  const { annualIncomeCents = 6_000_000 } = given;
  const described = {
    ...goodApplicant,
    annualIncomeCents,
    estimatedIncomeCents: annualIncomeCents,
    score: score === 'none' ? null : Number(score),
    scoreFactors: factors.split(',').filter(Boolean),
    vehicle: vehicle === undefined ? null : { ...anyVehicle, valueCents: vehicle },
    state,
    attributes: storedAttributes(
      attributes,
      {},
      Object.fromEntries(set.filter(isAttribute)) as StoredAttributes,
    ),
    ...given,
  };
  const { delinquencies90, collections, chargeOffs } = described;
  return isHardPull
    ? parsed(approvalInputsSchema, {
        atPrequalification: { delinquencies90, collections, chargeOffs },
        confirmedIncome: { annualCents: annualIncomeCents, by: 'bank' },
        ...described,
      })
    : parsed(policyInputsSchema, described);
}

const anyVehicle = { year: 2020, make: 'Any', model: 'Any', vin: 'NONE' };

function parsed<T>(schema: ZodType<T>, described: object): T {
  const { data, error } = schema.safeParse(described);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new TypeError(`${issue?.path.join('.')}: ${issue?.message}.`);
}

/** The lines to print. Throws the errors of `sampleApplicant`, a LenderFileError, and a PolicyGapError. */
function tryPolicy(options: Options, today: IsoDate): readonly string[] {
  const lender = loadLender(options.lender);
  const inputs = sampleApplicant(options, lender.policy.attributes);
  const { amount, on = today } = options;
  const { state, militaryCovered } = inputs;
  const policy = createPolicy(lender);
  const isApproval = options['hard-pull'];
  const decision = decideAs(isApproval ? 'approval' : 'prequalification', policy, inputs, on);
  return [
    `${decision.kind} on ${on}, ${isApproval ? 'hard' : 'soft'} pull, by policy ${decision.policyVersion}`,
    ...(decision.kind === 'DECLINED'
      ? reasonWording(lender, decision.reasons).map((words) => `  because: ${words}`)
      : []),
    ...decision.rows.map(({ table, row, about }) => `  ${table} ${row}: ${about}`),
    ...(decision.kind === 'PREQUALIFIED'
      ? [`  fast path: ${decision.fastPath ? 'offered' : 'not offered'}`]
      : []),
    ...('programs' in decision
      ? decision.programs.flatMap((program) =>
          programLines(program, amount, { lender, state, militaryCovered, date: on }),
        )
      : []),
    ...(decision.kind === 'DECLINED' ? ['', noticeText(lender, decision, inputs, on)] : []),
  ];
}

function programLines(
  program: QualifiedProgram,
  amount: Cents | undefined,
  context: Parameters<typeof termsFor>[2],
) {
  const { name, minCents, maxCents } = program;
  const terms = amount === undefined ? [] : termsFor(program, amount, context);
  return [
    `${name}: ${formatUsd(minCents)} to ${formatUsd(maxCents)}`,
    ...terms.map(
      (term) =>
        `  ${term.months} months  ${formatUsd(term.monthlyPayment)}  ${formatPercent(term.apr)}${term.repricedUnder ? '  at the cap' : ''}`,
    ),
  ];
}

function noticeText(lender: Lender, decision: Decision, inputs: DecisionInputs, on: IsoDate): string {
  const isPulled = inputs.fraudDecision === 'ACCEPT' && !inputs.ssnConflict;
  return documentText(
    adverseActionDocument(lender, {
      date: on,
      madeAt: new Date(`${on}T12:00:00Z`),
      appliedOn: on,
      reference: 'SAMPLE',
      applicant: { name: 'Sample Applicant', address: [`Somewhere, ${inputs.state}`] },
      ...denialOf(lender, { decision, inputs: isPulled ? { reportedOn: on, ...inputs } : inputs }),
    }),
  );
}

export const policyTry = defineCommand('npm run policy:try --', 'Runs the policy on a made-up applicant.', {
  options,
  notes: ({ lender }) => [
    'Without an option, it has the value of a good applicant. Inputs:',
    ...Object.keys(approvalInputsSchema.shape).map((name) => `  --set ${name}=…`),
    'Attributes:',
    ...Object.entries(loadLender(lender as string | undefined).policy.attributes).flatMap(
      ([name, { about, source }]) =>
        source.of === 'ratio' ? [] : [`  --set ${`${name}=…`.padEnd(18)} ${about}; none if left out`],
    ),
  ],
  run: async (_, typed) => tryPolicy(typed, currentDay()),
});

if (import.meta.main) runMain(policyTry, undefined, [PolicyGapError, TypeError]);
