import { expect, it } from 'vitest';
import { dollars } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import type { QualifiedProgram } from '#server/credit-policy/offers.ts';
import { termsOf } from './service.ts';

const program = (name: string, ratePercent: string, isAutoSecured = false): QualifiedProgram => ({
  name,
  minCents: dollars(5000),
  maxCents: dollars(5000),
  validAmounts: [dollars(5000)],
  pricing: [24, 36].map((months) => ({ months, ratePercent, row: 'R-1' })),
  floorPercent: '24.00',
  isAutoSecured,
});

it('offers each term once with and once without a vehicle, at the lowest price', () => {
  const lender = loadLender();
  const services = { clock: { now: () => new Date('2026-11-20T18:00:00Z') } };
  const programs = [program('one', '31.00'), program('two', '28.00'), program('three', '26.00', true)];
  const inputs = { state: 'UT', militaryCovered: false };
  const terms = termsOf(services as never, { programs, inputs, lender } as never, dollars(5000));
  expect(terms.map((term) => [term.months, term.isAutoSecured, term.interestRate])).toEqual([
    [24, false, 28],
    [24, true, 26],
    [36, false, 28],
    [36, true, 26],
  ]);
});
