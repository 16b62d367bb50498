import { expect, test } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { C1_REASONS } from '#lender/schema.ts';
import { keyFactors, reasonsGiven, reasonWording } from './reasons.ts';

const lender = loadLender();

test('reasons are worded as form C-1 words them', () => {
  expect(reasonWording(lender, ['excessive-obligations', 'no-credit-file'])).toEqual([
    'Excessive obligations in relation to income',
    'No credit file',
  ]);
  expect(C1_REASONS).toHaveLength(22);
});

test('no reason and no score factor speaks of a score that was not reached', () => {
  for (const words of Object.values(lender.policy.adverseAction.reasons)) expect(words).not.toMatch(/score/i);
});

test('key factors are four, and a fifth where it is about inquiries', () => {
  expect(keyFactors(lender, ['10', '14', '39', '18', '20', '08'])).toEqual([
    'Proportion of balances to credit limits on revolving accounts is too high',
    'Length of time accounts have been established',
    'Serious delinquency',
    'Number of accounts with delinquency',
    'Too many inquiries in the last 12 months',
  ]);
  expect(keyFactors(lender, ['08', '14', '39', '18', '20'])).toHaveLength(4);
  expect(keyFactors(lender, ['10', '10', '99'])).toHaveLength(1);
  expect(keyFactors(lender, [])).toEqual([]);
});

test('reasons are given once each, in their order, the factors’ reasons where they are asked for', () => {
  expect(
    reasonsGiven(lender, ['bankruptcy', 'score-factors', 'bankruptcy', 'recent-inquiries'], ['10', '39']),
  ).toEqual(['bankruptcy', 'excessive-obligations', 'delinquent-with-others', 'recent-inquiries']);
  expect(reasonsGiven(lender, [], ['10'])).toEqual([]);
});
