// The reasons of a decline are those that decided (12 CFR 1002.9(b)(2)): each is checked by changing the facts behind it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { SCORE_FACTORS, type TableReason } from '#lender/schema/decision-tables.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, declinable, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from './decide.ts';
import { approvalInputsOf, type PolicyInputs } from './inputs.ts';
import type { MatchedRow } from './policy-rows.ts';
import { type GivenReason, reasonsGiven, reasonWording } from './reasons.ts';

const lender = loadLender();
const { eligibility, approval, programEligibility, abilityToPay } = lender.policy;
const policy = createPolicy(lender);
const ON = isoDate('2026-11-20');

/** A rule that objected to the applicant, with the reasons that it stands for. */
interface Cause {
  readonly row: string;
  readonly facts: readonly string[];
  /** The score that the rule wants, if it is about the score. */
  readonly score: number | undefined;
  readonly reasons: readonly string[];
}

const keyOf = (reason: GivenReason) => JSON.stringify(reason);

function causesOf(matched: readonly MatchedRow[], person: PolicyInputs): readonly Cause[] {
  return matched.flatMap(({ table, row: id }) => {
    const row =
      table === 'eligibility' || table === 'approval'
        ? { eligibility, approval }[table].rows.find((one) => one.id === id)
        : table === 'program-eligibility' || table === 'ability-to-pay'
          ? { 'program-eligibility': programEligibility, 'ability-to-pay': abilityToPay }[table].rows.find(
              (one) => one.id === id,
            )
          : undefined;
    if (row === undefined) return [];
    const gives = row.gives as { readonly reason?: TableReason; readonly refuse?: TableReason };
    const reason = gives.refuse ?? gives.reason;
    if (reason === undefined || reason === 'not-applied-for') return [];
    const reasons =
      reason === SCORE_FACTORS
        ? person.scoreFactors.flatMap((code) =>
            reasonsGiven(lender, [SCORE_FACTORS], { ...person, scoreFactors: [code] }),
          )
        : [reason];
    const score = row.when.find(({ fact }) => fact === 'score')?.cell;
    return [
      {
        row: id,
        facts: row.when.map(({ fact }) => fact),
        score: score?.is === 'compared' && score.by === '<' ? score.to : undefined,
        reasons: reasons.map(keyOf),
      },
    ];
  });
}

/** The facts of a rule that a person would change: the score alone only where the rule is about nothing else. */
function behind({ facts }: Cause): readonly string[] {
  const own = facts.filter((fact) => !['program', 'score'].includes(fact) && fact in cures);
  return own.length > 0 ? own : ['score'];
}

type Cure = (person: PolicyInputs) => Partial<PolicyInputs>;

/** What is owed stays in proportion to the income. */
const withIncome = (person: PolicyInputs, monthly: number, more: number): Partial<PolicyInputs> => {
  const yearly = monthly * 1200;
  if (person.annualIncomeCents >= yearly) return {};
  const times = person.annualIncomeCents === 0 ? 1 : yearly / person.annualIncomeCents;
  return {
    annualIncomeCents: yearly,
    estimatedIncomeCents: null,
    housingPaymentCents: Math.ceil(person.housingPaymentCents * times),
    monthlyDebtCents: Math.ceil(person.monthlyDebtCents * times + more * (times - 1)),
  };
};

/** Ten times what is owed: an income that declines alone gives no reason of its own for the payments. */
const withAmpleIncome = (person: PolicyInputs): Partial<PolicyInputs> => ({
  annualIncomeCents: Math.max(
    person.annualIncomeCents,
    12_000_000,
    120 * (person.housingPaymentCents + person.monthlyDebtCents),
  ),
  estimatedIncomeCents: null,
});

/** How each fact is made to pass, with the other facts left as they are. */
const cures: Readonly<Record<string, Cure>> = {
  fileFrozen: () => ({ frozen: false, score: 850 }),
  noFile: () => ({ noFile: false, score: 850 }),
  score: ({ score }) => ({ score: Math.max(score ?? 0, 850) }),
  openBankruptcy: ({ bankruptcies }) => ({
    bankruptcies: bankruptcies.map((one) => ({ ...one, open: false })),
  }),
  monthsSinceBankruptcy: ({ bankruptcies }) => ({
    bankruptcies: bankruptcies.map((one) => ({ ...one, monthsSince: 240 })),
  }),
  delinquencies30: () => ({ delinquencies30: 0 }),
  delinquencies60: () => ({ delinquencies60: 0 }),
  delinquencies90: () => ({ delinquencies90: 0 }),
  collections: () => ({ collections: 0 }),
  chargeOffs: () => ({ chargeOffs: 0 }),
  inquiries6Months: () => ({ inquiries6Months: 0 }),
  oldestTradeLineMonths: () => ({ oldestTradeLineMonths: 240 }),
  openTradeLines: () => ({ openTradeLines: 9 }),
  openConsumerFinanceLines: () => ({ openConsumerFinanceLines: 0 }),
  debtToIncome: () => ({ monthlyDebtCents: 0, housingPaymentCents: 0 }),
  monthlyIncome: withAmpleIncome,
  debtToIncomeWithLoan: () => ({ monthlyDebtCents: 0, housingPaymentCents: 0 }),
  vehicleValue: ({ vehicle }) => ({ vehicle: vehicle && { ...vehicle, valueCents: 5_000_000 } }),
  ...Object.fromEntries(
    Object.keys(lender.policy.attributes).map((name): [string, Cure] => [
      name,
      ({ attributes }) => ({ attributes: { ...attributes, [name]: 0 } }),
    ]),
  ),
};

/** Each cause cured as far as its rule wants, or further, with income or score to spare. */
const extents = [
  { income: 'spare', score: 'spare' },
  { income: 'spare', score: 'enough' },
  { income: 'enough', score: 'spare' },
  { income: 'enough', score: 'enough' },
] as const;

/** The extents that differ for some causes. */
const extentsOf = (causes: readonly Cause[]) =>
  extents.filter(
    ({ income, score }) =>
      (income === 'spare' || causes.some((cause) => behind(cause).includes('monthlyIncome'))) &&
      (score === 'spare' || causes.some((cause) => cause.score !== undefined)),
  );

function cured(
  person: PolicyInputs,
  causes: readonly Cause[],
  { income, score }: (typeof extents)[number] = extents[0],
): PolicyInputs {
  let one = person;
  for (const cause of causes) {
    for (const fact of behind(cause)) {
      // What is owed stays in proportion to the income, with the new loan too.
      if (fact === 'monthlyIncome' && income === 'enough') one = { ...one, ...withIncome(one, 1200, 30_000) };
      else if (fact === 'score' && score === 'enough' && cause.score !== undefined)
        one = { ...one, score: Math.max(one.score ?? 0, cause.score) };
      else one = { ...one, ...cures[fact]?.(one) };
    }
  }
  return one;
}

const stages = {
  prequalification: (person: PolicyInputs) => policy.decidePrequalification(person, ON),
  approval: (person: PolicyInputs) =>
    policy.decideApproval(approvalInputsOf(person, person, person.annualIncomeCents), ON),
};

const { alerts, addressDiscrepancy, ssnConflict, deceased, scoreUnexplained } = applicant;
/** A file without contents has none of the facts that a file would show. */
const people = declinable.map((one): PolicyInputs => {
  const person: PolicyInputs = {
    ...one,
    state: ['UT', 'TX', 'NC', 'AZ', 'LA'].find((state) => state >= one.state) ?? 'UT',
    ...{ alerts, addressDiscrepancy, ssnConflict, deceased, scoreUnexplained },
    frozen: one.frozen && !one.noFile,
  };
  const { housingPaymentCents, annualIncomeCents, vehicle, state, noFile, frozen, attributes } = person;
  return noFile || frozen
    ? {
        ...applicant,
        ...{ housingPaymentCents, annualIncomeCents, vehicle, state, noFile, frozen },
        score: null,
        scoreFactors: [],
        attributes: { ...attributes, cardUtilization: null },
        monthlyDebtCents: 0,
        oldestTradeLineMonths: null,
        openTradeLines: 0,
      }
    : person;
});

/** Could pay a loan on a vehicle at the rates of a better score only, which opens other programs. */
const dearestRate: PolicyInputs = {
  ...applicant,
  score: 481,
  scoreFactors: ['93'],
  monthlyDebtCents: 116_589,
  housingPaymentCents: 7164,
  annualIncomeCents: 3_526_309,
  openConsumerFinanceLines: 1,
  vehicle: vehicleWorth(11),
};

it.each(
  Object.entries(stages),
)('at %s every reason is of a rule that matched, and nothing less than all cures it', (_, decide) => {
  let declines = 0;
  fc.assert(
    fc.property(people, (person) => {
      const decision = decide(person);
      if (decision.kind !== 'DECLINED') return;
      declines += 1;
      const given = decision.reasons.map(keyOf);
      expect(given.length).toBeGreaterThanOrEqual(1);
      expect(given.length).toBeLessThanOrEqual(4);
      const causes = causesOf(decision.rows, person);
      const reasons = new Set(causes.flatMap((cause) => cause.reasons));
      for (const reason of given) expect(reasons).toContain(reason);
      for (const words of reasonWording(lender, decision.reasons))
        expect(words).not.toMatch(/score\b|Insufficient number of credit references/i);

      // With the given reasons cured, the applicant is accepted, or gets the reasons that did not fit.
      const all = causes.filter((cause) => cause.reasons.some((reason) => given.includes(reason)));
      const after = decide(cured(person, all));
      if (after.kind === 'DECLINED') {
        expect(given).toHaveLength(4);
        for (const reason of after.reasons) expect(given).not.toContain(keyOf(reason));
      }

      // With any one of them left, the applicant is declined still.
      const canBe = (outcome: boolean, some: readonly Cause[]) =>
        extentsOf(some).some(
          (extent) => (decide(cured(person, some, extent)).kind !== 'DECLINED') === outcome,
        );
      for (const reason of given) {
        // A low score is not cured by one of its factors, which another rule may be about.
        const others = all.filter(
          ({ reasons }) => !reasons.includes(reason) && reasons.every((one) => given.includes(one)),
        );
        if (!canBe(false, others)) throw new Error(`${reason} is given, and decides nothing.`);
      }
    }),
    { numRuns: runs(120), endOnFailure: true, examples: [[dearestRate]] },
  );
  expect(declines).toBeGreaterThan(runs(60));
});
