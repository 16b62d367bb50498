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

/** The sentence that refuses the demo's policy with one file changed. */
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

const withAttribute = (changes: object) => (json: Json) => {
  json.attributes.cardUtilization = { ...json.attributes.cardUtilization, ...changes };
};
const withRow =
  (when: Record<string, string>, gives: object = { outcome: 'DECLINED', reason: 'balances-too-high' }) =>
  (json: Json) => {
    for (const name of Object.keys(when)) json.columns[name] = 'A column.';
    json.rows.push({ id: 'X-1', about: 'A row.', when, gives, from: '2024-01-01' });
  };
const ratio = (numerator: string[], denominator: string[]) =>
  withAttribute({ source: { of: 'ratio', numerator, denominator, percent: true } });
const declined = { outcome: 'DECLINED', reason: 'balances-too-high' };

describe('attributes are refused with one sentence', () => {
  it.each<[string, (json: Json) => unknown, string]>([
    [
      'without a reason',
      withAttribute({ reason: undefined }),
      'attributes.cardUtilization.reason is needed, or "mayDecline": false with why in its place, and not both.',
    ],
    [
      'with a reason and without the right to decline',
      withAttribute({ mayDecline: false, why: 'Why.' }),
      'attributes.cardUtilization.reason is needed, or "mayDecline": false with why in its place, and not both.',
    ],
    [
      'that may not decline, without why',
      withAttribute({ reason: undefined, mayDecline: false }),
      'attributes.cardUtilization.why is needed beside "mayDecline": false, and only there.',
    ],
    [
      'that may decline by another word',
      withAttribute({ mayDecline: true }),
      'attributes.cardUtilization.mayDecline must be false, or left out beside a reason.',
    ],
    [
      'with a reason that has no words',
      withAttribute({ reason: 'too-much' }),
      'attributes.cardUtilization.reason must be a reason named in adverse-action.json, not "too-much".',
    ],
    [
      'whose reason would be the score',
      withAttribute({ reason: 'score-factors' }),
      'attributes.cardUtilization.reason must be a reason named in adverse-action.json, not "score-factors".',
    ],
    [
      'of an unknown source',
      withAttribute({ source: { of: 'horoscope' } }),
      'attributes.cardUtilization.source.of must be one of',
    ],
    [
      'of an unknown measure',
      withAttribute({ source: { of: 'bank', measure: 'balance' }, unit: 'count' }),
      'attributes.cardUtilization.source.measure must be one of incomeMonths, overdrafts90Days, monthlyLoanPayments, not "balance".',
    ],
    [
      'of another kind than its source',
      withAttribute({ source: { of: 'partner' } }),
      'attributes.cardUtilization.kind must be word, as its source has it, not "number".',
    ],
    [
      'of another unit than its source',
      withAttribute({ source: { of: 'bank', measure: 'overdrafts90Days' } }),
      'attributes.cardUtilization.unit must be count, as its source has it, not "percent".',
    ],
    [
      'as a number without a unit',
      withAttribute({ unit: undefined }),
      'attributes.cardUtilization.unit is needed for a number, and only there: one of count, months, dollars, percent.',
    ],
    [
      'of the bureau, without where its codes for no value begin',
      withAttribute({ source: { of: 'bureau', summary: 'PREMIER', code: 'BCC7110' } }),
      'attributes.cardUtilization.source needs noneFrom for a number, and only there: where the codes for no value begin.',
    ],
    [
      'named like a built-in fact',
      (json: Json) => {
        json.attributes.score = json.attributes.cardUtilization;
      },
      'attributes.score is the name of a built-in fact; give it another name.',
    ],
    [
      'with a name that no cell can use',
      (json: Json) => {
        json.attributes['card-use'] = json.attributes.cardUtilization;
      },
      'attributes.card-use must be a name like "cardUtilization".',
    ],
    [
      'that divide what is no number',
      ratio(['state'], ['monthlyIncome']),
      'attributes.cardUtilization.source divides numbers about the applicant that are no ratios; "state" is none.',
    ],
    [
      'that divide an unknown fact',
      ratio(['overdraft'], ['monthlyIncome']),
      'attributes.cardUtilization.source divides numbers about the applicant that are no ratios; "overdraft" is none.',
    ],
    [
      'that divide by an offer',
      ratio(['overdrafts'], ['amount']),
      'attributes.cardUtilization.source divides numbers about the applicant that are no ratios; "amount" is none.',
    ],
    [
      'that divide another ratio',
      ratio(['bankLoanPaymentsToIncome'], ['monthlyIncome']),
      'attributes.cardUtilization.source divides numbers about the applicant that are no ratios; "bankLoanPaymentsToIncome" is none.',
    ],
    ['that divide nothing', ratio([], ['monthlyIncome']), 'numerator must have at least 1 entry.'],
    [
      'that divide what may not decline, and may',
      (json: Json) => {
        const { reason: _, ...overdrafts } = json.attributes.overdrafts;
        json.attributes.overdrafts = { ...overdrafts, mayDecline: false, why: 'Why.' };
        ratio(['overdrafts'], ['monthlyIncome'])(json);
      },
      'attributes.cardUtilization must have "mayDecline": false too, because no row may decline by overdrafts.',
    ],
  ])('%s', (_, change, sentence) => {
    const message = refusal('attributes.json', change);
    expect(message).toContain(`lender/policy/attributes.json: `);
    expect(message).toContain(sentence);
    expect(message).toMatch(/[^.]\.$/);
    expect(message).not.toContain('\n');
  });

  it.each<[string, string, (json: Json) => unknown, string]>([
    [
      'for a decline by what may not decline',
      'eligibility.json',
      withRow({ partner: 'harborlight' }),
      '(X-1) declines by partner, by which no row may decline: Who sent an applicant says nothing about credit',
    ],
    [
      'for a rejection by it',
      'eligibility.json',
      withRow({ channel: 'affiliate', score: '< 600' }, { outcome: 'REJECTED' }),
      '(X-1) declines by channel, by which no row may decline: ',
    ],
    [
      'for a program that it closes',
      'program-eligibility.json',
      withRow({ program: 'large', partner: 'quarry-credit' }, { refuse: 'excessive-obligations' }),
      '(X-1) declines by partner, by which no row may decline: ',
    ],
    [
      'for another reason than the attribute’s',
      'eligibility.json',
      withRow({ cardUtilization: '> 100' }, { ...declined, reason: 'excessive-obligations' }),
      '(X-1) declines by cardUtilization, so its reason must be balances-too-high, not "excessive-obligations".',
    ],
    [
      'for a program that is not applied for by it',
      'program-eligibility.json',
      withRow({ program: 'large', cardUtilization: '> 100' }, { refuse: 'not-applied-for' }),
      '(X-1) declines by cardUtilization, so its reason must be balances-too-high, not "not-applied-for".',
    ],
    [
      'for what the bank shows, before a bank is linked',
      'eligibility.json',
      withRow({ overdrafts: '>= 3' }, { outcome: 'STEP_UP' }),
      '(X-1).when.overdrafts comes from the bank, which is linked after the first decision; only approval.json can use it.',
    ],
    [
      'for a ratio of it',
      'fast-path.json',
      withRow({ bankLoanPaymentsToIncome: '< 20' }, { fastPath: 'open' }),
      '(X-1).when.bankLoanPaymentsToIncome comes from the bank',
    ],
    [
      'for a cell that is no cell of its kind',
      'eligibility.json',
      withRow({ cardUtilization: 'high' }),
      '(X-1).when.cardUtilization must be like < 560, >= 3, 640..659, 12 or none, not "high".',
    ],
    [
      'for a channel that there is not',
      'eligibility.json',
      withRow({ channel: 'web' }, { outcome: 'STEP_UP' }),
      '(X-1).when.channel must be one of web_form, affiliate, not "web".',
    ],
    [
      'for an attribute that nothing declares',
      'eligibility.json',
      withRow({ cardUse: '> 100' }),
      'cardUse is not a fact that a table can use; use one of fraudDecision,',
    ],
    [
      'for a price by it',
      'pricing.json',
      withRow({ program: 'small', partner: 'harborlight' }, { '24-60': '30.00' }),
      '(X-1).when must use program and score, and nothing else.',
    ],
  ])('%s', (_, file, change, sentence) => {
    const message = refusal(file, change);
    expect(message).toContain(`lender/policy/${file}: `);
    expect(message).toContain(sentence);
    expect(message).toMatch(/[^.]\.$/);
    expect(message).not.toContain('\n');
  });

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
