import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { tableSchemas } from '#lender/schema/decision-tables.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, declinable, inputs, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from './decide.ts';
import { type ApprovalInputs, factsOf, type PolicyInputs } from './inputs.ts';
import { termsFor } from './offers.ts';
import { PolicyGapError } from './policy-rows.ts';
import { type GivenReason, reasonWording } from './reasons.ts';

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
    expect(decision).toMatchObject({
      kind: 'PREQUALIFIED',
      policyVersion: lender.policy.version,
    });
    expect(decision).not.toHaveProperty('fastPath');
    expect(decision.rows.map((row) => row.row)).toEqual(['R-S-700', 'R-L-700', 'P-A-30', 'R-A-700']);
    expect(programsOf({})).toBe(ALL);
  });

  it('is rejected or stepped up by the fraud check before anything else counts', () => {
    expect(decide({ fraudDecision: 'REJECT', frozen: true, score: null }).kind).toBe('REJECTED');
    expect(decide({ fraudDecision: 'REVIEW', delinquencies90: 4 }).kind).toBe('STEP_UP');
  });

  it('is declined where the file is frozen, missing or too thin for a score', () => {
    expect(reasonsOf({ frozen: true, score: null })).toEqual(['file-frozen']);
    expect(reasonsOf({ noFile: true, score: null, oldestTradeLineMonths: null })).toEqual(['no-credit-file']);
    expect(reasonsOf({ score: null })).toEqual(['limited-experience']);
  });

  it.each([
    [[{ monthsSince: 60, open: true }], true],
    [[{ monthsSince: 24, open: false }], true],
    [[{ monthsSince: 25, open: false }], false],
    [
      [
        { monthsSince: 90, open: false },
        { monthsSince: 3, open: false },
      ],
      true,
    ],
    [[], false],
  ])('with bankruptcies %j is declined for them: %s', (bankruptcies, declined) => {
    if (declined) expect(reasonsOf({ bankruptcies })).toEqual(['bankruptcy']);
    else expect(decide({ bankruptcies }).kind).toBe('PREQUALIFIED');
  });

  it.each([
    [{ delinquencies90: 1 }, true],
    [{ delinquencies30: 3 }, true],
    [{ delinquencies30: 2 }, false],
    [{ delinquencies60: 2 }, false],
  ])('with %j is declined for delinquency: %s', (change, declined) => {
    if (declined) expect(reasonsOf(change)).toEqual(['delinquent-with-others']);
    else expect(decide(change).kind).toBe('PREQUALIFIED');
  });

  it('with a score under 560 names what is behind the score, never the score', () => {
    const highBalances = 'Balances on bankcard or revolving accounts are too high compared to credit limits';
    const behindIt = [{ bureauText: highBalances }, 'recent-inquiries'];
    expect(reasonsOf({ score: 559, scoreFactors: ['32', '85'] })).toEqual(behindIt);
    // What is on the file without having lowered the score is no reason.
    expect(reasonsOf({ score: 559, scoreFactors: ['32', '85'], collections: 1 })).toEqual(behindIt);
    expect(programsOf({ score: 560 })).toBe('big_auto 7500-15000');
  });

  it.each([
    [100_000, 140_000, false],
    [240_000, 0, false],
    [250_000, 0, true],
    [250_001, 0, true],
    [100_000, 150_001, true],
  ])('with debts of %i and housing of %i cents on 5,000 dollars a month is too much: %s', (debt, housing, declined) => {
    const change = { monthlyDebtCents: debt, housingPaymentCents: housing };
    if (declined) expect(reasonsOf(change)).toEqual(['excessive-obligations']);
    else expect(decide(change).kind).toBe('PREQUALIFIED');
  });

  it('needs an income of $1,200 a month', () => {
    const none = { monthlyDebtCents: 0, housingPaymentCents: 0 };
    expect(decide({ ...none, annualIncomeCents: 1_440_000 }).kind).toBe('PREQUALIFIED');
    expect(reasonsOf({ ...none, annualIncomeCents: 1_439_999 })).toEqual(['income-insufficient']);
    expect(reasonsOf({ annualIncomeCents: 0 })).toEqual(['income-insufficient']);
  });

  it('accepts eight inquiries in six months, not nine', () => {
    expect(decide({ inquiries6Months: 8 }).kind).toBe('PREQUALIFIED');
    expect(reasonsOf({ inquiries6Months: 9 })).toEqual(['recent-inquiries']);
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
    expect(reasonsOf(everything)).toEqual([
      'bankruptcy',
      'delinquent-with-others',
      'excessive-obligations',
      'recent-inquiries',
    ]);
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
    const one = {
      ...applicant,
      score: 580,
      openConsumerFinanceLines: 1,
      vehicle: null,
      scoreFactors: ['14'],
    };
    expect(reasonsOf(one)).toEqual(['limited-experience']);
    expect(capped.decidePrequalification(one, ON)).toMatchObject({
      reasons: ['limited-experience', 'finance-company-loan'],
    });
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

  it('take no vehicle from covered members of the military', () => {
    expect(programsOf({ militaryCovered: true })).toBe('small 2501-6000, large 6500-12000');
  });

  it('that are all refused decline with the reasons of the rows that refused the nearest one', () => {
    expect(reasonsOf({ score: 590, vehicle: null, scoreFactors: ['09', '14'] })).toEqual([
      'delinquent-with-others',
      'limited-experience',
    ]);
    expect(
      reasonsOf({ score: 620, openConsumerFinanceLines: 2, vehicle: null, scoreFactors: ['14'] }),
    ).toEqual(['finance-company-loan']);
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
    for (const { code } of lender.states) {
      const decision = decide({ state: code });
      expect(decision.kind === 'PREQUALIFIED' && decision.programs.map((one) => one.name), code).toEqual([
        'small',
        'large',
        'big_auto',
      ]);
    }
  });

  it('price $5,000 over 48 months at 31.22% for a score of 660 to 699', () => {
    for (const score of [660, 699]) {
      const decision = decide({ score });
      if (decision.kind !== 'PREQUALIFIED') throw new Error(decision.kind);
      const small = decision.programs[0];
      expect(small?.pricing.find((one) => one.months === 48)).toEqual({
        months: 48,
        ratePercent: '31.22',
        row: 'R-S-660',
      });
      expect(small?.pricing.map((one) => one.months)).toEqual([
        24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60,
      ]);
    }
  });
});

describe('the fast path', () => {
  const strong: Partial<PolicyInputs> = { score: 740, inquiries6Months: 0 };
  const opens = (change: Partial<PolicyInputs>) => {
    const decision = decide({ ...strong, ...change });
    return decision.kind === 'PREQUALIFIED' && decision.fastPath !== undefined;
  };

  it('opens to a strong file', () => {
    expect(opens({})).toBe(true);
  });

  it.each([
    [{ score: 739 }],
    [{ inquiries6Months: 1 }],
    [{ delinquencies30: 1 }],
    [{ delinquencies60: 1 }],
    [{ monthlyDebtCents: 65_000, housingPaymentCents: 110_000 }],
    [{ estimatedIncomeCents: 4_799_999 }],
    [{ estimatedIncomeCents: null }],
  ])('stays shut with %j', (change) => {
    expect(opens(change)).toBe(false);
  });

  it('opens where the bureau’s estimate is at least 80% of the declared income', () => {
    expect(opens({ estimatedIncomeCents: 4_800_000 })).toBe(true);
    const raised = { annualIncomeCents: 9_000_000, estimatedIncomeCents: 6_000_000 };
    expect(opens(raised)).toBe(false);
    expect(decide({ ...strong, ...raised }).kind).toBe('PREQUALIFIED');
  });

  it('stays closed for inputs that were saved before the estimate was requested', () => {
    const { estimatedIncomeCents: _, ...saved } = { ...applicant, ...strong };
    const decision = policy.decidePrequalification(saved as PolicyInputs, ON);
    expect(decision.kind).toBe('PREQUALIFIED');
    expect(decision).not.toHaveProperty('fastPath');
  });

  it('opens to a ratio just under 35%', () => {
    expect(opens({ monthlyDebtCents: 64_999, housingPaymentCents: 110_000 })).toBe(true);
  });
});

describe('the ability to pay', () => {
  const tight = { annualIncomeCents: 2_400_000, monthlyDebtCents: 0, vehicle: null };
  const context = { lender, state: 'UT', militaryCovered: false, on: ON };

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
    const rows = [
      ...lender.policy.abilityToPay.rows,
      ...tableSchemas.abilityToPay.parse({
        about: 'Rows of a stricter lender.',
        columns: {
          program: 'The program',
          amount: 'Dollars',
          months: 'Months',
          debtToIncomeWithLoan: 'Percent',
        },
        rows: [
          {
            id: 'B-20',
            about: 'Long small loans of $5,000 and more may take a fifth of the income.',
            when: { program: 'small', amount: '>= 5000', months: '> 48', debtToIncomeWithLoan: '> 20' },
            gives: { refuse: 'excessive-obligations' },
            from: '2024-01-01',
          },
        ],
      }).rows,
    ];
    const stricter: Lender = {
      ...lender,
      policy: { ...lender.policy, abilityToPay: { ...lender.policy.abilityToPay, rows } },
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
          const decision = decide(change);
          if (decision.kind !== 'PREQUALIFIED') return;
          for (const program of decision.programs) {
            for (const amount of program.validAmounts) {
              const terms = termsFor(program, amount, {
                ...context,
                state: change.state,
                militaryCovered: change.militaryCovered,
              });
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
  const approve = (change: Partial<ApprovalInputs> = {}) =>
    policy.decideApproval(
      { ...applicant, atPrequalification: seen, confirmedIncome: confirmed, ...change },
      ON,
    );
  const confirmed = { annualCents: 6_000_000, by: 'bank' } as const;

  it('leaves the same programs where nothing has changed', () => {
    const [before, after] = [decide(), approve()];
    if (before.kind !== 'PREQUALIFIED' || after.kind !== 'APPROVED') throw new Error(after.kind);
    expect(after.programs).toEqual(before.programs);
  });

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
    expect(approve({ chargeOffs: 1 })).toMatchObject({
      kind: 'DECLINED',
      reasons: ['delinquent-with-others'],
    });
    expect(approve({ collections: 1 })).toMatchObject({
      kind: 'DECLINED',
      reasons: ['collection-or-judgment'],
    });
    expect(approve({ delinquencies90: 1 })).toMatchObject({
      kind: 'DECLINED',
      reasons: ['delinquent-with-others'],
    });
    const known = {
      collections: 1,
      chargeOffs: 2,
      atPrequalification: { ...seen, collections: 1, chargeOffs: 2 },
    };
    expect(approve(known).kind).toBe('APPROVED');
  });

  it('runs the rules of prequalification on the hard file', () => {
    expect(approve({ frozen: true, score: null })).toMatchObject({
      reasons: ['file-frozen'],
    });
    expect(approve({ inquiries6Months: 9, collections: 1 })).toMatchObject({
      kind: 'DECLINED',
      reasons: ['collection-or-judgment', 'recent-inquiries'],
    });
    expect(approve({ score: 590, vehicle: null })).toMatchObject({ kind: 'DECLINED' });
  });
});

describe('any decision', () => {
  /** The words of every reason that fired, weightiest first, worked out from the rows alone. */
  function firedWords(rows: readonly { readonly table: string; readonly row: string }[], one: PolicyInputs) {
    const { eligibility, approval, programEligibility, abilityToPay, adverseAction } = lender.policy;
    const programOf = (id: string) => id.split('-')[1];
    const refusals = new Map(
      programEligibility.rows.flatMap(({ id, gives }) => ('refuse' in gives ? [[id, gives.refuse]] : [])),
    );
    const closed = rows
      .filter(({ row }) => refusals.get(row) === 'not-applied-for')
      .map(({ row }) => programOf(row));
    const reasons = rows.flatMap(({ table, row: id }) => {
      if (table === 'program-eligibility') {
        const refusal = refusals.get(id);
        return refusal === undefined || closed.includes(programOf(id)) ? [] : [refusal];
      }
      const unpayable = abilityToPay.rows.find((each) => each.id === id);
      if (unpayable) return [unpayable.gives.refuse];
      const row = [...eligibility.rows, ...approval.rows].find((each) => each.id === id);
      return row && 'reason' in row.gives ? [row.gives.reason] : [];
    });
    const words: Record<string, string> = { ...adverseAction.reasons, ...adverseAction.ownReasons };
    const all = reasons.flatMap((reason) => {
      if (reason !== 'score-factors') return [words[reason]];
      return one.scoreFactors.flatMap((code) => {
        const listed = adverseAction.scoreFactors[code];
        if (listed === undefined) return [one.scoreFactorTexts?.[code]];
        if (listed.reason === 'none') return [];
        return [listed.reason === undefined ? listed.text : words[listed.reason]];
      });
    });
    return [...new Set(all)];
  }

  it('to decline gives reasons that fired, in their order, four at most', () => {
    let declines = 0;
    fc.assert(
      fc.property(declinable, (one) => {
        const approval = {
          ...one,
          atPrequalification: { delinquencies90: 0, collections: 0, chargeOffs: 0 },
          confirmedIncome: { annualCents: one.annualIncomeCents, by: 'bank' as const },
        };
        for (const decision of [
          policy.decidePrequalification(one, ON),
          policy.decideApproval(approval, ON),
        ]) {
          if (decision.kind !== 'DECLINED') continue;
          declines += 1;
          const words = reasonWording(lender, decision.reasons);
          expect(words).toEqual(
            firedWords(decision.rows, one).filter((fired) => words.includes(fired as string)),
          );
          expect(words.length).toBeLessThanOrEqual(4);
          expect(words.length).toBeGreaterThanOrEqual(1);
          for (const each of words) {
            expect(each).not.toMatch(/score\b|Insufficient number of credit references/i);
            if (/collateral/.test(each))
              expect([one.vehicle === null, one.militaryCovered]).toEqual([false, false]);
          }
        }
      }),
      { numRuns: runs(1500) },
    );
    expect(declines).toBeGreaterThan(runs(400));
  });

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
        expect(JSON.parse(JSON.stringify(policy.decidePrequalification(kept.inputs, ON)))).toEqual(
          kept.decision,
        );
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
          const context = { lender, state: one.state, militaryCovered: one.militaryCovered, on: ON };
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
  const with_ = (rows: readonly object[]): Lender => ({
    ...lender,
    policy: {
      ...lender.policy,
      eligibility: tableSchemas.eligibility.parse({
        about: 'Inquiries only.',
        columns: { inquiries6Months: 'Hard inquiries in the last six months', score: 'Score' },
        rows,
      }),
    },
  });
  const decline = { outcome: 'DECLINED', reason: 'recent-inquiries' };
  const changed = createPolicy(
    with_([
      {
        id: 'E-1',
        about: 'Old rule.',
        when: { inquiries6Months: '> 8' },
        gives: decline,
        from: '2024-01-01',
        until: '2026-12-31',
      },
      {
        id: 'E-2',
        about: 'New rule.',
        when: { inquiries6Months: '> 4' },
        gives: decline,
        from: '2027-01-01',
      },
    ]),
  );
  const kindOn = (day: string, inquiries6Months: number) =>
    changed.decidePrequalification({ ...applicant, inquiries6Months }, isoDate(day)).kind;

  it('so that a rule is changed from a day on, and the past can still be replayed', () => {
    expect(kindOn('2026-12-31', 5)).toBe('PREQUALIFIED');
    expect(kindOn('2026-12-31', 9)).toBe('DECLINED');
    expect(kindOn('2027-01-01', 5)).toBe('DECLINED');
    expect(kindOn('2027-01-01', 4)).toBe('PREQUALIFIED');
  });

  it('and nothing is decided on a day for which there are no rules', () => {
    expect(() => kindOn('2023-12-31', 0)).toThrow(PolicyGapError);
    expect(() => kindOn('2023-12-31', 0)).toThrow('No row of eligibility.json is in effect on 2023-12-31.');
  });
});

it('facts are in the units that the tables speak', () => {
  const facts = factsOf(
    {
      ...applicant,
      bankruptcies: [
        { monthsSince: 30, open: false },
        { monthsSince: 8, open: true },
      ],
    },
    {},
  );
  expect(facts).toMatchObject({
    debtToIncome: 30,
    monthlyIncome: 5000,
    housingPayment: 1100,
    vehicleValue: 12_500,
    vehicleYear: 2019,
    openBankruptcy: true,
    monthsSinceBankruptcy: 8,
    newCollections: 0,
  });
  expect(factsOf({ ...applicant, vehicle: null, annualIncomeCents: 0 }, {})).toMatchObject({
    vehicleValue: null,
    debtToIncome: null,
    monthlyIncome: 0,
    monthsSinceBankruptcy: null,
  });
});
