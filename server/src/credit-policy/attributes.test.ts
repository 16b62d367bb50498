import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { type Attributes, attributesSchema } from '#lender/schema/attributes.ts';
import { tableSchemasWith } from '#lender/schema/decision-tables.ts';
import { applicant } from '../../test/generated-inputs.ts';
import { bureauSummaries, storedAttributes } from './attributes.ts';
import { createPolicy } from './decide.ts';
import { approvalInputsOf, factsOf, type PolicyInputs } from './inputs.ts';
import { MissingFactError } from './policy-rows.ts';

const lender = loadLender();
const { attributes } = lender.policy;
const ON = isoDate('2026-11-20');
const policy = createPolicy(lender);

const withValues = (values: NonNullable<PolicyInputs['attributes']>, inputs: PolicyInputs = applicant) => ({
  ...inputs,
  attributes: { ...inputs.attributes, ...values },
});
const approvalWith = (values: NonNullable<PolicyInputs['attributes']>) =>
  policy.decideApproval(approvalInputsOf(withValues(values), applicant, applicant.annualIncomeCents), ON);

describe('the values that a decision stores', () => {
  const bureau = (value: string) => ({
    summaries: { 'PREMIER ATTRIBUTES': { BCC7110: value } },
    exclusionCode: '4',
  });

  it('are null where no source delivered one, and are those of each source where it did', () => {
    expect(storedAttributes(attributes, {})).toEqual({
      cardUtilization: null,
      scoreExclusion: null,
      overdrafts: null,
      incomeMonths: null,
      bankLoanPayments: null,
      earlierChargeOffs: null,
      partner: null,
      channel: null,
    });
    const delivered = {
      bureau: bureau('087'),
      cashFlow: { incomeMonths: 6, overdrafts90Days: 2, monthlyLoanPayments: 31_250 },
      earlierLoans: { openLoans: 0, paidAsAgreed: 2, chargedOff: 1, monthsSincePayoff: 14 },
      partner: 'harborlight',
      channel: 'affiliate',
    } as const;
    expect(storedAttributes(attributes, delivered)).toEqual({
      cardUtilization: 87,
      scoreExclusion: '4',
      overdrafts: 2,
      incomeMonths: 6,
      bankLoanPayments: 312.5,
      earlierChargeOffs: 1,
      partner: 'harborlight',
      channel: 'affiliate',
    });
    const own = { partner: null, channel: 'web_form' } as const;
    expect(storedAttributes(attributes, own)).toMatchObject(own);
  });

  const noValues = ['990', '999', '', 'N/A'];
  it.each(noValues)('are null where the bureau has %j, a code for why there is none', (value) => {
    expect(storedAttributes(attributes, { bureau: bureau(value) })).toMatchObject({ cardUtilization: null });
  });

  it('stay as they were where a source was not read again', () => {
    const before = { cardUtilization: 12, partner: 'harborlight', channel: 'affiliate', removed: 1 };
    const now = storedAttributes(attributes, { bureau: bureau('040') }, before);
    expect(now).toMatchObject({ cardUtilization: 40, partner: 'harborlight', channel: 'affiliate' });
    expect(now).not.toHaveProperty('removed');
  });

  it('request each package of the bureau once', () => {
    expect(bureauSummaries(attributes)).toEqual(['PREMIER ATTRIBUTES']);
  });
});

describe('a ratio', () => {
  const ratios: Attributes = attributesSchema.parse({
    about: 'Ratios.',
    attributes: {
      ...structuredClone(attributes),
      bankLoanPaymentsToIncome: {
        about: 'A ratio',
        kind: 'number',
        unit: 'percent',
        source: {
          of: 'ratio',
          numerator: ['bankLoanPayments', 'housingPayment'],
          denominator: ['monthlyIncome'],
          percent: true,
        },
        reason: 'excessive-obligations',
      },
    },
  }).attributes;
  const ratioOf = (values: NonNullable<PolicyInputs['attributes']>, changes: Partial<PolicyInputs> = {}) =>
    factsOf(approvalInputsOf(withValues(values, { ...applicant, ...changes }), applicant, 6_000_000), ratios)
      .attributes.bankLoanPaymentsToIncome;

  it('is the sum of its operands divided by the other sum, exact at round figures', () => {
    // Monthly: 1,100 for housing and 400 for loans, of 5,000.
    expect(ratioOf({ bankLoanPayments: 400 })).toBe(30);
    // One dollar of ten thirds.
    expect(ratioOf({ bankLoanPayments: 1 }, { housingPaymentCents: 0, annualIncomeCents: 4000 })).toBe(30);
  });

  it('is none if an operand is none, or there is nothing to divide by', () => {
    expect(ratioOf({ bankLoanPayments: null })).toBeNull();
    expect(ratioOf({ bankLoanPayments: 400 }, { annualIncomeCents: 0 })).toBeNull();
  });
});

describe('a decision', () => {
  it('declines by an attribute with its reason', () => {
    const expected = { kind: 'DECLINED', reasons: ['balances-too-high'], rows: [{ row: 'E-73' }] };
    expect(policy.decidePrequalification(withValues({ cardUtilization: 151 }), ON)).toMatchObject(expected);
    const chargedOff = policy.decidePrequalification(withValues({ earlierChargeOffs: 1 }), ON);
    expect(chargedOff).toMatchObject({ reasons: ['poor-performance-with-us'] });
    expect(policy.decidePrequalification(withValues({ cardUtilization: 150 }), ON).kind).toBe('PREQUALIFIED');
  });

  it('learns only at approval what the bank shows', () => {
    const overdrawn = { overdrafts: 6 };
    expect(policy.decidePrequalification(withValues(overdrawn), ON).kind).toBe('PREQUALIFIED');
    expect(approvalWith(overdrawn)).toMatchObject({ kind: 'DECLINED', reasons: ['overdrawn-account'] });
    expect(approvalWith({ overdrafts: 5 }).kind).toBe('APPROVED');
  });

  it('opens the fast path, which links no bank, as approval without a bank would decide', () => {
    const strong: PolicyInputs = { ...applicant, score: 800, monthlyDebtCents: 0, inquiries6Months: 0 };
    const opens = (when: Record<string, string>, changes: Partial<PolicyInputs> = {}) => {
      const { approval } = lender.policy;
      const { rows } = tableSchemasWith(attributes).approval.parse({
        about: 'A row.',
        columns: { overdrafts: 'Overdrafts' },
        rows: [{ id: 'A-99', about: 'A row.', when, gives: { outcome: 'REFER' }, from: '2024-01-01' }],
      });
      const changed = { ...lender.policy, approval: { ...approval, rows: [...approval.rows, ...rows] } };
      const decision = createPolicy({ ...lender, policy: changed }).decidePrequalification(
        { ...strong, ...changes },
        ON,
      );
      return [decision.kind, 'fastPath' in decision];
    };
    expect(opens({ overdrafts: '>= 1' })).toEqual(['PREQUALIFIED', true]);
    // What no bank showed is not known to be none.
    expect(opens({ overdrafts: 'none' })).toEqual(['PREQUALIFIED', true]);
    expect(opens({ overdrafts: 'none' }, { estimatedIncomeCents: null })).toEqual(['PREQUALIFIED', false]);
  });

  it('is not made on inputs that lack an attribute on which it depends', () => {
    const { cardUtilization: _, ...older } = applicant.attributes ?? {};
    const missing = (inputs: PolicyInputs) => {
      try {
        return policy.decidePrequalification(inputs, ON).kind;
      } catch (error) {
        return error instanceof MissingFactError ? error.fact : error;
      }
    };
    expect(missing({ ...applicant, attributes: older })).toBe('cardUtilization');
    expect(missing({ ...applicant, attributes: { ...older, cardUtilization: null } })).toBe('PREQUALIFIED');
    const { overdrafts: __, ...withoutBank } = applicant.attributes ?? {};
    expect(missing({ ...applicant, attributes: withoutBank })).toBe('PREQUALIFIED');
    const unlinked = approvalInputsOf({ ...applicant, attributes: withoutBank }, applicant, undefined);
    const expected = 'The inputs have no value for overdrafts, which was declared after they were stored.';
    expect(() => policy.decideApproval(unlinked, ON)).toThrow(expected);
  });
});
