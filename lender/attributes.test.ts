import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LenderFiles } from './lender-files.ts';
import { LENDER_DIRECTORY } from './load.ts';
import { readPolicy } from './load-policy.ts';

// biome-ignore lint/suspicious/noExplicitAny: mistakes are made in files of any shape.
type Json = any;

const folder = path.join(LENDER_DIRECTORY, 'policy');
const files = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(path.join(folder, name), 'utf8'),
]);

function refusal(file: string, change: (json: Json) => unknown): string {
  const texts = files.map(([name, text]): [string, string] => {
    const json = JSON.parse(text);
    if (name === file) change(json);
    return [name, JSON.stringify(json)];
  });
  try {
    readPolicy(new LenderFiles('lender', new Map(texts)));
    return 'nothing was refused';
  } catch (error) {
    return (error as Error).message;
  }
}

const declined = { outcome: 'DECLINED', reason: 'balances-too-high' };
const withRow =
  (when: Record<string, string>, gives: object = declined) =>
  (json: Json) => {
    for (const name of Object.keys(when)) json.columns[name] = 'A column.';
    json.rows.push({ id: 'X-1', about: 'A row.', when, gives, from: '2024-01-01' });
  };
const ratio = (numerator: string[], denominator: string[]) => ({
  source: { of: 'ratio', numerator, denominator, percent: true },
});

/** The refusal is one sentence about the file, and contains these words. */
function mustRefuse(file: string, change: (json: Json) => unknown, words: string) {
  const message = refusal(file, change);
  expect(message.startsWith(`lender/policy/${file}: `), message).toBe(true);
  expect(message).toContain(words);
  expect(message).toMatch(/[^.]\.$/);
  expect(message).not.toContain('\n');
}

describe('attributes are refused with one sentence', () => {
  const needsReason = '….reason is needed, or "mayDecline": false with why in its place, and not both.';
  const noNumber = (fact: string) =>
    `….source divides numbers about the applicant that are no ratios; "${fact}" is none.`;
  // "…" is the attribute that was changed.
  it.each<[says: string, change: Record<string, unknown> | ((json: Json) => unknown)]>([
    [needsReason, { reason: undefined }],
    [needsReason, { mayDecline: false, why: 'Why.' }],
    ['….why is needed beside "mayDecline": false, and only there.', { reason: undefined, mayDecline: false }],
    ['….mayDecline must be false, or left out beside a reason.', { mayDecline: true }],
    ['….reason must be a reason named in adverse-action.json, not "too-much".', { reason: 'too-much' }],
    ['….reason must be a reason named in adverse-action.json, not "score-', { reason: 'score-factors' }],
    ['….source.of must be one of', { source: { of: 'horoscope' } }],
    [
      '….source.measure must be one of incomeMonths, overdrafts90Days, monthlyLoanPayments, not "balance".',
      { source: { of: 'bank', measure: 'balance' }, unit: 'count' },
    ],
    ['….kind must be word, as its source has it, not "number".', { source: { of: 'partner' } }],
    ['….unit must be count, as its source has', { source: { of: 'bank', measure: 'overdrafts90Days' } }],
    ['….unit is needed for a number, and only there: one of count, months, dollars', { unit: undefined }],
    [
      '….source needs noneFrom for a number, and only there: where the codes for no value begin.',
      { source: { of: 'bureau', summary: 'PREMIER', code: 'BCC7110' } },
    ],
    [
      'attributes.score is the name of a built-in fact; give it another name.',
      ({ attributes }) => Object.assign(attributes, { score: attributes.cardUtilization }),
    ],
    [
      'attributes.card-use must be a name like "cardUtilization".',
      ({ attributes }) => Object.assign(attributes, { 'card-use': attributes.cardUtilization }),
    ],
    [noNumber('state'), ratio(['state'], ['monthlyIncome'])],
    [noNumber('overdraft'), ratio(['overdraft'], ['monthlyIncome'])],
    [noNumber('amount'), ratio(['overdrafts'], ['amount'])],
    [noNumber('bankLoanPaymentsToIncome'), ratio(['bankLoanPaymentsToIncome'], ['monthlyIncome'])],
    ['numerator must have at least 1 entry.', ratio([], ['monthlyIncome'])],
    [
      '… must have "mayDecline": false too, because no row may decline by overdrafts.',
      ({ attributes }) => {
        const { reason: _, ...overdrafts } = attributes.overdrafts;
        attributes.overdrafts = { ...overdrafts, mayDecline: false, why: 'Why.' };
        Object.assign(attributes.cardUtilization, ratio(['overdrafts'], ['monthlyIncome']));
      },
    ],
  ])('%s', (says, change) => {
    const make = (json: Json) =>
      typeof change === 'function' ? change(json) : Object.assign(json.attributes.cardUtilization, change);
    mustRefuse('attributes.json', make, says.replace('…', 'attributes.cardUtilization'));
  });

  it.each<[says: string, file: string, change: (json: Json) => unknown]>([
    [
      'declines by partner, by which no row may decline: Who sent an applicant says nothing about credit',
      'eligibility.json',
      withRow({ partner: 'harborlight' }),
    ],
    [
      'declines by channel, by which no row may decline: ',
      'eligibility.json',
      withRow({ channel: 'affiliate', score: '< 600' }, { outcome: 'REJECTED' }),
    ],
    [
      'declines by partner, by which no row may decline: ',
      'program-eligibility.json',
      withRow({ program: 'large', partner: 'quarry-credit' }, { refuse: 'excessive-obligations' }),
    ],
    [
      'declines by cardUtilization, so its reason must be balances-too-high, not "excessive-obligations".',
      'eligibility.json',
      withRow({ cardUtilization: '> 100' }, { ...declined, reason: 'excessive-obligations' }),
    ],
    [
      'declines by cardUtilization, so its reason must be balances-too-high, not "not-applied-for".',
      'program-eligibility.json',
      withRow({ program: 'large', cardUtilization: '> 100' }, { refuse: 'not-applied-for' }),
    ],
    [
      'overdrafts comes from the bank, which is linked after the first decision; only approval.json can use it.',
      'eligibility.json',
      withRow({ overdrafts: '>= 3' }, { outcome: 'STEP_UP' }),
    ],
    [
      'bankLoanPaymentsToIncome comes from the bank',
      'fast-path.json',
      withRow({ bankLoanPaymentsToIncome: '< 20' }, { fastPath: 'open' }),
    ],
    [
      'cardUtilization must be like < 560, >= 3, 640..659, 12 or none, not "high".',
      'eligibility.json',
      withRow({ cardUtilization: 'high' }),
    ],
    [
      'channel must be one of web_form, affiliate, not "web".',
      'eligibility.json',
      withRow({ channel: 'web' }, { outcome: 'STEP_UP' }),
    ],
    [
      'cardUse is not a fact that a table can use; use one of fraudDecision,',
      'eligibility.json',
      withRow({ cardUse: '> 100' }),
    ],
  ])('(X-1) %s: %s', (says, file, change) => mustRefuse(file, change, says));

  it('while rows that decline for their own reason, or send to a person, are taken', () => {
    for (const [file, change] of [
      ['eligibility.json', withRow({ partner: 'harborlight, quarry-credit' }, { outcome: 'STEP_UP' })],
      [
        'eligibility.json',
        withRow({ scoreExclusion: 'none', cardUtilization: 'none' }, { outcome: 'STEP_UP' }),
      ],
      [
        'program-eligibility.json',
        withRow({ program: 'large', cardUtilization: '80..100' }, { refuse: 'balances-too-high' }),
      ],
      [
        'ability-to-pay.json',
        withRow({ cardUtilization: '> 90', amount: '> 9000' }, { refuse: 'balances-too-high' }),
      ],
      [
        'approval.json',
        withRow({ bankLoanPaymentsToIncome: '> 60' }, { ...declined, reason: 'excessive-obligations' }),
      ],
      ['fast-path.json', withRow({ channel: 'web_form' }, { fastPath: 'open' })],
    ] as const)
      expect(refusal(file, change)).toBe('nothing was refused');
  });
});
