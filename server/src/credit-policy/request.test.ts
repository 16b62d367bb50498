import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { applicant, vehicleWorth } from '../../test/generated-inputs.ts';
import { createPolicy } from './decide.ts';
import { acceptedAs, compare, offeredFor, type Requested, requestedOf } from './request.ts';

const lender = loadLender();
const date = isoDate('2026-11-20');
const accepted = {
  ...{ amount: 500_000, months: 48, isAutoSecured: false },
  ...{ apr: 25.99, interestRate: 25.99, monthlyPayment: 16_850 },
};
const final = { ...accepted, financeCharge: 308_800, totalOfPayments: 808_800 };
const recorded = {
  ...{ requested_amount: 500_000, requested_term: 48, requested_auto_secured: null },
  ...{ accepted_term: null, path: 'standard' as const },
};

it('a request is what was submitted, and for the approval the accepted terms', () => {
  const submitted = { kind: 'submitted', amount: 500_000, months: 48, isAutoSecured: undefined };
  expect(requestedOf('prequalification', { ...recorded, accepted_term: accepted })).toEqual(submitted);
  const nothing = { ...recorded, requested_amount: null, requested_term: null };
  expect(requestedOf('prequalification', nothing)).toEqual({ kind: 'nothing' });
  expect(requestedOf('approval', { ...recorded, accepted_term: accepted })).toMatchObject(accepted);
});

describe('an offer beside a request', () => {
  const requested = (changes: object = {}): Requested => ({
    ...{ kind: 'accepted', path: 'standard' },
    ...accepted,
    ...changes,
  });
  const differences = (request: Requested, offer: object = {}) => {
    const { kind, differences } = compare(request, { amount: 500_000, terms: [{ ...final, ...offer }] });
    return kind === 'counteroffer' ? differences : kind;
  };

  it.each([
    ['as it was accepted', {}, {}, 'as-requested'],
    ['cheaper', {}, { interestRate: 24 }, 'as-requested'],
    ['less', { amount: 600_000 }, {}, ['less']],
    ['more', { amount: 400_000 }, {}, ['more']],
    ['over a shorter term', { months: 60 }, {}, ['shorter']],
    ['over a longer term', { months: 36 }, {}, ['longer']],
    ['on the vehicle', {}, { isAutoSecured: true }, ['secured']],
    ['less without it', { amount: 900_000, isAutoSecured: true }, {}, ['less', 'unsecured']],
    ['at a higher rate', {}, { interestRate: 27.99 }, ['dearer']],
    ['for a higher fee', {}, { fees: { origination: 100, filing: 0 } }, ['dearer']],
  ] as const)('is %s', (_, changes, offer, expected) => {
    expect(differences(requested(changes), offer)).toEqual(expected);
  });

  it('is none where nothing is lent, and no counteroffer where nothing was requested', () => {
    expect(compare(requested(), undefined)).toEqual({ kind: 'nothing', differences: [] });
    expect(differences({ kind: 'nothing' })).toBe('as-requested');
    expect(differences({ kind: 'submitted', isAutoSecured: true })).toBe('as-requested');
  });

  it('is called what it is once it is accepted', () => {
    const offered = { amount: 500_000, terms: [final] };
    const wanted = (amount: number) => ({ kind: 'submitted', amount }) as const;
    expect(acceptedAs(wanted(500_000), offered, offered)).toBe('request');
    expect(acceptedAs(wanted(620_000), offered, offered)).toBe('counteroffer');
    expect(acceptedAs(wanted(500_000), offered, { ...offered, amount: 300_000 })).toBe('choice');
    expect(acceptedAs({ kind: 'nothing' }, offered, offered)).toBe('choice');
  });
});

describe('what is offered', () => {
  const vehicle = vehicleWorth(30_000);
  const inputs = { ...applicant, score: 790, monthlyDebtCents: 0, annualIncomeCents: 12_000_000, vehicle };
  const decision = createPolicy(lender).decidePrequalification(inputs, date);
  if (decision.kind !== 'PREQUALIFIED') throw new Error(`Decided ${decision.kind}.`);
  const context = { lender, state: inputs.state, militaryCovered: false, date };
  const offered = (requested: Requested) => offeredFor(decision.programs, requested, context);

  it.each<[string, Requested, number]>([
    ['the requested amount', { kind: 'submitted', amount: 512_300 }, 512_300],
    ['the nearest listed one', { kind: 'submitted', amount: 640_000 }, 650_000],
    ['the requested one on the vehicle', { kind: 'submitted', amount: 1_500_000 }, 1_500_000],
    ['the nearest one without it', { kind: 'submitted', amount: 1_500_000, isAutoSecured: false }, 1_200_000],
    ['the requested one first', { kind: 'submitted', amount: 500_000, isAutoSecured: true }, 500_000],
    ['the most where nothing is requested', { kind: 'nothing' }, 1_500_000],
  ])('is %s', (_, requested, amount) => {
    expect(offered(requested)?.amount).toBe(amount);
  });

  it('is, once terms were accepted, their amount or less, and on the fast path one term', () => {
    const between = { ...accepted, kind: 'accepted', amount: 640_000 } as const;
    expect(offered({ ...between, path: 'standard' })?.amount).toBe(600_000);
    const exact = offered({ ...between, path: 'fast-path' });
    expect([exact?.amount, exact?.terms.map(({ months }) => months)]).toEqual([600_000, [48]]);
    expect(offered({ ...between, path: 'fast-path', amount: 100_000 })).toBeUndefined();
  });
});
