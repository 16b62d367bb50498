import { describe, expect, it } from 'vitest';
import { loadLender } from '../lender/load.ts';
import { landingLoans, lenderFacts } from './lender-facts.ts';

const lender = loadLender();

describe('the demo lender on the screens', () => {
  it('matches its policy and the loan arithmetic', () => {
    expect(lenderFacts(lender)).toEqual({
      leastAmount: '$2,501',
      mostAmount: '$15,000',
      lowestApr: '24.00%',
      highestApr: '35.99%',
      shortestTerm: '24',
      longestTerm: '60',
      smallestAtBranch: '$500',
      example: {
        amount: '$5,000',
        received: '$5,000',
        months: 48,
        apr: '31.22%',
        payment: '$183.60',
        lastPayment: '$183.12',
        financeCharge: '$3,812.32',
        total: '$8,812.32',
      },
      exampleVehicle: '$12,500',
      prequalifyingTakes: '5 minutes',
      branchCallsWithin: '24 to 48 hours',
      fundsArriveIn: '2 to 3 business days',
      minDaysBetweenLoans: '30',
    });
  });

  it('has an example of each amount on the landing page, with the vehicle that it needs', () => {
    const loans = landingLoans(lender);
    expect(loans.map(({ amount, payment, needsVehicle }) => [amount, payment, needsVehicle])).toEqual([
      ['$3,000', '$110.16', false],
      ['$5,000', '$183.60', false],
      ['$7,500', '$275.39', false],
      ['$10,000', '$367.19', false],
      ['$12,000', '$440.63', false],
      ['$15,000', '$550.79', true],
    ]);
    expect(loans.filter(({ isUsual }) => isUsual)).toMatchObject([lenderFacts(lender).example]);
  });
});

it('shows another lender’s programs, example and limits', () => {
  const { advertised, policy, openStates } = lender;
  const programs = policy.programs.map((program) => ({ ...program, minCents: program.minCents + 10_000 }));
  const [limits] = policy.timeLimits;
  if (!limits) throw new Error('The demo lender has time limits.');
  const timeLimits = [limits, { ...limits, minDaysBetweenLoans: 45, from: '2026-07-01' }];
  const other = {
    advertised: { ...advertised, smallestLoanAtBranch: null, branchCallsWithinHours: { from: 1, to: 1 } },
    policy: { ...policy, aprCeiling: '29.99', programs, timeLimits },
    openStates,
  };
  expect(lenderFacts(other, '2026-06-30')).toMatchObject({
    leastAmount: '$2,601',
    highestApr: '29.99%',
    smallestAtBranch: null,
    branchCallsWithin: '1 hour',
    minDaysBetweenLoans: '30',
  });
  expect(lenderFacts(other, '2026-07-01').minDaysBetweenLoans).toBe('45');
});
