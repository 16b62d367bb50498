// Runs the lender's policy on a made-up applicant: npx node server/src/policy-analysis/commands/policy-try.ts --score 640 --state TX --amount 5000
// Prints the decision, the policy rows behind it, what the loan would cost, and the notice of a decline.
import { type IsoDate, isoDate } from '#finance/dates.ts';
import { formatUsd, parseDollars } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { defineCommand, runMain } from '../../commands/command.ts';
import { documentText } from '../../commands/document-text.ts';
import { currentDay } from '../../commands/words.ts';
import { createPolicy, type Decision } from '../../credit-policy/decide.ts';
import type { ApprovalInputs } from '../../credit-policy/inputs.ts';
import { type QualifiedProgram, termsFor } from '../../credit-policy/offers.ts';
import { PolicyGapError } from '../../credit-policy/policy-rows.ts';
import { reasonWording } from '../../credit-policy/reasons.ts';
import { denialOf } from '../../notices/adverse-action.ts';
import { adverseActionDocument } from '../../wording/adverse-action.ts';
import { type Sample, type SampleOptions, sampleApplicant, sampleOptions } from './sample-applicant.ts';

/** The lines to print. Throws the errors of `sampleApplicant`, a LenderFileError, a RangeError for a day, and a PolicyGapError. */
function tryPolicy(options: SampleOptions, today: IsoDate): readonly string[] {
  const lender = loadLender(options.lender);
  const sample = sampleApplicant(options, lender.policy.attributes);
  const on = isoDate(sample.on ?? today);
  const policy = createPolicy(lender);
  const decision: Decision = sample.isHardPull
    ? policy.decideApproval(sample.inputs as ApprovalInputs, on)
    : policy.decidePrequalification(sample.inputs, on);
  const pull = sample.isHardPull ? 'hard pull' : 'soft pull';
  return [
    `${decision.kind} on ${on}, ${pull}, by policy ${decision.policyVersion}`,
    ...(decision.kind === 'DECLINED'
      ? reasonWording(lender, decision.reasons).map((words) => `  because: ${words}`)
      : []),
    ...decision.rows.map(({ table, row, about }) => `  ${table} ${row}: ${about}`),
    ...(decision.kind === 'PREQUALIFIED'
      ? [`  fast path: ${decision.fastPath ? 'offered' : 'not offered'}`]
      : []),
    ...('programs' in decision
      ? decision.programs.flatMap((program) => programLines(lender, program, sample, on))
      : []),
    ...(decision.kind === 'DECLINED' ? ['', noticeText(lender, decision, sample, on)] : []),
  ];
}

function programLines(lender: Lender, program: QualifiedProgram, sample: Sample, on: IsoDate) {
  const { name, minCents, maxCents } = program;
  const amount = sample.amount === undefined ? undefined : parseDollars(sample.amount);
  const { state, militaryCovered } = sample.inputs;
  const terms =
    amount === undefined ? [] : termsFor(program, amount, { lender, state, militaryCovered, date: on });
  return [
    `${name}: ${formatUsd(minCents)} to ${formatUsd(maxCents)}`,
    ...terms.map(
      (term) =>
        `  ${term.months} months  ${formatUsd(term.monthlyPayment)}  ${formatPercent(term.apr)}${term.repricedUnder ? '  at the cap' : ''}`,
    ),
  ];
}

function noticeText(lender: Lender, decision: Decision, { inputs }: Sample, on: IsoDate): string {
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
  options: sampleOptions,
  notes: ({ lender }) => [
    'Without an option, it has the value of a good applicant. Attributes:',
    ...Object.entries(loadLender(lender as string | undefined).policy.attributes).flatMap(
      ([name, { about, source }]) =>
        source.of === 'ratio' ? [] : [`  --set ${`${name}=…`.padEnd(18)} ${about}; none if left out`],
    ),
  ],
  run: async (_, options) => tryPolicy(options, currentDay()),
});

if (import.meta.main) runMain(policyTry, undefined, [PolicyGapError, RangeError, TypeError]);
