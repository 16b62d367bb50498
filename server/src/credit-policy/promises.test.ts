// What prequalification offers, approval lends, as long as no fact changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { tableSchemas } from '#lender/schema/decision-tables.ts';
import { runs } from '../../../scripts/property-runs.ts';
import { applicant, inputs } from '../../test/generated-inputs.ts';
import { createPolicy } from './decide.ts';
import { approvalInputsOf, type PolicyInputs } from './inputs.ts';
import { type QualifiedProgram, termsFor } from './offers.ts';

const lender = loadLender();
const ON = isoDate('2026-11-20');

const rows: readonly (readonly [string, string, 'REJECTED' | 'REFER' | 'DECLINED'])[] = [
  ['inquiries6Months', '>= 1', 'DECLINED'],
  ['debtToIncome', '> 30', 'DECLINED'],
  ['estimatedToDeclaredIncome', '< 90', 'DECLINED'],
  ['monthlyIncome', '< 3000', 'DECLINED'],
  ['residence', 'other', 'DECLINED'],
  ['openTradeLines', '< 3', 'REFER'],
  ['collections', '>= 1', 'REJECTED'],
  ['vehicleValue', 'none', 'DECLINED'],
];
/** The demo lender, with a row more in the table of approval. */
const stricter = (fact: string, cell: string, outcome: string): Lender => {
  const gives = outcome === 'DECLINED' ? { outcome, reason: 'poor-performance-with-us' } : { outcome };
  const { rows: added } = tableSchemas.approval.parse({
    about: 'A stricter approval.',
    columns: { [fact]: 'A fact of the new rule' },
    rows: [{ id: 'A-99', about: 'A new rule.', when: { [fact]: cell }, gives, from: '2024-01-01' }],
  });
  const { approval } = lender.policy;
  const policy = { ...lender.policy, approval: { ...approval, rows: [...approval.rows, ...added] } };
  return { ...lender, policy };
};
const lenders = [lender, ...rows.map((row) => stricter(...row))];

/** Clean enough that most of them are offered something. */
const likely = inputs.map((one): PolicyInputs => {
  const annualIncomeCents = 1_500_000 + one.annualIncomeCents;
  return {
    ...applicant,
    score: one.score === null ? 700 : 620 + (one.score % 230),
    housingPaymentCents: one.housingPaymentCents % 100_000,
    monthlyDebtCents: one.monthlyDebtCents % 80_000,
    annualIncomeCents,
    estimatedIncomeCents:
      one.estimatedIncomeCents &&
      Math.round((annualIncomeCents * (70 + (one.estimatedIncomeCents % 50))) / 100),
    inquiries6Months: one.inquiries6Months % 2,
    delinquencies30: Math.max(0, one.delinquencies30 - 3),
    collections: Math.max(0, one.collections - 1),
    openTradeLines: one.openTradeLines,
    fraudShield: one.fraudShield,
    militaryCovered: one.militaryCovered,
    vehicle: one.vehicle,
    // Caps are computed once a state, which takes most of the time.
    state: one.state < 'N' ? 'UT' : 'TX',
    residentialStatus: one.residentialStatus,
    openConsumerFinanceLines: one.openConsumerFinanceLines,
  };
});

describe('an applicant whose facts stay the same', () => {
  const policies = lenders.map((one) => ({ one, policy: createPolicy(one) }));

  it('is approved for all that was offered, once the bank confirms the income, and on the fast path without', () => {
    const counts = { offered: 0, inOneClick: 0 };
    fc.assert(
      fc.property(likely, fc.constantFrom(...policies), (person, { one, policy }) => {
        const facts = { lender: one, state: person.state, militaryCovered: person.militaryCovered, date: ON };
        const decision = policy.decidePrequalification(person, ON);
        if (decision.kind !== 'PREQUALIFIED') return;
        const lends = (
          approved: ReturnType<typeof policy.decideApproval>,
          offered: readonly QualifiedProgram[],
        ) => {
          if (approved.kind !== 'APPROVED') throw new Error(`Offered, and then ${approved.kind}.`);
          for (const program of offered) {
            const same = approved.programs.find(({ name }) => name === program.name);
            expect(same?.validAmounts).toEqual(program.validAmounts);
            const amount = program.maxCents;
            expect(same && termsFor(same, amount, facts)).toEqual(termsFor(program, amount, facts));
          }
        };
        counts.offered += 1;
        const confirmed = approvalInputsOf(person, person, person.annualIncomeCents);
        lends(policy.decideApproval(confirmed, ON), decision.programs);
        if (decision.fastPath === undefined) return;
        counts.inOneClick += 1;
        lends(policy.decideApproval(approvalInputsOf(person, person, undefined), ON), decision.fastPath);
      }),
      { numRuns: runs(400) },
    );
    expect(counts.offered).toBeGreaterThan(runs(80));
    expect(counts.inOneClick).toBeGreaterThanOrEqual(runs(5));
  });

  it('is offered nothing in one click that only the declared income could pay', () => {
    const me = { ...applicant, score: 760, inquiries6Months: 0, housingPaymentCents: 0, monthlyDebtCents: 0 };
    const poor = { ...me, annualIncomeCents: 1_560_000, estimatedIncomeCents: 1_248_000, vehicle: null };
    const policy = createPolicy(lender);
    const decision = policy.decidePrequalification(poor, ON);
    expect(decision).toMatchObject({ kind: 'PREQUALIFIED' });
    expect(decision).not.toHaveProperty('fastPath');
    // A factor without a text matters to a notice only.
    expect(policy.decidePrequalification({ ...poor, scoreFactors: ['99'] }, ON).kind).toBe('PREQUALIFIED');
    expect(policy.decideApproval(approvalInputsOf(poor, poor, undefined), ON).kind).toBe('DECLINED');
  });
});
