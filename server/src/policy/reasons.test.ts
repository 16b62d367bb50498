import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { C1_REASONS, OTHER_REASONS } from '#lender/schema/adverse-action.ts';
import { keyFactors, reasonsGiven, reasonWording } from './reasons.ts';

const lender = loadLender();

it('reasons are worded as form C-1 words them', () => {
  expect(reasonWording(lender, ['excessive-obligations', 'no-credit-file'])).toEqual([
    'Excessive obligations in relation to income',
    'No credit file',
  ]);
  expect(C1_REASONS).toHaveLength(22 + OTHER_REASONS.length);
});

it('no reason and no score factor speaks of a score that was not reached', () => {
  for (const words of Object.values(lender.policy.adverseAction.reasons)) expect(words).not.toMatch(/score/i);
});

it('key factors are four, and a fifth where it is about inquiries', () => {
  expect(keyFactors(lender, ['32', '14', '09', '07', '95', '85'])).toEqual([
    'Balances on bankcard or revolving accounts are too high compared to credit limits',
    'Lack of sufficient credit history',
    'The worst payment status on your accounts is delinquent or derogatory',
    'You have too many delinquent or derogatory accounts',
    'You have too many inquiries on your credit report',
  ]);
  expect(keyFactors(lender, ['85', '14', '09', '07', '95'])).toHaveLength(4);
  expect(keyFactors(lender, ['32', '32', '99'])).toHaveLength(1);
  expect(keyFactors(lender, [])).toEqual([]);
});

it('reasons are given once each, in their order, the factors’ reasons where they are asked for', () => {
  expect(
    reasonsGiven(lender, ['bankruptcy', 'score-factors', 'bankruptcy', 'recent-inquiries'], ['32', '09']),
  ).toEqual(['bankruptcy', 'delinquent-with-others', 'recent-inquiries']);
  expect(reasonsGiven(lender, [], ['32'])).toEqual([]);
});

it('what the form has no words for is told where none of its reasons holds', () => {
  expect(reasonsGiven(lender, ['score-factors'], ['32'])).toEqual(['balances-too-high']);
  expect(reasonsGiven(lender, ['score-factors'], ['32', '09'])).toEqual(['delinquent-with-others']);
});

it('no score factor is told as obligations too high for the income, which it does not know', () => {
  for (const { reason } of Object.values(lender.policy.adverseAction.scoreFactors))
    expect(reason).not.toBe('excessive-obligations');
});
