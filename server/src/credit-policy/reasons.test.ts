import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { C1_REASONS } from '#lender/schema/adverse-action.ts';
import { tableSchemas } from '#lender/schema/decision-tables.ts';
import { SCORE_MODEL_FACTORS } from '#lender/schema/score-models.ts';
import { decidingRows, keyFactors, reasonsGiven, reasonWording } from './reasons.ts';

const lender = loadLender();
const balances = 'Balances on bankcard or revolving accounts are too high compared to credit limits';
const newer = 'A factor of a newer score';

it('reasons are worded as form C-1 words them', () => {
  const words = ['Excessive obligations in relation to income', 'No credit file'];
  expect(reasonWording(lender, ['excessive-obligations', 'no-credit-file'])).toEqual(words);
  expect(C1_REASONS).toHaveLength(22);
});

it('no reason and no score factor speaks of a score that was not reached', () => {
  for (const words of Object.values(lender.policy.adverseAction.reasons)) expect(words).not.toMatch(/score/i);
});

it('key factors are four, and a fifth where it is about inquiries', () => {
  expect(keyFactors(lender, ['32', '14', '09', '07', '95', '85'])).toEqual([
    balances,
    'Lack of sufficient credit history',
    'The worst payment status on your accounts is delinquent or derogatory',
    'You have too many delinquent or derogatory accounts',
    'You have too many inquiries on your credit report',
  ]);
  expect(keyFactors(lender, ['85', '14', '09', '07', '95'])).toHaveLength(4);
  expect(keyFactors(lender, ['32', '32'])).toHaveLength(1);
  expect(keyFactors(lender, [])).toEqual([]);
});

it('an unlisted key factor has the bureau’s own text', () => {
  expect(keyFactors(lender, ['32', '99'], { '99': newer })).toEqual([balances, newer]);
});

const given = (reasons: string[], scoreFactors: string[], scoreFactorTexts?: Record<string, string>) =>
  reasonWording(lender, reasonsGiven(lender, reasons, { scoreFactors, scoreFactorTexts }));

it('each reason is listed once, in order, the factors’ reasons where the table refers to them', () => {
  expect(given(['bankruptcy', 'score-factors', 'bankruptcy', 'recent-inquiries'], ['32', '09'])).toEqual([
    'Bankruptcy',
    balances,
    'Delinquent past or present credit obligations with others',
    'Number of recent inquiries on credit bureau report',
  ]);
  expect(given([], ['32'])).toEqual([]);
});

it('a factor without text in form C-1 has the same weight, with the bureau’s text', () => {
  expect(given(['score-factors'], ['32', '14', '16'])).toEqual([
    balances,
    'Limited credit experience',
    'The total of all balances on your open accounts is too high',
  ]);
  const words = given(['score-factors'], ['99', '14'], { '99': newer });
  expect(words).toEqual([newer, 'Limited credit experience']);
});

it('inquiries whose effect was not significant are a key factor, and no principal reason', () => {
  expect(given(['score-factors'], ['32', '84'])).toHaveLength(1);
  expect(keyFactors(lender, ['32', '14', '09', '07', '84'])).toHaveLength(5);
});

it('no factor of the score is without words', () => {
  for (const code of SCORE_MODEL_FACTORS['VantageScore 4.0'] ?? [])
    expect(keyFactors(lender, [code]), code).toHaveLength(1);
});

it('no score factor becomes obligations too high for the income, or missing references', () => {
  for (const { reason } of Object.values(lender.policy.adverseAction.scoreFactors))
    expect(['excessive-obligations', 'insufficient-references']).not.toContain(reason);
});

it('a row that matches only where another one matches decides nothing beside it', () => {
  const gives = { outcome: 'DECLINED', reason: 'bankruptcy' };
  const decidingOf = (...whens: Record<string, string>[]) => {
    const { rows } = tableSchemas.eligibility.parse({
      about: 'Rows beside each other.',
      columns: { score: 'Score', collections: 'Collections', inquiries6Months: 'Inquiries' },
      rows: whens.map((when, at) => ({ id: `E-${at}`, about: 'A row.', when, gives, from: '2024-01-01' })),
    });
    return decidingRows(rows).map(({ id }) => id);
  };
  expect(decidingOf({ score: '< 560', collections: '>= 1' }, { score: '< 560' })).toEqual(['E-1']);
  expect(decidingOf({ score: '< 500' }, { score: '< 560' })).toEqual(['E-1']);
  expect(decidingOf({ score: '300..500' }, { score: '<= 500' }, { score: '412' })).toEqual(['E-1']);
  expect(decidingOf({ score: '< 560', collections: '>= 1' }, { collections: '>= 2' })).toHaveLength(2);
  expect(decidingOf({ score: '< 560' }, { inquiries6Months: '> 8' })).toHaveLength(2);
  expect(decidingOf({ score: 'none' }, { score: '< 560' })).toHaveLength(2);
  // The same rule twice keeps both reasons.
  expect(decidingOf({ score: '< 560' }, { score: '< 560' })).toHaveLength(2);
});
