// Runs the lender's policy on a made-up applicant: npx node server/src/cli/policy-try.ts --score 640 --state TX --amount 5000
// Prints the decision, the policy rows behind it, and what the loan would cost. Omitted options get the best values.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isoDate } from '#finance/dates.ts';
import { formatUsd, parseDollars } from '#finance/money.ts';
import { formatPercent } from '#finance/rate.ts';
import { LenderFileError } from '#lender/lender-files.ts';
import { loadLender } from '#lender/load.ts';
import { createPolicy } from '../policy/decide.ts';
import { type PolicyInputs, policyInputsSchema } from '../policy/inputs.ts';
import { termsFor } from '../policy/offers.ts';
import { reasonWording } from '../policy/reasons.ts';

const numbers = {
  score: '700',
  'monthly-debt': '0',
  housing: '0',
  income: '60000',
  'late-30': '0',
  'late-60': '0',
  'late-90': '0',
  collections: '0',
  'charge-offs': '0',
  inquiries: '0',
  'finance-lines': '0',
  'open-lines': '6',
  'oldest-line-months': '120',
} as const;
const options = {
  ...Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, { type: 'string' as const, default: value }]),
  ),
  factors: { type: 'string', default: '' },
  vehicle: { type: 'string' },
  /** The bureau's estimate; the declared income if omitted. */
  'estimated-income': { type: 'string' },
  state: { type: 'string', default: 'UT' },
  amount: { type: 'string' },
  on: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  military: { type: 'boolean', default: false },
  frozen: { type: 'boolean', default: false },
  'no-file': { type: 'boolean', default: false },
  lender: { type: 'string' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const given = values as Record<string, string | boolean | undefined>;
  const count = (name: keyof typeof numbers) => Number(given[name]);
  const cents = (name: string) => parseDollars(String(given[name])) ?? Number.NaN;
  const inputs: PolicyInputs = policyInputsSchema.parse({
    score: given.score === 'none' ? null : count('score'),
    scoreFactors: String(given.factors).split(',').filter(Boolean),
    frozen: given.frozen,
    noFile: given['no-file'],
    monthlyDebtCents: cents('monthly-debt'),
    housingPaymentCents: cents('housing'),
    annualIncomeCents: cents('income'),
    estimatedIncomeCents: cents(given['estimated-income'] === undefined ? 'income' : 'estimated-income'),
    delinquencies30: count('late-30'),
    delinquencies60: count('late-60'),
    delinquencies90: count('late-90'),
    collections: count('collections'),
    chargeOffs: count('charge-offs'),
    inquiries6Months: count('inquiries'),
    bankruptcies: [],
    openConsumerFinanceLines: count('finance-lines'),
    openTradeLines: count('open-lines'),
    oldestTradeLineMonths: count('oldest-line-months'),
    militaryCovered: given.military,
    vehicle: given.vehicle
      ? { year: 2020, make: 'Any', model: 'Any', vin: 'NONE', valueCents: cents('vehicle') }
      : null,
    state: given.state,
    residentialStatus: 'rent',
    fraudDecision: 'ACCEPT',
    fraudShield: [],
  });
  const on = isoDate(String(given.on));
  const lender = loadLender(typeof given.lender === 'string' ? given.lender : undefined);
  const decision = await createPolicy(lender).decidePrequalification(inputs, on);

  console.log(`${decision.kind} on ${on} by policy ${decision.policyVersion}`);
  if (decision.kind === 'DECLINED') {
    for (const words of reasonWording(lender, decision.reasons)) console.log(`  because: ${words}`);
  }
  for (const { table, row, about } of decision.rows) console.log(`  ${table} ${row}: ${about}`);
  if (decision.kind !== 'PREQUALIFIED') return;
  console.log(`  fast path: ${decision.fastPath ? 'open' : 'shut'}`);
  const amount = given.amount === undefined ? undefined : parseDollars(String(given.amount));
  for (const program of decision.programs) {
    const { name, minCents, maxCents } = program;
    console.log(`${name}: ${formatUsd(minCents)} to ${formatUsd(maxCents)}`);
    if (amount === undefined) continue;
    const context = { lender, state: inputs.state, militaryCovered: inputs.militaryCovered, on };
    for (const term of termsFor(program, amount, context)) {
      const cap = term.repricedUnder ? `  at the cap` : '';
      console.log(
        `  ${term.months} months  ${formatUsd(term.monthlyPayment)}  ${formatPercent(term.apr)}${cap}`,
      );
    }
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    console.error(`${issue?.path.join('.')}: ${issue?.message}.`);
    process.exitCode = 1;
  } else {
    const isTheirs =
      error instanceof LenderFileError || error instanceof RangeError || error instanceof TypeError;
    console.error(isTheirs ? error.message : error);
    process.exitCode = 1;
  }
}
