import { afterAll, describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { dollars } from '#finance/money.ts';
import { LENDER_DIRECTORY, type Lender, loadLender } from '#lender/load.ts';
import { writePolicy } from '../../test/changed-policy.ts';
import { applicant } from '../../test/generated-inputs.ts';
import { testFolder } from '../../test/test-folder.ts';
import { createPolicy } from './decide.ts';
import type { PolicyInputs } from './inputs.ts';
import { termsFor } from './offers.ts';
import { reasonWording } from './reasons.ts';

const ON = isoDate('2026-11-20');

interface Row {
  readonly id: string;
  readonly when: Readonly<Record<string, string>>;
}

describe('a fourth program that only the lender’s files name', () => {
  // Its rules and rates are those of the auto-secured program, under their own ids.
  const addRowsOfTrailer = ({ rows }: { rows: Row[] }) => {
    for (const row of rows.filter(({ when }) => when.program === 'big_auto'))
      rows.push({ ...row, id: `T-${row.id}`, when: { ...row.when, program: 'trailer' } });
  };
  const policy = writePolicy(testFolder(afterAll), {
    programs: (programs) => {
      programs.trailer = {
        ...programs.big_auto,
        about: 'A short loan secured by a trailer.',
        ...{ min: '3000.00', max: '9000.00', step: '1000.00' },
        terms: { shortest: 24, longest: 48, every: 12 },
      };
    },
    'program-eligibility': addRowsOfTrailer,
    pricing: addRowsOfTrailer,
  });
  const lender = loadLender(LENDER_DIRECTORY, policy);

  const decide = (change: Partial<PolicyInputs> = {}) =>
    createPolicy(lender).decidePrequalification({ ...applicant, ...change }, ON);

  it('is offered after the others, with its own amounts, terms and rates, marked as secured', () => {
    const decision = decide();
    if (decision.kind !== 'PREQUALIFIED') throw new Error(decision.kind);
    expect(decision.programs.map(({ name }) => name)).toEqual(['small', 'large', 'big_auto', 'trailer']);
    const validAmounts = [3000, 4000, 5000, 6000, 7000, 8000, 9000].map(dollars);
    expect(decision.programs.at(-1)).toMatchObject({ validAmounts, isAutoSecured: true });
    expect(decision.rows.map(({ row }) => row)).toContain('T-P-A-30');
    const context = { lender, state: 'UT', militaryCovered: false, date: ON };
    const terms = decision.programs.flatMap((program) => termsFor(program, dollars(3000), context));
    const own = terms.filter(({ programName }) => programName === 'trailer');
    expect(own.map(({ months }) => months)).toEqual([24, 36, 48]);
    expect(own.every(({ isAutoSecured, row }) => isAutoSecured && row.startsWith('T-'))).toBe(true);
  });

  it('follows its own rules', () => {
    const decision = decide({ vehicle: null });
    if (decision.kind !== 'PREQUALIFIED') throw new Error(decision.kind);
    expect(decision.programs.map(({ name }) => name)).toEqual(['small', 'large']);
  });
});

it('a lender whose APR ceiling leaves nothing gives that as its reason', () => {
  const lender = loadLender();
  const fees: Lender['policy']['fees'] = [
    { kind: 'origination', states: ['UT'], percentOfLoan: '5.00', from: '2024-01-01', source: 'A test' },
  ];
  const decide = (aprCeiling: string) => {
    const policy = { ...lender.policy, fees, aprCeiling };
    return createPolicy({ ...lender, policy }).decidePrequalification({ ...applicant, state: 'UT' }, ON);
  };
  expect(decide('35.99').kind).toBe('PREQUALIFIED');
  const decision = decide('24.00');
  if (decision.kind !== 'DECLINED') throw new Error(decision.kind);
  expect(decision.reasons).toEqual(['apr-ceiling']);
  expect(reasonWording(lender, decision.reasons)).toEqual([lender.policy.adverseAction.aprCeiling]);
});
