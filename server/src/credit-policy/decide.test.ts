import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { tableSchemas } from '#lender/schema/decision-tables.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, inputs, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from './decide.ts';
import { type ApprovalInputs, factsOf, type PolicyInputs } from './inputs.ts';
import { termsFor } from './offers.ts';
import { PolicyGapError } from './policy-rows.ts';
import type { GivenReason } from './reasons.ts';

const lender = loadLender();
const policy = createPolicy(lender);
const ON = isoDate('2026-11-20');

const decide = (change: Partial<PolicyInputs> = {}) =>
  policy.decidePrequalification({ ...applicant, ...change }, ON);

function reasonsOf(change: Partial<PolicyInputs>): readonly GivenReason[] {
  const decision = decide(change);
  if (decision.kind !== 'DECLINED') throw new Error(`Not declined but ${decision.kind}.`);
  return decision.reasons;
}

/** "small 2501-4500, large 6500-12000" */
function programsOf(change: Partial<PolicyInputs>): string {
  const decision = decide(change);
  if (decision.kind !== 'PREQUALIFIED') return decision.kind;
  return decision.programs
    .map(({ name, minCents, maxCents }) => `${name} ${minCents / 100}-${maxCents / 100}`)
    .join(', ');
}

const ALL = 'small 2501-6000, large 6500-12000, big_auto 7500-15000';

describe('prequalification', () => {
  it('opens every program to a good file, and names the policy and the rows', () => {
    const decision = decide();
    expect(decision).toMatchObject({ kind: 'PREQUALIFIED', policyVersion: lender.policy.version });
    expect(decision).not.toHaveProperty('fastPath');
    expect(decision.rows.map((row) => row.row)).toEqual(['R-S-700', 'R-L-700', 'P-A-30', 'R-A-700']);
    expect(programsOf({})).toBe(ALL);
  });

  it('is rejected or stepped up by the fraud check before anything else counts', () => {
    expect(decide({ fraudDecision: 'REJECT', frozen: true, score: null }).kind).toBe('REJECTED');
    expect(decide({ fraudDecision: 'REVIEW', delinquencies90: 4 }).kind).toBe('STEP_UP');
    expect(decide({ ssnConflict: true, delinquencies90: 4 }).kind).toBe('STEP_UP');
  });

  const closed = (...ago: number[]) => ({
    bankruptcies: ago.map((monthsSince) => ({ monthsSince, open: false })),
  });
  const owing = (debt: number, rent: number) => ({ monthlyDebtCents: debt, housingPaymentCents: rent });
  it.each<[Partial<PolicyInputs>, string?]>([
    [{ frozen: true, score: null }, 'file-frozen'],
    [{ noFile: true, score: null, oldestTradeLineMonths: null }, 'no-credit-file'],
    [{ score: null }, 'limited-experience'],
    [{ bankruptcies: [{ monthsSince: 60, open: true }] }, 'bankruptcy'],
    [closed(24), 'bankruptcy'],
    [closed(90, 3), 'bankruptcy'],
    [closed(25)],
    [{ delinquencies90: 1 }, 'delinquent-with-others'],
    [{ delinquencies30: 3 }, 'delinquent-with-others'],
    [{ delinquencies30: 2 }],
    [{ delinquencies60: 2 }],
    [owing(100_000, 140_000)],
    [owing(240_000, 0)],
    [owing(250_000, 0), 'excessive-obligations'],
    [owing(100_000, 150_001), 'excessive-obligations'],
    [{ ...owing(0, 0), annualIncomeCents: 1_440_000 }],
    [{ ...owing(0, 0), annualIncomeCents: 1_439_999 }, 'income-insufficient'],
    [{ annualIncomeCents: 0 }, 'income-insufficient'],
    [{ inquiries6Months: 8 }],
    [{ inquiries6Months: 9 }, 'recent-inquiries'],
  ])('with %j is declined for %s alone, if at all', (change, reason) => {
    const expected =
      reason === undefined ? { kind: 'PREQUALIFIED' } : { kind: 'DECLINED', reasons: [reason] };
    expect(decide(change)).toMatchObject(expected);
  });

  it('with a score under 560 names what is behind the score, never the score', () => {
    const highBalances = 'Balances on bankcard or revolving accounts are too high compared to credit limits';
    const behindIt = [{ bureauText: highBalances }, 'recent-inquiries'];
    expect(reasonsOf({ score: 559, scoreFactors: ['32', '85'] })).toEqual(behindIt);
    // What is on the file without having lowered the score is no reason.
    expect(reasonsOf({ score: 559, scoreFactors: ['32', '85'], collections: 1 })).toEqual(behindIt);
    expect(programsOf({ score: 560 })).toBe('big_auto 7500-15000');
  });

  it('collects its reasons in the order of the rules, four at most', () => {
    const everything = {
      score: 480,
      bankruptcies: [{ monthsSince: 2, open: true }],
      delinquencies90: 2,
      collections: 3,
      monthlyDebtCents: 900_000,
      inquiries6Months: 12,
    };
    const expected = ['bankruptcy', 'delinquent-with-others', 'excessive-obligations', 'recent-inquiries'];
    expect(reasonsOf(everything)).toEqual(expected);
  });

  it('gives the reasons against the program with the fewest beside those against the applicant', () => {
    const one = { scoreFactors: ['14'], inquiries6Months: 9, openConsumerFinanceLines: 1, vehicle: null };
    expect(reasonsOf({ ...one, score: 580 })).toEqual(['recent-inquiries', 'limited-experience']);
    // With a score for the large program, only the inquiries stand between the applicant and a loan.
    expect(reasonsOf({ ...one, score: 700 })).toEqual(['recent-inquiries']);
  });

  it('gives no reason against a program that the law closes to everyone in the state', () => {
    const [utah] = lender.policy.stateCaps.caps.filter(({ state }) => state === 'UT');
    const caps = lender.policy.stateCaps.caps.concat({
      ...(utah as (typeof lender.policy.stateCaps.caps)[number]),
      amountCents: { min: 650_000 },
      limit: { kind: 'flat', percent: '20', plusFederalFunds: false },
    });
    const capped = createPolicy({ ...lender, policy: { ...lender.policy, stateCaps: { caps } } });
    const me = { ...applicant, score: 580, openConsumerFinanceLines: 1, vehicle: null, scoreFactors: ['14'] };
    expect(reasonsOf(me)).toEqual(['limited-experience']);
    const reasons = ['limited-experience', 'finance-company-loan'];
    expect(capped.decidePrequalification(me, ON)).toMatchObject({ reasons });
  });
});

describe('programs', () => {
  it.each([
    [599, null, 'DECLINED'],
    [600, null, 'small 2501-6000'],
    [639, null, 'small 2501-6000'],
    [640, null, 'small 2501-4500, large 6500-12000'],
    [659, null, 'small 2501-4500, large 6500-12000'],
    [660, null, 'small 2501-6000, large 6500-12000'],
    [850, null, 'small 2501-6000, large 6500-12000'],
    [560, 12_500, 'big_auto 7500-15000'],
    [599, 12_500, 'big_auto 7500-15000'],
    [600, 12_500, 'small 2501-6000, big_auto 7500-15000'],
    [660, 7_499, 'small 2501-6000, large 6500-12000'],
    [660, 7_500, 'small 2501-6000, large 6500-12000, big_auto 7500-9000'],
    [660, 10_100, 'small 2501-6000, large 6500-12000, big_auto 7500-12000'],
    [660, 40_000, ALL],
  ])('at a score of %i with a vehicle worth %s are %s', (score, value, programs) => {
    expect(programsOf({ score, vehicle: value === null ? null : vehicleWorth(value) })).toBe(programs);
  });

  it('beside an open consumer finance loan are not small', () => {
    expect(programsOf({ openConsumerFinanceLines: 1 })).toBe('large 6500-12000, big_auto 7500-15000');
    expect(programsOf({ openConsumerFinanceLines: 1, vehicle: null })).toBe('large 6500-12000');
  });

  it('that are all refused decline with the reasons of the rows that refused the nearest one', () => {
    const late = reasonsOf({ score: 590, vehicle: null, scoreFactors: ['09', '14'] });
    expect(late).toEqual(['delinquent-with-others', 'limited-experience']);
    const borrowing = { score: 620, openConsumerFinanceLines: 2, vehicle: null, scoreFactors: ['14'] };
    expect(reasonsOf(borrowing)).toEqual(['finance-company-loan']);
    const decision = decide({ score: 590, vehicle: null });
    expect(decision.rows.map((row) => row.row)).toEqual(['P-S-10', 'P-L-10', 'P-A-20']);
  });

  it('name what a loan without a vehicle needs before what the vehicle lacks', () => {
    const refused = { score: 590, scoreFactors: ['14'] };
    for (const vehicle of [null, vehicleWorth(7000)])
      for (const militaryCovered of [false, true])
        expect(reasonsOf({ ...refused, vehicle, militaryCovered })).toEqual(['limited-experience']);
  });

  it('begin where the state lets loans begin, and end where its cap meets the floor', () => {
    expect(programsOf({ state: 'GA' })).toBe('small 3001-6000, large 6500-12000, big_auto 7500-15000');
    expect(programsOf({ state: 'TX' })).toBe('small 2501-6000, large 6500-12000, big_auto 7500-12000');
  });

  it('are there for a good file in every served state', () => {
    const programs = ['small', 'large', 'big_auto'].map((name) => ({ name }));
    for (const { code } of lender.states) expect(decide({ state: code }), code).toMatchObject({ programs });
  });

  it.each([660, 699])('price $5,000 over 48 months at 31.22%% for a score of %i', (score) => {
    const rate = { months: 48, ratePercent: '31.22', row: 'R-S-660' };
    const pricing = expect.arrayContaining([rate]);
    expect(decide({ score })).toMatchObject({ programs: [{ name: 'small', pricing }, {}, {}] });
  });
});

describe('the fast path', () => {
  const strong: Partial<PolicyInputs> = { score: 740, inquiries6Months: 0 };
  it.each<[Partial<PolicyInputs>, boolean]>([
    [{}, true],
    [{ score: 739 }, false],
    [{ inquiries6Months: 1 }, false],
    [{ delinquencies30: 1 }, false],
    [{ delinquencies60: 1 }, false],
    [{ monthlyDebtCents: 64_999, housingPaymentCents: 110_000 }, true],
    [{ monthlyDebtCents: 65_000, housingPaymentCents: 110_000 }, false],
    [{ estimatedIncomeCents: 4_800_000 }, true],
    [{ estimatedIncomeCents: 4_799_999 }, false],
    [{ annualIncomeCents: 9_000_000, estimatedIncomeCents: 6_000_000 }, false],
    [{ estimatedIncomeCents: null }, false],
  ])('of a strong file with %j is open: %s', (change, isOpen) => {
    const decision = decide({ ...strong, ...change });
    expect(decision.kind).toBe('PREQUALIFIED');
    expect('fastPath' in decision).toBe(isOpen);
  });

  it('stays closed for inputs that were saved before the estimate was requested', () => {
    const { estimatedIncomeCents: _, ...saved } = { ...applicant, ...strong };
    const decision = policy.decidePrequalification(saved as PolicyInputs, ON);
    expect(decision.kind).toBe('PREQUALIFIED');
    expect(decision).not.toHaveProperty('fastPath');
  });
});

describe('the ability to pay', () => {
  const tight = { annualIncomeCents: 2_400_000, monthlyDebtCents: 0, vehicle: null };
  const context = { lender, state: 'UT', militaryCovered: false, date: ON };

  it('counts the new payment: $995 owed of $2,000 a month leaves nothing to offer, with the reason', () => {
    const decision = decide({ ...tight, vehicle: vehicleWorth(20_000), housingPaymentCents: 99_500 });
    expect(decision).toMatchObject({ kind: 'DECLINED', reasons: ['excessive-obligations'] });
    expect(decision.rows.map(({ row }) => row)).toContain('B-10');
  });

  it('shows the terms and amounts that fit, and no others', () => {
    const decision = decide({ ...tight, housingPaymentCents: 85_000 });
    if (decision.kind !== 'PREQUALIFIED') throw new Error(decision.kind);
    expect(decision.programs.map(({ name, maxCents }) => [name, maxCents])).toEqual([['small', 450_000]]);
    const [small] = decision.programs;
    if (small === undefined) throw new Error('There is no program.');
    const terms = termsFor(small, cents(400_000), context);
    expect(terms.map(({ months }) => months)[0]).toBeGreaterThan(24);
    for (const { monthlyPayment } of terms) expect(monthlyPayment).toBeLessThanOrEqual(15_000);
  });

  it('is required by program, amount and term where the table does', () => {
    const when = { program: 'small', amount: '>= 5000', months: '> 48', debtToIncomeWithLoan: '> 20' };
    const gives = { refuse: 'excessive-obligations' };
    const { rows } = tableSchemas.abilityToPay.parse({
      about: 'Long small loans of $5,000 and more may take a fifth of the income.',
      columns: Object.fromEntries(Object.keys(when).map((fact) => [fact, 'A column.'])),
      rows: [{ id: 'B-20', about: 'A row.', when, gives, from: '2024-01-01' }],
    });
    const { abilityToPay } = lender.policy;
    const stricter: Lender = {
      ...lender,
      policy: { ...lender.policy, abilityToPay: { ...abilityToPay, rows: [...abilityToPay.rows, ...rows] } },
    };
    const decision = createPolicy(stricter).decidePrequalification(applicant, ON);
    if (decision.kind !== 'PREQUALIFIED') throw new Error(decision.kind);
    const longest = (name: string, dollars: number) => {
      const program = decision.programs.find((one) => one.name === name);
      return program && termsFor(program, cents(dollars * 100), context).at(-1)?.months;
    };
    expect([longest('small', 4500), longest('small', 5000), longest('large', 6500)]).toEqual([60, 48, 60]);
  });

  it('shows no offer that fails the ratio, whatever is owed and earned', () => {
    fc.assert(
      fc.property(
        fc.record({
          monthlyDebtCents: fc.integer({ min: 0, max: 200_000 }),
          housingPaymentCents: fc.integer({ min: 0, max: 200_000 }),
          annualIncomeCents: fc.integer({ min: 0, max: 9_000_000 }),
          militaryCovered: fc.boolean(),
          state: fc.constantFrom('UT', 'IN', 'LA', 'AZ'),
        }),
        (change) => {
          const { state, militaryCovered } = change;
          const decision = decide(change);
          if (decision.kind !== 'PREQUALIFIED') return;
          for (const program of decision.programs) {
            for (const amount of program.validAmounts) {
              const terms = termsFor(program, amount, { ...context, state, militaryCovered });
              expect(terms.length).toBeGreaterThan(0);
              for (const { monthlyPayment } of terms) {
                const owed = change.monthlyDebtCents + change.housingPaymentCents + monthlyPayment;
                expect(owed * 24).toBeLessThanOrEqual(change.annualIncomeCents);
              }
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('approval', () => {
  const seen = { delinquencies90: 0, collections: 0, chargeOffs: 0 };
  const confirmedIncome = { annualCents: 6_000_000, by: 'bank' } as const;
  const usual = { ...applicant, atPrequalification: seen, confirmedIncome };
  const approve = (change: Partial<ApprovalInputs> = {}) =>
    policy.decideApproval({ ...usual, ...change }, ON);

  it('counts the income that a source confirmed, and never more than was declared', () => {
    const owed = { monthlyDebtCents: 100_000, housingPaymentCents: 100_000 };
    const programs = (annualCents: number) => {
      const decision = approve({ ...owed, confirmedIncome: { annualCents, by: 'bank' } });
      return decision.kind === 'APPROVED' ? decision.programs : decision.kind;
    };
    const [least, asDeclared, twice] = [programs(4_000_000), programs(6_000_000), programs(12_000_000)];
    expect(least).toBe('DECLINED');
    expect(twice).toEqual(asDeclared);
    expect(programs(5_400_000)).not.toEqual(asDeclared);
  });

  it('refers an income that only the applicant vouches for to a person', () => {
    expect(approve({ confirmedIncome: null }).kind).toBe('REFER');
  });

  it('rejects confirmed fraud, and refers a doubtful address or a review to a person', () => {
    expect(approve({ fraudShield: ['address-alert', 'confirmed-fraud'] }).kind).toBe('REJECTED');
    expect(approve({ fraudShield: ['address-alert'], collections: 1 }).kind).toBe('REFER');
    expect(approve({ fraudDecision: 'REVIEW' }).kind).toBe('REFER');
    expect(approve({ fraudDecision: 'REJECT' }).kind).toBe('REJECTED');
  });

  it('declines what is new since prequalification', () => {
    for (const [change, reason] of [
      [{ chargeOffs: 1 }, 'delinquent-with-others'],
      [{ collections: 1 }, 'collection-or-judgment'],
      [{ delinquencies90: 1 }, 'delinquent-with-others'],
    ] as const)
      expect(approve(change)).toMatchObject({ kind: 'DECLINED', reasons: [reason] });
    const atPrequalification = { ...seen, collections: 1, chargeOffs: 2 };
    expect(approve({ collections: 1, chargeOffs: 2, atPrequalification }).kind).toBe('APPROVED');
  });

  it('runs the rules of prequalification on the hard file', () => {
    expect(approve({ frozen: true, score: null })).toMatchObject({ reasons: ['file-frozen'] });
    const reasons = ['collection-or-judgment', 'recent-inquiries'];
    expect(approve({ inquiries6Months: 9, collections: 1 })).toMatchObject({ kind: 'DECLINED', reasons });
  });
});

describe('any decision', () => {
  it('is not made where the bureau names a factor that has no text', () => {
    expect(() => decide({ score: 559, scoreFactors: ['32', '99'] })).toThrow(
      new PolicyGapError(
        'The bureau named score factor 99 without its text; add it to scoreFactors in adverse-action.json.',
      ),
    );
    expect(() => decide({ score: 559, scoreFactors: [] })).toThrow(PolicyGapError);
    expect(decide({ scoreFactors: ['99'] }).kind).toBe('PREQUALIFIED');
  });

  it('to prequalify keeps inside the table’s ranges and rates, and can be replayed from what was stored', () => {
    // Clean enough files that most of them prequalify.
    const likely = inputs.map((one) => ({
      ...applicant,
      score: one.score,
      state: one.state,
      vehicle: one.vehicle,
      militaryCovered: one.militaryCovered,
      openConsumerFinanceLines: one.openConsumerFinanceLines,
    }));
    fc.assert(
      fc.property(likely, (one) => {
        const decision = policy.decidePrequalification(one, ON);
        const kept = JSON.parse(JSON.stringify({ inputs: one, decision }));
        const again = policy.decidePrequalification(kept.inputs, ON);
        expect(JSON.parse(JSON.stringify(again))).toEqual(kept.decision);
        if (decision.kind !== 'PREQUALIFIED') return;
        for (const program of decision.programs) {
          const table = lender.policy.programs.find((candidate) => candidate.name === program.name);
          if (!table) throw new Error('no such program');
          expect(program.minCents).toBeGreaterThanOrEqual(table.minCents);
          expect(program.maxCents).toBeLessThanOrEqual(table.maxCents);
          expect(program.validAmounts[0]).toBe(program.minCents);
          expect(program.validAmounts.at(-1)).toBe(program.maxCents);
          expect([...program.validAmounts].sort((a, b) => a - b)).toEqual(program.validAmounts);
          for (const rate of program.pricing) {
            expect(Number(rate.ratePercent)).toBeGreaterThanOrEqual(24);
            expect(Number(rate.ratePercent)).toBeLessThanOrEqual(35.99);
          }
          if (one.militaryCovered) expect(program.isAutoSecured).toBe(false);
          const amount =
            program.validAmounts[Math.floor(program.validAmounts.length / 2)] ?? program.minCents;
          const context = { lender, state: one.state, militaryCovered: one.militaryCovered, date: ON };
          expect(termsFor(program, amount, context).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('refuses inputs that are not what they must be', () => {
    expect(() => decide({ score: 1000 })).toThrow();
    expect(() => decide({ monthlyDebtCents: 10.5 })).toThrow();
    expect(() => decide({ name: 'somebody' } as object)).toThrow();
  });
});

describe('rows apply from their first day to their last', () => {
  const row = (id: string, cell: string, days: object) => ({
    ...{ id, about: 'A rule.', when: { inquiries6Months: cell }, ...days },
    gives: { outcome: 'DECLINED', reason: 'recent-inquiries' },
  });
  const eligibility = tableSchemas.eligibility.parse({
    about: 'Inquiries only.',
    columns: { inquiries6Months: 'Hard inquiries in the last six months' },
    rows: [
      row('E-1', '> 8', { from: '2024-01-01', until: '2026-12-31' }),
      row('E-2', '> 4', { from: '2027-01-01' }),
    ],
  });
  const changed = createPolicy({ ...lender, policy: { ...lender.policy, eligibility } });
  const kindOn = (day: string, inquiries6Months: number) =>
    changed.decidePrequalification({ ...applicant, inquiries6Months }, isoDate(day)).kind;

  it('so that a rule is changed from a day on, and the past can still be replayed', () => {
    expect(kindOn('2026-12-31', 5)).toBe('PREQUALIFIED');
    expect(kindOn('2026-12-31', 9)).toBe('DECLINED');
    expect(kindOn('2027-01-01', 5)).toBe('DECLINED');
    expect(kindOn('2027-01-01', 4)).toBe('PREQUALIFIED');
  });

  it('and nothing is decided on a day for which there are no rules', () => {
    const gap = new PolicyGapError('No row of eligibility.json is in effect on 2023-12-31.');
    expect(() => kindOn('2023-12-31', 0)).toThrow(gap);
  });
});

it('facts are in the units that the tables speak', () => {
  const bankruptcies = [
    { monthsSince: 30, open: false },
    { monthsSince: 8, open: true },
  ];
  expect(factsOf({ ...applicant, bankruptcies }, {})).toMatchObject({
    ...{ debtToIncome: 30, monthlyIncome: 5000, housingPayment: 1100 },
    ...{ vehicleValue: 12_500, vehicleYear: 2019 },
    ...{ openBankruptcy: true, monthsSinceBankruptcy: 8, newCollections: 0 },
  });
  const expected = { vehicleValue: null, debtToIncome: null, monthlyIncome: 0, monthsSinceBankruptcy: null };
  expect(factsOf({ ...applicant, vehicle: null, annualIncomeCents: 0 }, {})).toMatchObject(expected);
});
