import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../server/test/test-folder.ts';
import { recentTexts, versionOn } from './in-force.ts';
import { LenderFileError } from './lender-files.ts';
import { LENDER_DIRECTORY, loadLender } from './load.ts';
import { policyFactNames } from './public/policy-facts.ts';
import { TEXT_IDS, type TextId } from './schema/legal-texts.ts';

const lender = loadLender();
const newest = (id: TextId) => versionOn(lender.texts, id, '9999-12-31');

describe('the demo lender', () => {
  it('serves nineteen states, Alabama from nineteen years on', () => {
    const codes = lender.states.map((state) => state.code);
    expect(codes.sort().join(' ')).toBe('AL AZ CA GA ID IL IN LA MO MS NC NM OK SC TN TX UT VA WI');
    const ofOtherAge = lender.states.filter((state) => state.minimumAge !== 18);
    expect(ofOtherAge.map((state) => state.code)).toEqual(['AL']);
  });

  it('has 350 branches, as its copy states, with fictitious phone numbers', () => {
    expect(lender.branches).toHaveLength(350);
    expect(lender.brand.branchCount).toBe(350);
    expect(new Set(lender.branches.map((branch) => branch.phone)).size).toBe(350);
    const phones = [...lender.branches.map((branch) => branch.phone), ...Object.values(lender.brand.phones)];
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
  });

  it('knows where ZIP codes are, beyond the states that it serves as well', () => {
    expect(lender.zips.get('84101')).toMatchObject({ states: ['UT'], isListed: true });
    expect(lender.zips.get('10001')).toMatchObject({ states: ['NY'] });
    expect(lender.zips.get('42223')).toMatchObject({ states: ['KY', 'TN'] });
    expect(lender.zips.get('86514')).toMatchObject({ states: ['AZ', 'NM', 'UT'] });
    expect(lender.zips.get('75072')).toEqual({
      states: ['TX'],
      cities: ['McKinney'],
      timeZone: 'America/Chicago',
      isListed: true,
      latitude: expect.closeTo(33, 0),
      longitude: expect.closeTo(-97, 0),
    });
    expect(lender.zips.get('84115')?.cities).toEqual(['Salt Lake City', 'South Salt Lake']);
    expect(lender.zips.get('09034')).toMatchObject({ states: ['AE'], cities: ['APO'] });
    expect(lender.zips.get('09034')?.timeZone).toBeUndefined();
    // A prefix in which some codes serve another state as well.
    expect(lender.zips.get('42299')).toMatchObject({ states: ['KY'], isListed: false });
    expect(lender.zips.size).toBeGreaterThan(42_000);
    for (const noZip of ['501', '1e4', '84101-1234', '00000', ''])
      expect(lender.zips.get(noZip)).toBeUndefined();
  });

  it('has texts that say what phone companies require of texts', () => {
    expect(JSON.stringify(newest('text-consent').body)).toContain(
      `up to ${lender.textMessages.mostPerApplication} for each application`,
    );
    for (const id of ['text-consent', 'privacy-policy'] as const)
      expect(JSON.stringify(newest(id).body)).toContain(
        'do not share your mobile number, or the fact that you agreed to texts',
      );
  });

  it('has a privacy policy that states its retention periods', () => {
    const { bankAccess, unfinished, sessions, textCodes, bankData, decisions } = lender.retention;
    const policy = JSON.stringify(newest('privacy-policy').body);
    for (const sentence of [
      `about ${bankAccess.days} day after your application ends, and after ${unfinished.days} days`,
      `are deleted after ${unfinished.days} days if you never applied`,
      `Sessions and requests for text codes are deleted after ${sessions.days} days`,
      `keys to your bank are deleted after ${bankData.days} days`,
      'kept, encrypted, as long as the decision',
      'at least 25 months',
    ]) {
      expect(policy).toContain(sentence);
    }
    expect(textCodes.days).toBe(sessions.days);
    expect(decisions.months).toBeGreaterThanOrEqual(25);
  });

  it('has every legal text, 250 words at least, with no placeholder left but those of the policy', () => {
    for (const id of TEXT_IDS) {
      const text = newest(id);
      const words = JSON.stringify(text.body).split(/\s+/).length;
      expect(words, id).toBeGreaterThan(250);
      expect(words, id).toBeLessThan(900);
      // Pages fill in what the policy in force says.
      const left = JSON.stringify(text).match(/(?<=\{)\w+(?=\})/g) ?? [];
      expect(policyFactNames).toEqual(expect.arrayContaining(left));
      expect(text.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(() => versionOn(lender.texts, 'terms-of-use', '2001-01-01')).toThrow('No version of terms-of-use');
  });

  it('names its accessibility standard, a contact, and how soon a person responds', () => {
    const said = JSON.stringify(newest('accessibility-statement').body);
    expect(said).toContain('(WCAG) 2.2 at level AA');
    expect(said).toContain('Call (801) 555-0100, or dial 711');
    expect(said).toContain('help@branchline.example');
    expect(said).toContain('within two business days');
  });
});

// biome-ignore lint/suspicious/noExplicitAny: mistakes are made in files of any shape.
type Json = any;
/** Where in the file ("…"), its new value, or a function of the old, the refusal, and the file it names. */
type Mistake = [at: string, value: Value | ((before: Json) => unknown), says: string, blamed?: string];
type Value = string | number | readonly unknown[] | Readonly<Record<string, unknown>> | undefined;

const without = (id: string) => (rows: Json) => rows.filter((row: Json) => row.id !== id);

/** The JSON with a value at a place like "small.min", "[0].zipCode" or, for the entry E-50 of its list, "(E-50).from". */
function changed(json: Json, [step, ...further]: string[], value: Mistake[1]): Json {
  if (step === undefined) return typeof value === 'function' ? value(json) : value;
  const entry = step.startsWith('(') && Object.values<Json>(json).find(Array.isArray);
  const owner = entry || json;
  const key = entry ? entry.findIndex(({ id, state }: Json) => `(${id ?? state})` === step) : step;
  owner[key] = changed(owner[key], further, value);
  return json;
}

const declined = { outcome: 'DECLINED', reason: 'balances-too-high' };
/** A row more, with a column for each fact that it uses. */
const withRow =
  (when: Record<string, string>, gives: object = declined) =>
  (table: Json) => {
    for (const name of Object.keys(when)) table.columns[name] = 'A column.';
    table.rows.push({ id: 'X-1', about: 'A row.', when, gives, from: '2024-01-01' });
    return table;
  };
const attribute = (says: string, change: object): Mistake => [
  'attributes.cardUtilization',
  (before) => ({ ...before, ...change }),
  says,
];
const ratio = (numerator: string[], denominator: string[]) => ({
  source: { of: 'ratio', numerator, denominator, percent: true },
});
const noNumber = (fact: string) =>
  `….source divides numbers about the applicant that are no ratios; "${fact}" is none.`;
const needsReason = '….reason is needed, or "mayDecline": false with why in its place, and not both.';

const fee = (change: object) => ({
  kind: 'origination',
  states: 'any',
  amount: '25.00',
  from: '2024-01-01',
  source: 'A law',
  ...change,
});
const utahs = fee({ states: ['UT'] });
const tooHighAFee = (state: string, amount: string, ceiling: string): Mistake => [
  'fees',
  [fee({ states: [state], amount })],
  `… takes $${amount} of a loan of $2501.00 in ${state} on 2024-01-01, and ceilings allows $${ceiling}.`,
];

const disclosures = 'public/texts/licenses-and-disclosures.2.json';
const noFee = 'body states that there is no origination fee, and policy/fees.json has one.';
const tooDark = '… #777777 is too dark: a contrast of 1.5 where reading needs 4.5. Take a lighter';
const mistakes: Record<string, Mistake[]> = {
  'policy/eligibility.json': [
    [
      '',
      (e) => {
        e.columns.partner = 'The partner';
        const gives = { outcome: 'STEP_UP' };
        e.rows.push({ ...e.rows[0], id: 'E-99', when: { partner: 'harborlight, harbour' }, gives });
        return e;
      },
      '(E-99).when.partner must be an id of partners.json, not "harbour".',
    ],
    [
      '(E-21).gives',
      { outcome: 'DECLINED', reason: 'no-credit-file' },
      'on 2024-01-01 no row gives STEP_UP wherever fraudAlert is yes; 15 U.S.C. 1681c-1(h)(1)(B) requires it.',
    ],
    [
      '(E-24).until',
      '2026-12-31',
      'on 2027-01-01 no row gives STEP_UP wherever addressDiscrepancy is yes; 12 CFR 1022.82(c) requires it.',
    ],
    ['(E-50).when.delinquencies90', '=> 1', '… must be like < 560, >= 3, 640..659, 12 or none, not "=> 1".'],
    ['(E-50).when.lateness', '> 1', '… is not a fact that a table can use; use one of fraudDecision'],
    ['(E-50).when.program', 'small', '… is not a column of this table; add it under columns with a sentence'],
    ['(E-50).gives.reason', 'too-low', '… must be a reason named in adverse-action.json, not "too-low".'],
    ['(E-50).gives.reason', undefined, '… is missing: it must be text in quotes.'],
    ['(E-50).gives', { outcome: 'NO' }, '….outcome must be one of REJECTED, STEP_UP, DECLINED, not "NO".'],
    ['(E-50).gives', { outcome: 'REJECTED', reason: 'bankruptcy' }, '….reason is not a field that we know'],
    ['(E-50).id', 'E-51', '(E-51).id is taken: another row is "E-51".'],
    ['rows[7] (E-50).id', 'late', 'rows[7] (late).id must be capital letters and digits like "E-10".'],
    ['(E-50).from', '2026-02-30', '… must be a date'],
    ['(E-50).until', '2020-01-01', '… must not be before from.'],
    ['columns.weather', 'Rain', '… is not a fact that a table can use; use one of fraudDecision'],
    ['rows', without('E-32'), 'on 2024-01-01 no row declines a file without a score (score: none)'],
    ['rows', [], '… must have at least 1 entry.'],
    [
      '',
      withRow({ partner: 'harborlight' }),
      'declines by partner, by which no row may decline: Who sent an applicant says nothing about credit',
    ],
    [
      '',
      withRow({ channel: 'affiliate', score: '< 600' }, { outcome: 'REJECTED' }),
      'declines by channel, by which no row may decline: ',
    ],
    [
      '',
      withRow({ cardUtilization: '> 100' }, { ...declined, reason: 'excessive-obligations' }),
      'declines by cardUtilization, so its reason must be balances-too-high, not "excessive-obligations".',
    ],
    [
      '',
      withRow({ overdrafts: '>= 3' }, { outcome: 'STEP_UP' }),
      'overdrafts comes from the bank, which is linked after the first decision; only approval.json can use it.',
    ],
    [
      '',
      withRow({ cardUtilization: 'high' }),
      'cardUtilization must be like < 560, >= 3, 640..659, 12 or none, not "high".',
    ],
    [
      '',
      withRow({ channel: 'web' }, { outcome: 'STEP_UP' }),
      'channel must be one of web_form, affiliate, not "web".',
    ],
  ],
  'policy/attributes.json': [
    attribute(needsReason, { reason: undefined }),
    attribute(needsReason, { mayDecline: false, why: 'Why.' }),
    attribute('….why is needed beside "mayDecline": false, and only there.', {
      reason: undefined,
      mayDecline: false,
    }),
    attribute('….mayDecline must be false, or left out beside a reason.', { mayDecline: true }),
    attribute('….reason must be a reason named in adverse-action.json, not "odd".', { reason: 'odd' }),
    attribute('….reason must be a reason named in adverse-action.json, not "score-', {
      reason: 'score-factors',
    }),
    attribute('….source.of must be one of', { source: { of: 'horoscope' } }),
    attribute(
      '….source.measure must be one of incomeMonths, overdrafts90Days, monthlyLoanPayments, not "balance".',
      { source: { of: 'bank', measure: 'balance' }, unit: 'count' },
    ),
    attribute('….kind must be word, as its source has it, not "number".', { source: { of: 'partner' } }),
    attribute('….unit must be count, as its source has', {
      source: { of: 'bank', measure: 'overdrafts90Days' },
    }),
    attribute('….unit is needed for a number, and only there: one of count, months, dollars', {
      unit: undefined,
    }),
    attribute('….source needs noneFrom for a number, and only there: where the codes for no value begin.', {
      source: { of: 'bureau', summary: 'PREMIER', code: 'BCC7110' },
    }),
    ['attributes.score', {}, '… is the name of a built-in fact; give it another name.'],
    ['attributes.card-use', {}, '… must be a name like "cardUtilization".'],
    attribute(noNumber('state'), ratio(['state'], ['monthlyIncome'])),
    attribute(noNumber('overdraft'), ratio(['overdraft'], ['monthlyIncome'])),
    attribute(noNumber('amount'), ratio(['overdrafts'], ['amount'])),
    attribute(noNumber('bankLoanPaymentsToIncome'), ratio(['bankLoanPaymentsToIncome'], ['monthlyIncome'])),
    attribute('numerator must have at least 1 entry.', ratio([], ['monthlyIncome'])),
    [
      'attributes',
      ({ cardUtilization, overdrafts: { reason: _, ...overdrafts }, ...others }) => ({
        ...others,
        overdrafts: { ...overdrafts, mayDecline: false, why: 'Why.' },
        cardUtilization: { ...cardUtilization, ...ratio(['overdrafts'], ['monthlyIncome']) },
      }),
      '….cardUtilization must have "mayDecline": false too, because no row may decline by overdrafts.',
    ],
  ],
  'loan-agreement.json': [
    ['lateCharges', (rows) => rows.slice(1), '… has no row for AL on 2024-01-01'],
    ['defaults', (rows) => [...rows, { ...rows[0], from: '2026-01-01' }], 'end one before the next begins.'],
    ['lateCharges[1].states', ['NY'], '… names NY, which public/states.json does not serve.'],
    ['lateCharges[0].states', 'all', '… must be "any" or a list of states like ["UT"].'],
    [
      'privacyNotice.sharing.nonaffiliatesMarketing',
      { shares: true, canLimit: false },
      '….canLimit must be true: federal law lets people limit this sharing.',
    ],
    ['licenses', (rows) => rows.slice(1), '… has no row for AL on 2024-01-01'],
  ],
  'documents/promissory-note.1.json': [
    ['(interest).body[0]', 'At {intrest}.', '… names {intrest}, which this document does not have'],
    ['(late-charge).body[0]', 'There is no late charge.', 'sections must state the figure {lateChargeDays}'],
    ['sections', without('default'), '… has none with the id "default", which this document needs'],
    [
      '(arbitration).when',
      undefined,
      '(arbitration).heading is about arbitration, which the Military Lending Act forbids for covered borrowers',
    ],
    ['(security).body[0].when', undefined, 'names {vehicle}, which not every such document has'],
    ['(state).when', 'texas', 'has the condition "texas", which this document does not have'],
    ['(law).body[0]', { text: 'Texas only.', states: ['NY'] }, 'names NY, which public/states.json does not'],
    ['(head).body', (body) => body.slice(0, -1), 'sections must have the part "key-figures"'],
    ['(promise).body[0]', 'I pay { amount }.', 'has a brace that is not around a figure'],
    ['(promise).body[0]', 'I **pay.', 'has an odd number of "**"'],
    [
      '(before-signing).body',
      [{ part: 'state-wording-above-signature' }],
      'sections must state the figure {borrower} somewhere',
    ],
    [
      '(before-signing).body',
      (body) => body.map((line: Json) => ({ ...line, when: 'secured' })),
      'is the line to sign on, which every such document has; remove "when"',
    ],
    ['(before-signing).states', ['UT'], 'is the line to sign on, which every such document has'],
    ['title', [{ text: 'Secured note', when: 'secured' }], '… must end with a text for every other document'],
    ['version', 2, 'id and version require the file name promissory-note.2.json.'],
  ],
  'documents/approval-notice.1.json': [
    [
      'sections[0].body',
      (list) => [...list, { signature: 'Sign here' }],
      'sections has a {"signature": …}, but no one signs this document; remove it.',
    ],
  ],
  'policy/programs.json': [
    ['small.min', '6001.00', '… must be below small.max (6001.00 > 6000.00).'],
    ['small.min', 2501, '… must be text in quotes.'],
    ['small.min', '2,501', '… must be dollars and cents like "2501.00".'],
    [
      'large',
      undefined,
      '(P-L-10).when.program must be one of small, big_auto, as named in programs.json, not "large".',
      'policy/program-eligibility.json',
    ],
    [
      '',
      (programs) => ({ ...programs, larger: programs.large }),
      'on 2024-01-01 larger has no rate for a score of 560, which the rules let through.',
      'policy/pricing.json',
    ],
    ['Extra large', {}, '… must be a name of lower-case letters, digits and underscores.'],
    ['', {}, 'the file must have at least one program.'],
    ['small.step', '0.00', '… must be above 0.00.'],
    ['small.terms.every', 7, '… must lead from shortest to longest (24 to 60 is not a multiple of 7).'],
    ['small.terms.shortest', 72, '… must not be above longest.'],
    ['small.floor', '36.50', '… must not be above small.ceiling (36.50 > 35.99).'],
    ['small.isAutoSecured', 'no', '… must be true or false.'],
  ],
  'policy/approval.json': [
    ['(A-20).gives', { outcome: 'STEP_UP' }, '….outcome must be one of REJECTED, REFER, DECLINED'],
  ],
  'policy/program-eligibility.json': [
    ['(P-S-10).gives', { allow: true }, '… must be {"refuse": reason}, {"most": amount, "reason": …}'],
    ['(P-S-10).when.program', 'tiny', '… must be one of small, large, big_auto, as named in programs.json'],
    [
      '(P-S-10).when.score',
      '< 590',
      'on 2024-01-01 small has no rate for a score of 590, which the rules let through.',
      'policy/pricing.json',
    ],
    ['(P-S-20).gives.refuse', 'other', '… must be a reason named in adverse-action.json, not "other".'],
    [
      '',
      withRow({ program: 'large', partner: 'quarry-credit' }, { refuse: 'excessive-obligations' }),
      'declines by partner, by which no row may decline: ',
    ],
    [
      '',
      withRow({ program: 'large', cardUtilization: '> 100' }, { refuse: 'not-applied-for' }),
      'declines by cardUtilization, so its reason must be balances-too-high, not "not-applied-for".',
    ],
  ],
  'policy/pricing.json': [
    ['(R-S-660).gives.39-48', '36.00', '… is 36.00, above the ceiling of small (35.99).'],
    ['(R-A-740).gives.24-36', '23.99', '… is 23.99, below the floor of big_auto (24.00).'],
    ['(R-S-660).gives.39-48', '31.2', '… must be a rate in percent with two decimals like "31.22".'],
    ['(R-S-660).gives.39-48', undefined, '(R-S-660).gives has no rate for 39 months of small.'],
    ['(R-S-660).gives.45-51', '30.00', '(R-S-660).gives has two rates for 45 months of small'],
    ['(R-S-660).gives.long', '30.00', '… must be a band of months like "24-36".'],
    ['(R-S-660).when.score', '665..699', 'on 2024-01-01 small has no rate for a score of 660'],
    ['(R-S-660).when.score', '655..699', 'on 2024-01-01 small has 2 rows for a score of 655'],
    ['(R-S-660).until', '2026-12-31', 'on 2027-01-01 small has no rate for a score of 660'],
    ['(R-S-660).when.program', undefined, '(R-S-660).when must use program and score, and nothing else.'],
  ],
  'policy/fast-path.json': [
    ['(F-10).gives.fastPath', 'shut', '… must be open, not "shut".'],
    [
      '',
      withRow({ bankLoanPaymentsToIncome: '< 20' }, { fastPath: 'open' }),
      'bankLoanPaymentsToIncome comes from the bank',
    ],
  ],
  'policy/state-caps.json': [
    ['(AZ).limit.tiers[0].percent', 36, '… must be text in quotes.'],
    ['(AZ).limit.tiers[1].upToCents', 900000, '… must be left out of the last tier.'],
    ['(AZ).limit.tiers[0].upToCents', undefined, '… is missing: only the last tier has no end.'],
    ['(AZ).limit.kind', 'steps', '… must be one of none, flat, tiers, greatest, not "steps".'],
    ['(AZ).basis', 'apr', '… must be one of rate, all_in, not "apr".'],
    ['(AZ).state', 'NY', '(NY).state is not served by public/states.json'],
    [
      'caps',
      (caps) => [...caps, { ...caps[0], effective: { from: '2027-01-01' } }],
      'overlaps caps[0] (both AL): end one before the other begins, or keep their amounts or terms apart.',
    ],
    ['caps[1].amountCents.max', 1_000_001, 'caps[2] overlaps caps[1] (both AZ)'],
    [
      'caps',
      (caps) => caps.filter((cap: Json) => cap.state !== 'UT'),
      'UT is served and has no row without an end; a state without a numeric cap needs a row',
    ],
    ['(AZ).amountCents', { min: 5, max: 4 }, '….min must not be above caps[1] (AZ).amountCents.max.'],
    ['(AZ).effective.to', '2001-01-01', '… must not be before caps[1] (AZ).effective.from.'],
  ],
  'state-requirements.json': [
    ['requirements', (rows) => rows.filter((row: Json) => !row.states.includes('TX')), '… has no row for TX'],
    ['(AL-caution).wording', ['Call {fax}.'], '… names {fax}, for which there is no value.'],
    ['(AL-caution).confirmedBy', undefined, '… is missing'],
  ],
  'bureau-data.json': [['score-distribution', undefined, '… is missing']],
  'policy/fees.json': [
    ['fees', [utahs], noFee, disclosures],
    [
      'fees',
      [utahs, { ...utahs, from: '2026-01-01' }],
      '… has 2 origination fees for UT on 2026-01-01; end one before the next begins.',
    ],
    ['fees', [fee({ amount: undefined })], '…[0].kind must come with fees[0].amount or fees[0].percent'],
    [
      'fees',
      [fee({ states: ['TX'], amount: undefined, percentOfLoan: '5.00', from: '2024-10-01' })],
      '… takes $125.05 of a loan of $2501.00 in TX on 2024-10-01, and ceilings allows $125.00.',
    ],
    tooHighAFee('NC', '30.00', '25.01'),
    tooHighAFee('WI', '1.00', '0.00'),
    ['fees', [fee({ kind: 'filing', states: ['NY'] })], '…[0].states names NY, which public/states.json'],
  ],
  'policy/reference.json': [['federalFunds[1].from', '2023-01-01', '… must be later than the row before it']],
  'policy/mla.json': [
    ['checkValidDays', 60, '… must be at most 30.'],
    ['capPercent', '37.00', '… must be at most 36.00.'],
  ],
  'policy/verification.json': [
    ['nameMatchPercent', 120, '… must be at most 100.'],
    ...['E-21', 'E-25', 'E-26', 'E-10', 'E-99'].map(
      (id): Mistake => [
        'bankClears',
        [id],
        `… may name rows of eligibility.json that give STEP_UP by fraudDecision, deviceChecked, addressDiscrepancy alone, not ${id}.`,
      ],
    ),
  ],
  'policy/adverse-action.json': [
    ['reasons.bankruptcy', undefined, '… is missing: it must be text in quotes.'],
    [
      'distribution',
      ([first, second, ...rest]) => [
        { ...second, from: first.from, percent: first.percent + second.percent },
        ...rest,
      ],
      '… must have at least six ranges (12 CFR 1022.74(e)(1)(ii)); or give ranksHigherThan instead.',
    ],
    [
      'distribution[3].to',
      (to) => to - 1,
      'distribution must cover every score from bureau.scoreLowest to bureau.scoreHighest once, lowest first.',
    ],
    ['distribution', undefined, '… is missing.'],
    ['mostReasons', 5, '… must be at most 4.'],
    ['scoreFactors.32.reason', 'score', '… must be one of none, application-incomplete, '],
    ['scoreFactors.47', undefined, 'scoreFactors lacks 47: a VantageScore 4.0 may name each of them'],
    [
      'bureau.scoreName',
      'FICO Score 8',
      '… must be VantageScore 3.0 or VantageScore 4.0, the scores whose factors we know, not "FICO Score 8".',
    ],
    ['ownReasons.low-score', 'Low score', '… must name what decided: a score is not a reason.'],
    ['ownReasons.bankruptcy', 'Bankrupt', '… is taken; give the reason another code.'],
    ['bureau.phone', '888', '… must be like "1-888-397-3742".'],
  ],
  'policy/policy.json': [
    [
      'aprCeiling',
      '29.99',
      'example.apr is 31.22, outside the rates at which $5,000 is lent',
      'public/advertised.json',
    ],
    ['version', 'new', '… must be like "2026.1".'],
  ],
  'public/brand.json': [
    ['phones.customerService', '801-555-0100', '… must be +1 and ten digits, without spaces'],
    ['phones.militaryLending', '+18015550100', '… must be toll-free: +1 and 800, 833, 844, 855'],
    ['emails.privacy', 'privacy', '… must be a valid email.'],
    ['companySite', 'branchline', '… must be an address that begins with https://.'],
    ['hours.timeZone', 'Mars', '… must be a time zone like "America/New_York".'],
    ['branchCount', 400, '… is 400, but branches.json has 350 branches.'],
  ],
  'public/look.json': [
    ['logo.dark', 'logo.png', '… must be the path of an SVG file under lender/public, like "logo.svg".'],
    ['logo.light', 'lost.svg', '… names public/lost.svg, and there is no such file.'],
    ['displayFont.print', 'fonts/lost.ttf', '… names public/fonts/lost.ttf, and there is no such file.'],
    ['colors.ink', 'black', '… must be a color like "#0f4c3a", in lower case.'],
    [
      'colors.action',
      '#6aa38f',
      '… #6aa38f is too light: a contrast of 2.7 where reading needs 4.5. Take a darker one, such as #3a7360.',
    ],
    ['colors.paper', '#777777', tooDark],
  ],
  'public/states.json': [
    ['[0].minimumAge', 16, '… must be at least 18.'],
    ['[1].code', 'AL', '… "AL" is taken by [0]; give each its own.'],
    [
      '',
      ([first, second, ...rest]) => [second, first, ...rest],
      '[1].name must come before Arizona, because states are listed by name.',
    ],
  ],
  'public/application.json': [['annualIncomeToConfirm.belowDollars', 300000, '… must be below aboveDollars']],
  'public/texts/terms-of-use.1.json': [
    ['body[0]', { paragraph: 'Call {fax}.' }, 'body names {fax}, for which public/brand.json has no value.'],
    ['version', 2, 'id and version require the file name terms-of-use.2.json.'],
    ['body[0]', { text: 'x' }, '… must be {"heading": …}, {"paragraph": …} or {"list": […]}.'],
  ],
  'branches.json': [
    ['[0].zipCode', '00000', '… 00000 (al-birmingham) is not a ZIP code that we know.'],
    ['[0].state', 'UT', '… of al-birmingham is UT, but ZIP code'],
    ['[0].openHours', ['17:00', '09:00'], '[0] (al-birmingham).openHours must open before it closes.'],
    ['[1].id', 'al-birmingham', '… "al-birmingham" is taken by [0]; give each its own.'],
    ['[2].manager.fullName', undefined, '.manager.fullName is missing: it must be text in quotes.'],
    ['[0].manager.picture', 'managers/no.jpg', '… names public/managers/no.jpg, and there is no such file.'],
  ],
  'public/servicing.json': [['hardship', '', '… must not be empty']],
  'public/banks.json': [['[0].routingNumber', '02100002', 'must be the nine digits of a routing number']],
  'trade-area.json': [['radiusMiles', -1, '… must be']],
  'public/maintenance.json': [['until', '6:30', '… must be a time like "06:30".']],
  'policy/time-limits.json': [
    ['limits[0].minDaysBetweenLoans', 400, '… must be at most 365.'],
    [
      'limits[0].incompleteAnswerDays',
      19,
      '… must be at least 20, not 19: 5 days until an unviewed email is mailed (document-delivery.json), 5 in the mail and 10 to answer.',
    ],
    ['limits', (rows) => [...rows, rows[0]], '…[1].from must be later than the row before it'],
  ],
  'public/texts/licenses-and-disclosures.2.json': [
    [
      'body',
      (body) => JSON.parse(JSON.stringify(body).replace('{leastAmount}', '$2,001')),
      '… must name what the policy lends on 2026-11-22, "$2,501 to $15,000" or "{leastAmount} to {mostAmount}"; add a version that does.',
    ],
    [
      'body',
      (body) => JSON.parse(JSON.stringify(body).replace('{lowestApr} to {highestApr}', '24.00% to 34.99%')),
      '… must name what the policy lends on 2026-11-22, "24.00% to 35.99%"',
    ],
    [
      'body',
      (body) => JSON.parse(JSON.stringify(body).replace('$183.60', '$180.60')),
      '… has no $183.60 in its example, which is that of advertised.json on 2026-11-22',
    ],
  ],
  'public/advertised.json': [
    ['example.amount', '500.00', '… is $500, which no program of policy/programs.json lends.'],
    ['example.months', 47, '… is 47, for which no program of policy/programs.json lends $5,000.'],
    [
      'example.apr',
      '19.99',
      '… is 19.99, outside the rates at which $5,000 is lent (24.00 to 35.99 before fees, at most 35.99 with them).',
    ],
    ['example.amount', '3000.00', 'body has no $3,000 in its example', disclosures],
    ['smallestLoanAtBranch', '3000.00', '… must be below what is lent online ($3,000 is not below $2,501)'],
    [
      'landingAmounts',
      ['5000.00', '20000.00'],
      '… has $20,000, which no program of policy/programs.json lends over 48 months at 31.22%.',
    ],
    ['usualAmount', '2500.00', '… must be within what is lent online ($2,501 to $15,000).'],
    [
      'fundsArriveInBusinessDays.from',
      1,
      'fundsArriveInBusinessDays must be at least 2 to 3: funding.json settles credits after 2 banking days',
    ],
    ['branchCallsWithinHours.from', 72, '… must not be above branchCallsWithinHours.to.'],
  ],
  'funding.json': [
    ['papersWithinDays', 30, '… must be given if the newest security agreement says {papersBy}'],
    ['sameDay.limit', '1000000.01', '… must not be above 1000000.00, the most that Nacha lets'],
    ['sameDay.cutoff', '17:00', '… must be before the cutoff of the day’s standard file'],
  ],
  'fraud-monitoring.json': [
    ['rules.device-shared.days', 31, '… must not be above sessions.days of retention.json (31 > 30).'],
    ['rules.name-mismatch.action', 'ignore', '… must be one of hold, report, off'],
  ],
  'retention.json': [
    ['decisions.months', 24, '… must be at least 25: Regulation B requires it.'],
    ['decisions.states.CA.months', 24, '… must be at least 25: Regulation B requires it.'],
    ['decisions.states.CA.source', undefined, '… is missing'],
    ['decisions.states.ZZ', { months: 26, source: 'Law.' }, '.ZZ is not a state of public/states.json.'],
    [
      'loans.states',
      { TX: { months: 60, source: 'A law.' } },
      'loans.months in TX must be more than the longest term (60 <= 60 months).',
    ],
    ['sessions.reason', undefined, '… is missing'],
    ['loans.months', 60, '… must be more than the longest term (60 <= 60 months).'],
    ['bankAccess.days', 91, 'bankData.days must not be less than bankAccess.days (90 < 91).'],
  ],
  'document-delivery.json': [
    ['kinds.denial.letter', 'if-unviewed', '… must be "at-once": the law requires this notice in writing.'],
    ['kinds.score-disclosure.letter', 'never', '… must be "at-once" or "if-unviewed": the law'],
  ],
  'partners.json': [
    ['[1].subIds', (list) => [...list, 'hl-web'], '[1].subIds[2] "hl-web" already belongs to harborlight.'],
    ['[0].logo', 'partners/lost.svg', '… names public/partners/lost.svg, and there is no such file.'],
  ],
};

describe('a mistake in a file stops the start with a sentence', () => {
  const folder = path.join(testFolder(afterAll), 'lender');
  beforeAll(() => {
    cpSync(LENDER_DIRECTORY, folder, { recursive: true });
    // Only the ZIP codes of branches: the many others would be read again for every mistake.
    const zips = new Set(lender.branches.map((branch) => branch.zipCode));
    const file = path.join(folder, 'zip-codes.txt');
    const kept = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^(?:#|[A-Z]{2} )/.test(line) || zips.has(line.slice(0, 5)));
    writeFileSync(file, `${kept.join('\n')}\n`);
  });

  /** The message of the error that a changed file causes; the file is put back. */
  function refusal(file: string, change: (content: string) => string): string {
    const at = path.join(folder, file);
    const before = readFileSync(at, 'utf8');
    try {
      writeFileSync(at, change(before));
      loadLender(folder);
      return 'nothing was refused';
    } catch (error) {
      expect(error).toBeInstanceOf(LenderFileError);
      expect((error as Error).message).toMatch(/^[\w.-]+\/[\w./-]+: /);
      return (error as Error).message;
    } finally {
      writeFileSync(at, before);
    }
  }

  const cases = Object.entries(mistakes).flatMap(([file, changes]) =>
    changes.map(([at, value, says, blamed = file]) => ({
      file,
      steps: at.replace(/ \(.*\)/, '').match(/\(.*\)|[^.[\]]+/g) ?? [],
      value,
      sentence: says.replace(/^…/, at),
      blamed,
    })),
  );
  it.each(cases)('$file: $sentence', ({ file, steps, value, sentence, blamed }) => {
    const message = refusal(file, (content) => JSON.stringify(changed(JSON.parse(content), steps, value)));
    expect(message.startsWith(`lender/${blamed}: `), message).toBe(true);
    expect(message).toContain(sentence);
    expect(message).toMatch(/[^.]\.$/);
    expect(message).not.toContain('\n');
  });

  it.each<[file: string, when: Record<string, string>, gives: object]>([
    ['eligibility', { partner: 'harborlight, quarry-credit' }, { outcome: 'STEP_UP' }],
    ['eligibility', { scoreExclusion: 'none', cardUtilization: 'none' }, { outcome: 'STEP_UP' }],
    ['program-eligibility', { program: 'large', cardUtilization: '80..100' }, { refuse: declined.reason }],
    ['ability-to-pay', { cardUtilization: '> 90', amount: '> 9000' }, { refuse: declined.reason }],
    ['approval', { bankLoanPaymentsToIncome: '> 60' }, { ...declined, reason: 'excessive-obligations' }],
    ['fast-path', { channel: 'web_form' }, { fastPath: 'open' }],
  ])('but not a row of %s that declines for its own reason, or sends to a person: %j', (file, when, gives) => {
    const add = (content: string) => JSON.stringify(withRow(when, gives)(JSON.parse(content)));
    expect(refusal(`policy/${file}.json`, add)).toBe('nothing was refused');
  });

  it('also where the file is no JSON, or a line of the ZIP codes no place', () => {
    expect(refusal('policy/pricing.json', (content) => content.replace('"rows": [', '"rows": [,'))).toMatch(
      /^lender\/policy\/pricing\.json: this is not JSON: .+\.$/,
    );
    expect(refusal('zip-codes.txt', (content) => content.replace('\n', '\n84101 north south\n'))).toBe(
      'lender/zip-codes.txt: line 2 must be a state and its time zone, or "ZIP latitude longitude City".',
    );
  });

  it.each([
    ['policy/mla.json', 'the file is missing or cannot be read.'],
    ['documents/spouse-notice.1.json', 'the file is missing: every text in this folder needs a version.'],
  ])('also where %s is missing', (file, says) => {
    const at = path.join(folder, file);
    const before = readFileSync(at);
    rmSync(at);
    expect(() => loadLender(folder)).toThrow(`lender/${file}: ${says}`);
    writeFileSync(at, before);
  });

  it('while a copy without a mistake loads, with the same policy version however it is laid out', () => {
    expect(loadLender(folder).policy.version).toBe(lender.policy.version);
    const at = path.join(folder, 'policy/pricing.json');
    const before = readFileSync(at, 'utf8');
    writeFileSync(at, JSON.stringify(JSON.parse(before)));
    expect(loadLender(folder).policy.version).toBe(lender.policy.version);
    writeFileSync(at, before.replace('31.22', '31.20'));
    expect(loadLender(folder).policy.version).not.toBe(lender.policy.version);
    writeFileSync(at, before);
  });

  it('and a later version of a text holds from its day on, the earlier one kept', () => {
    const second = JSON.parse(readFileSync(path.join(folder, 'public/texts/terms-of-use.2.json'), 'utf8'));
    const third = path.join(folder, 'public/texts/terms-of-use.3.json');
    writeFileSync(third, JSON.stringify({ ...second, version: 3, effective: '2027-02-01' }));
    const all = loadLender(folder);
    expect(versionOn(all.texts, 'terms-of-use', '2027-01-31').version).toBe(2);
    const recent = (on: string) => recentTexts(all, 'terms-of-use', on, 30).map((text) => text.version);
    expect(recent('2027-01-31')).toEqual([2]);
    expect(recent('2027-03-02')).toEqual([3, 2]);
    expect(recent('2027-03-03')).toEqual([3]);
    expect(versionOn(all.texts, 'terms-of-use', '2027-02-01').version).toBe(3);
    const digests = all.texts.filter((text) => text.id === 'terms-of-use').map((text) => text.sha256);
    expect(new Set(digests).size).toBe(3);
    writeFileSync(third, JSON.stringify({ ...second, version: 3, effective: '2020-01-01' }));
    expect(() => loadLender(folder)).toThrow('effective must be later than that of version 2 (2026-11-30).');
    rmSync(third);
  });
});
