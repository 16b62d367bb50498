import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentTexts, textOn, timeLimitsOn } from './in-force.ts';
import { LenderFileError } from './lender-files.ts';
import { LENDER_DIRECTORY, loadLender } from './load.ts';
import { policyFactNames } from './public/policy-facts.ts';
import { brandSchema } from './schema/brand.ts';
import { TEXT_IDS } from './schema/legal-texts.ts';
import { termsOf } from './schema/programs.ts';
import type { ZipPlace } from './zip-codes.ts';

const lender = loadLender();

describe('the demo lender', () => {
  it('serves nineteen states, Alabama from nineteen years on', () => {
    expect(
      lender.states
        .map((state) => state.code)
        .sort()
        .join(' '),
    ).toBe('AL AZ CA GA ID IL IN LA MO MS NC NM OK SC TN TX UT VA WI');
    expect(lender.states.filter((state) => state.minimumAge !== 18).map((state) => state.code)).toEqual([
      'AL',
    ]);
  });

  it('has 350 branches, as its copy states, with fictitious phone numbers', () => {
    expect(lender.branches).toHaveLength(350);
    expect(lender.brand.branchCount).toBe(350);
    expect(new Set(lender.branches.map((branch) => branch.phone)).size).toBe(350);
    const phones = [...lender.branches.map((branch) => branch.phone), ...Object.values(lender.brand.phones)];
    for (const phone of phones) expect(phone).toMatch(/^\+1\d{3}55501\d\d$/);
  });

  it('has a branch in Salt Lake City near 84101, and none within the trade area of 79843, Marfa', () => {
    expect(milesToBranch('84101')).toBeLessThan(10);
    expect(milesToBranch('79843')).toBeGreaterThan(lender.tradeArea.radiusMiles);
    expect(lender.branches.some((branch) => branch.city === 'Salt Lake City')).toBe(true);
  });

  it('knows where ZIP codes are, beyond the states that it serves as well', () => {
    expect(lender.zips.get('84101')).toMatchObject({ states: ['UT'], isListed: true });
    expect(lender.zips.get('10001')).toMatchObject({ states: ['NY'] });
    expect(lender.zips.get('42223')).toMatchObject({ states: ['KY', 'TN'] });
    expect(lender.zips.get('86514')).toMatchObject({ states: ['AZ', 'NM', 'UT'] });
    // McKinney, and a prefix in which some codes serve another state as well.
    const unlisted = { isListed: false, latitude: expect.closeTo(33, 0), longitude: expect.closeTo(-97, 0) };
    expect(lender.zips.get('75072')).toEqual({ states: ['TX'], ...unlisted });
    expect(lender.zips.get('42299')).toMatchObject({ states: ['KY'], isListed: false });
    expect(lender.zips.size).toBeGreaterThan(41_000);
    for (const noZip of ['501', '1e4', '84101-1234', '00000', ''])
      expect(lender.zips.get(noZip)).toBeUndefined();
  });

  it('lends from $2,501 to $15,000, over every three months from 24 to 60', () => {
    expect(lender.policy.programs.map(({ name, minCents, maxCents }) => [name, minCents, maxCents])).toEqual([
      ['small', 250_100, 600_000],
      ['large', 650_000, 1_200_000],
      ['big_auto', 750_000, 1_500_000],
    ]);
    for (const program of lender.policy.programs) {
      expect(termsOf(program)).toEqual([24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60]);
      expect([program.floor, program.ceiling]).toEqual(['24.00', '35.99']);
    }
  });

  it('ends its evening maintenance at 6:30 in the morning, Eastern time', () => {
    expect(lender.maintenance).toMatchObject({ until: '06:30', timeZone: 'America/New_York' });
  });

  it('has texts that say what phone companies require of texts', () => {
    const latest = (id: string) => JSON.stringify(lender.texts.findLast((text) => text.id === id)?.body);
    expect(latest('text-consent')).toContain(
      `up to ${lender.textMessages.mostPerApplication} for each application`,
    );
    for (const id of ['text-consent', 'privacy-policy'])
      expect(latest(id)).toContain('do not share your mobile number, or the fact that you agreed to texts');
  });

  it('has a privacy policy that states its retention periods', () => {
    const { bankAccess, unfinished, sessions, textCodes, bankData, decisions } = lender.retention;
    const policy = JSON.stringify(textOn(lender, 'privacy-policy', '2026-11-20').body);
    for (const sentence of [
      `at the latest ${bankAccess.days} day after your application ends, and after ${unfinished.days} days`,
      `are deleted after ${unfinished.days} days if you never applied`,
      `visits and of text codes are deleted after ${sessions.days} days`,
      `keys to your bank are deleted after ${bankData.days} days`,
      'kept, encrypted, as long as the decision',
      'at least 25 months',
    ]) {
      expect(policy).toContain(sentence);
    }
    expect(textCodes.days).toBe(sessions.days);
    expect(decisions.months).toBeGreaterThanOrEqual(25);
  });

  it('keeps an offer valid by the limits of its day', () => {
    const [first] = lender.policy.timeLimits;
    if (!first) throw new Error('The demo lender has time limits.');
    const policy = {
      ...lender.policy,
      timeLimits: [first, { ...first, offersValidDays: 45, from: '2026-07-01' }],
    };
    expect(timeLimitsOn(policy, '2023-01-01')).toEqual(first);
    expect(timeLimitsOn(policy, '2026-06-30').offersValidDays).toBe(30);
    expect(timeLimitsOn(policy, '2026-07-01').offersValidDays).toBe(45);
  });

  it('has every legal text, 250 words at least, with no placeholder left but those of the policy', () => {
    for (const id of TEXT_IDS) {
      const text = textOn(lender, id, '2026-11-20');
      const words = JSON.stringify(text.body).split(/\s+/).length;
      expect(words, id).toBeGreaterThan(250);
      expect(words, id).toBeLessThan(900);
      // Pages fill in what the policy in force says.
      const left = JSON.stringify(text).match(/(?<=\{)\w+(?=\})/g) ?? [];
      expect(policyFactNames).toEqual(expect.arrayContaining(left));
      expect(text.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(() => textOn(lender, 'terms-of-use', '2001-01-01')).toThrow('No version of terms-of-use');
  });

  it('names its accessibility standard, a contact, and how soon a person responds', () => {
    const said = JSON.stringify(textOn(lender, 'accessibility-statement', '2026-11-20').body);
    expect(said).toContain('(WCAG) 2.2 at level AA');
    expect(said).toContain('Call (801) 555-0100, or dial 711');
    expect(said).toContain('help@branchline.example');
    expect(said).toContain('within two business days');
  });
});

function milesToBranch(zip: string): number {
  const from = lender.zips.get(zip) as ZipPlace;
  const radians = Math.PI / 180;
  const miles = lender.branches.map((to) => {
    const half =
      Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2 +
      Math.cos(from.latitude * radians) *
        Math.cos(to.latitude * radians) *
        Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2;
    return 3958.8 * 2 * Math.asin(Math.sqrt(half));
  });
  return Math.min(...miles);
}

// biome-ignore lint/suspicious/noExplicitAny: mistakes are made in files of any shape.
type Json = any;
/** File, what is done to it, the sentence that stops the start, and the file that it names where that is another. */
type Mistake = [file: string, change: (json: Json) => unknown, sentence: string, blamed?: string];

const row = (json: Json, id: string): Json => json.rows.find((one: Json) => one.id === id);

const note = 'documents/promissory-note.1.json';
const sectionOf = (json: Json, id: string): Json => json.sections.find((one: Json) => one.id === id);

const mistakes: Mistake[] = [
  [
    'policy/eligibility.json',
    (e) => {
      e.columns.partner = 'The partner';
      const gives = { outcome: 'STEP_UP' };
      e.rows.push({ ...row(e, 'E-10'), id: 'E-99', when: { partner: 'harborlight, harbour' }, gives });
    },
    '(E-99).when.partner must be an id of partners.json, not "harbour".',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.lateCharges = c.lateCharges.slice(1);
    },
    'lateCharges has no row for AL on 2024-01-01',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.defaults.push({ ...c.defaults[0], from: '2026-01-01' });
    },
    'end one before the next begins.',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.lateCharges[1].states = ['NY'];
    },
    'lateCharges[1].states names NY, which public/states.json does not serve.',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.lateCharges[0].states = 'all';
    },
    'lateCharges[0].states must be "any" or a list of states like ["UT"].',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.privacyNotice.sharing.nonaffiliatesMarketing = { shares: true, canLimit: false };
    },
    'privacyNotice.sharing.nonaffiliatesMarketing.canLimit must be true: federal law lets people limit this sharing.',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'interest').body[0] += ' See {intrest}.';
    },
    'sections[2] (interest).body[0] names {intrest}, which this document does not have; correct it to one of amount, rate,',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'late-charge').body[0] = 'There is no late charge.';
    },
    'sections must state the figure {lateChargeDays} somewhere, and it does not.',
  ],
  [
    note,
    (n) => {
      n.sections = n.sections.filter((one: Json) => one.id !== 'default');
    },
    'sections has none with the id "default", which this document needs; add {"id": "default"',
  ],
  [
    note,
    (n) => {
      delete sectionOf(n, 'arbitration').when;
    },
    '(arbitration).heading is about arbitration, which the Military Lending Act forbids for covered borrowers',
  ],
  [
    note,
    (n) => {
      delete sectionOf(n, 'security').body[0].when;
    },
    'names {vehicle}, which not every such document has; add "when": "secured" to it or to its section.',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'state').when = 'texas';
    },
    'has the condition "texas", which this document does not have; it has secured,',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'law').body[0] = { text: 'Texas only.', states: ['NY'] };
    },
    'states names NY, which public/states.json does not serve.',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'head').body.pop();
    },
    'sections must have the part "key-figures"; add {"part": "key-figures"} where it belongs.',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'promise').body[0] += ' { amount }';
    },
    'has a brace that is not around a figure; write a figure like {amount}, without spaces.',
  ],
  [
    note,
    (n) => {
      sectionOf(n, 'promise').body[0] += ' **';
    },
    'has an odd number of "**"; put one before and one after the strong words.',
  ],
  [
    note,
    (n) => {
      n.sections = n.sections.filter((one: Json) => one.id !== 'before-signing');
      n.sections.push({ id: 'before-signing', body: [{ part: 'state-wording-above-signature' }] });
    },
    'sections must state the figure {borrower} somewhere',
  ],
  [
    note,
    (n) => {
      const { body } = sectionOf(n, 'before-signing');
      Object.assign(
        body.find((one: Json) => 'signature' in one),
        { when: 'secured' },
      );
    },
    'is the line to sign on, which every such document has; remove "when"',
  ],
  [
    note,
    (n) => {
      Object.assign(sectionOf(n, 'before-signing'), { states: ['UT'] });
    },
    'is the line to sign on, which every such document has; remove "when"',
  ],
  [
    note,
    (n) => {
      n.title = [{ text: 'Secured note', when: 'secured' }];
    },
    'title must end with a text for every other document',
  ],
  [
    'documents/approval-notice.1.json',
    (n) => {
      n.sections[0].body.push({ signature: 'Sign here' });
    },
    'sections has a {"signature": …}, but no one signs this document; remove it.',
  ],
  [
    note,
    (n) => {
      n.version = 2;
    },
    'id and version require the file name promissory-note.2.json.',
  ],
  [
    'loan-agreement.json',
    (c) => {
      c.licenses = c.licenses.slice(1);
    },
    'licenses has no row for AL on 2024-01-01',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.min = '6000.00';
      p.small.max = '2501.00';
    },
    'small.min must be below small.max (6000.00 > 2501.00).',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.min = 2501;
    },
    'small.min must be text in quotes.',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.min = '2,501';
    },
    'small.min must be dollars and cents like "2501.00".',
  ],
  [
    'policy/programs.json',
    (p) => {
      delete p.large;
    },
    'rows[3] (P-L-10).when.program must be one of small, big_auto, as named in programs.json, not "large".',
    'policy/program-eligibility.json',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.larger = p.large;
    },
    'on 2024-01-01 larger has no rate for a score of 560, which the rules let through.',
    'policy/pricing.json',
  ],
  [
    'policy/programs.json',
    (p) => {
      p['Extra large'] = p.large;
    },
    'Extra large must be a name of lower-case letters, digits and underscores.',
  ],
  [
    'policy/programs.json',
    (p) => {
      for (const name of Object.keys(p)) delete p[name];
    },
    'the file must have at least one program.',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.step = '0.00';
    },
    'small.step must be above 0.00.',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.terms.every = 7;
    },
    'small.terms.every must lead from shortest to longest (24 to 60 is not a multiple of 7).',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.terms.shortest = 72;
    },
    'small.terms.shortest must not be above longest.',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.floor = '36.50';
    },
    'small.floor must not be above small.ceiling (36.50 > 35.99).',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.small.isAutoSecured = 'no';
    },
    'small.isAutoSecured must be true or false.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-21').gives = { outcome: 'DECLINED', reason: 'no-credit-file' };
    },
    'on 2024-01-01 no row gives STEP_UP wherever fraudAlert is yes; 15 U.S.C. 1681c-1(h)(1)(B) requires it.',
  ],
  ...['E-21', 'E-25', 'E-26', 'E-10', 'E-99'].map(
    (id): Mistake => [
      'policy/verification.json',
      (t) => {
        t.bankClears = [id];
      },
      `bankClears may name rows of eligibility.json that give STEP_UP by fraudDecision, deviceChecked, addressDiscrepancy alone, not ${id}.`,
    ],
  ),
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-24').until = '2026-12-31';
    },
    'on 2027-01-01 no row gives STEP_UP wherever addressDiscrepancy is yes; 12 CFR 1022.82(c) requires it.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').when.delinquencies90 = '=> 1';
    },
    'rows[7] (E-50).when.delinquencies90 must be like < 560, >= 3, 640..659, 12 or none, not "=> 1".',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').when.lateness = '> 1';
    },
    'rows[7] (E-50).when.lateness is not a fact that a table can use; use one of fraudDecision',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').when.state = 'UT';
    },
    'rows[7] (E-50).when.state is not a column of this table; add it under columns with a sentence.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').gives.reason = 'score-too-low';
    },
    'rows[7] (E-50).gives.reason must be a reason named in adverse-action.json, not "score-too-low".',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      delete row(t, 'E-50').gives.reason;
    },
    'rows[7] (E-50).gives.reason is missing: it must be text in quotes.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').gives = { outcome: 'MAYBE' };
    },
    'rows[7] (E-50).gives.outcome must be one of REJECTED, STEP_UP, DECLINED, not "MAYBE".',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').gives = { outcome: 'REJECTED', reason: 'bankruptcy' };
    },
    'rows[7] (E-50).gives.reason is not a field that we know; remove it or correct its spelling.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').id = 'E-51';
    },
    'rows[8] (E-51).id is taken: another row is "E-51".',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').id = 'late';
    },
    'rows[7] (late).id must be capital letters and digits like "E-10".',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').from = '2026-02-30';
    },
    'rows[7] (E-50).from must be a date',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      row(t, 'E-50').until = '2020-01-01';
    },
    'rows[7] (E-50).until must not be before from.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      delete row(t, 'E-50').about;
    },
    'rows[7] (E-50).about is missing: it must be text in quotes.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      t.columns.weather = 'Rain';
    },
    'columns.weather is not a fact that a table can use; use one of fraudDecision',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      t.rows = t.rows.filter((one: Json) => one.id !== 'E-32');
    },
    'on 2024-01-01 no row declines a file without a score (score: none), and there is no rate for one.',
  ],
  [
    'policy/eligibility.json',
    (t) => {
      t.rows = [];
    },
    'rows must have at least 1 entry.',
  ],
  [
    'policy/approval.json',
    (t) => {
      row(t, 'A-20').gives = { outcome: 'STEP_UP' };
    },
    'rows[1] (A-20).gives.outcome must be one of REJECTED, REFER, DECLINED, not "STEP_UP".',
  ],
  [
    'policy/program-eligibility.json',
    (t) => {
      row(t, 'P-S-10').gives = { allow: true };
    },
    'rows[0] (P-S-10).gives must be {"refuse": reason}, {"most": amount, "reason": …}',
  ],
  [
    'policy/program-eligibility.json',
    (t) => {
      row(t, 'P-S-10').when.program = 'tiny';
    },
    'rows[0] (P-S-10).when.program must be one of small, large, big_auto, as named in programs.json, not "tiny".',
  ],
  [
    'policy/program-eligibility.json',
    (t) => {
      row(t, 'P-S-10').when.score = '< 590';
    },
    'on 2024-01-01 small has no rate for a score of 590, which the rules let through.',
    'policy/pricing.json',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').gives['39-48'] = '36.00';
    },
    'rows[3] (R-S-660).gives.39-48 is 36.00, above the ceiling of small (35.99).',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-A-740').gives['24-36'] = '23.99';
    },
    'rows[15] (R-A-740).gives.24-36 is 23.99, below the floor of big_auto (24.00).',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').gives['39-48'] = '31.2';
    },
    'rows[3] (R-S-660).gives.39-48 must be a rate in percent with two decimals like "31.22".',
  ],
  [
    'policy/pricing.json',
    (t) => {
      delete row(t, 'R-S-660').gives['39-48'];
    },
    'rows[3] (R-S-660).gives has no rate for 39 months of small.',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').gives['45-51'] = '30.00';
    },
    'rows[3] (R-S-660).gives has two rates for 45 months of small: 39-48 and 45-51.',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').gives.long = '30.00';
    },
    'rows[3] (R-S-660).gives.long must be a band of months like "24-36".',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').when.score = '665..699';
    },
    'on 2024-01-01 small has no rate for a score of 660, which the rules let through.',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').when.score = '655..699';
    },
    'on 2024-01-01 small has 2 rows for a score of 655: R-S-640 and R-S-660.',
  ],
  [
    'policy/pricing.json',
    (t) => {
      row(t, 'R-S-660').until = '2026-12-31';
    },
    'on 2027-01-01 small has no rate for a score of 660, which the rules let through.',
  ],
  [
    'policy/pricing.json',
    (t) => {
      delete row(t, 'R-S-660').when.program;
    },
    'rows[3] (R-S-660).when must use program and score, and nothing else.',
  ],
  [
    'policy/fast-path.json',
    (t) => {
      row(t, 'F-10').gives.fastPath = 'shut';
    },
    'rows[0] (F-10).gives.fastPath must be open, not "shut".',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].limit.tiers[0].percent = 36;
    },
    'caps[1] (AZ).limit.tiers[0].percent must be text in quotes.',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].limit.tiers[1].upToCents = 900000;
    },
    'caps[1] (AZ).limit.tiers[1].upToCents must be left out of the last tier.',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      delete c.caps[1].limit.tiers[0].upToCents;
    },
    'caps[1] (AZ).limit.tiers[0].upToCents is missing: only the last tier has no end.',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].limit.kind = 'steps';
    },
    'caps[1] (AZ).limit.kind must be one of none, flat, tiers, greatest, not "steps".',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].basis = 'apr';
    },
    'caps[1] (AZ).basis must be one of rate, all_in, not "apr".',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].state = 'NY';
    },
    'caps[1] (NY).state is not served by public/states.json; add the state there or take the row out.',
  ],
  [
    'state-requirements.json',
    (a) => {
      a.requirements = a.requirements.filter((row: { states: string[] }) => !row.states.includes('TX'));
    },
    'requirements has no row for TX; a state that requires no wording has a row with "place": "none".',
  ],
  [
    'state-requirements.json',
    (a) => {
      a.requirements[0].wording = ['Call {fax}.'];
    },
    'requirements[0] (AL-caution).wording names {fax}, for which there is no value.',
  ],
  [
    'state-requirements.json',
    (a) => {
      delete a.requirements[0].confirmedBy;
    },
    'requirements[0] (AL-caution).confirmedBy is missing',
  ],
  [
    'bureau-data.json',
    (a) => {
      delete a['score-distribution'];
    },
    'score-distribution is missing',
  ],
  [
    'policy/fees.json',
    (a) => {
      a.fees.push({
        kind: 'origination',
        states: ['UT'],
        amount: '25.00',
        from: '2024-01-01',
        source: 'A law',
      });
    },
    'body states that there is no origination fee, and policy/fees.json has one.',
    'public/texts/licenses-and-disclosures.2.json',
  ],
  [
    'policy/fees.json',
    (a) => {
      const fee = {
        kind: 'origination',
        states: ['UT'],
        amount: '25.00',
        from: '2024-01-01',
        source: 'A law',
      };
      a.fees.push(fee, { ...fee, from: '2026-01-01' });
    },
    'fees has 2 origination fees for UT on 2026-01-01; end one before the next begins.',
  ],
  [
    'policy/fees.json',
    (a) => {
      a.fees.push({ kind: 'origination', states: 'any', from: '2024-01-01', source: 'A law' });
    },
    'fees[0].kind must come with fees[0].amount or fees[0].percentOfLoan, and not with both.',
  ],
  [
    'policy/fees.json',
    (a) => {
      const share = { kind: 'origination', states: ['TX'], percentOfLoan: '5.00' };
      a.fees.push({ ...share, from: '2024-10-01', source: 'A law' });
    },
    'fees takes $125.05 of a loan of $2501.00 in TX on 2024-10-01, and ceilings allows $125.00.',
  ],
  [
    'policy/fees.json',
    (a) => {
      a.fees.push({
        kind: 'origination',
        states: ['NC'],
        amount: '30.00',
        from: '2026-01-01',
        source: 'A law',
      });
    },
    'fees takes $30.00 of a loan of $2501.00 in NC on 2026-01-01, and ceilings allows $25.01.',
  ],
  [
    'policy/fees.json',
    (a) => {
      a.fees.push({
        kind: 'origination',
        states: ['WI'],
        amount: '1.00',
        from: '2026-01-01',
        source: 'A law',
      });
    },
    'fees takes $1.00 of a loan of $2501.00 in WI on 2026-01-01, and ceilings allows $0.00.',
  ],
  [
    'policy/fees.json',
    (a) => {
      a.fees.push({ kind: 'filing', states: ['NY'], amount: '25.00', from: '2024-01-01', source: 'A law' });
    },
    'fees[0].states names NY, which public/states.json does not serve.',
  ],
  [
    'policy/state-caps.json',
    (a) => {
      a.caps.push({ ...a.caps[0], effective: { from: '2027-01-01' } });
    },
    'overlaps caps[0] (both AL): end one before the other begins, or keep their amounts or terms apart.',
  ],
  [
    'policy/state-caps.json',
    (a) => {
      a.caps[1].amountCents.max = 1_000_001;
    },
    'caps[2] overlaps caps[1] (both AZ)',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps = c.caps.filter((one: Json) => one.state !== 'UT');
    },
    'UT is served and has no row without an end; a state without a numeric cap needs a row',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].amountCents = { min: 5, max: 4 };
    },
    'caps[1] (AZ).amountCents.min must not be above caps[1] (AZ).amountCents.max.',
  ],
  [
    'policy/state-caps.json',
    (c) => {
      c.caps[1].effective.to = '2001-01-01';
    },
    'caps[1] (AZ).effective.to must not be before caps[1] (AZ).effective.from.',
  ],
  [
    'policy/reference.json',
    (r) => {
      r.federalFunds[1].from = '2023-01-01';
    },
    'federalFunds[1].from must be later than the row before it (2023-01-01 is not after 2024-01-01).',
  ],
  [
    'policy/mla.json',
    (m) => {
      m.checkValidDays = 60;
    },
    'checkValidDays must be at most 30.',
  ],
  [
    'policy/mla.json',
    (m) => {
      m.capPercent = '37.00';
    },
    'capPercent must be at most 36.00.',
  ],
  [
    'policy/verification.json',
    (v) => {
      v.nameMatchPercent = 120;
    },
    'nameMatchPercent must be at most 100.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      delete a.reasons.bankruptcy;
    },
    'reasons.bankruptcy is missing: it must be text in quotes.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      const [first, second] = a.distribution;
      a.distribution.splice(0, 2, {
        from: first.from,
        to: second.to,
        percent: first.percent + second.percent,
      });
    },
    'distribution must have at least six ranges (12 CFR 1022.74(e)(1)(ii)); or give ranksHigherThan instead.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.distribution[3].to -= 1;
    },
    'distribution must cover every score from bureau.scoreLowest to bureau.scoreHighest once, lowest first.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      delete a.distribution;
    },
    'distribution is missing.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.mostReasons = 5;
    },
    'mostReasons must be at most 4.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.scoreFactors['32'].reason = 'score';
    },
    'scoreFactors.32.reason must be one of none, application-incomplete, ',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      delete a.scoreFactors['47'];
      delete a.scoreFactors['97'];
    },
    'scoreFactors lacks 47, 97: a VantageScore 4.0 may name each of them, and a notice must state it.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.bureau.scoreName = 'FICO Score 8';
    },
    'bureau.scoreName must be VantageScore 3.0 or VantageScore 4.0, the scores whose factors we know, not "FICO Score 8".',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.ownReasons['low-score'] = 'Your credit score is too low';
    },
    'ownReasons.low-score must name what decided: a score is not a reason.',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.ownReasons.bankruptcy = 'Bankrupt';
    },
    'ownReasons.bankruptcy is taken; give the reason another code.',
  ],
  [
    'policy/program-eligibility.json',
    (a) => {
      a.rows[1].gives.refuse = 'finance-loan';
    },
    'rows[1] (P-S-20).gives.refuse must be a reason named in adverse-action.json, not "finance-loan".',
  ],
  [
    'policy/adverse-action.json',
    (a) => {
      a.bureau.phone = '888';
    },
    'bureau.phone must be like "1-888-397-3742".',
  ],
  [
    'policy/policy.json',
    (p) => {
      p.version = 'new';
    },
    'version must be like "2026.1".',
  ],
  [
    'public/brand.json',
    (b) => {
      b.logo = 'logo.png';
    },
    'logo must be the path of an SVG file under lender/public, like "logo.svg".',
  ],
  [
    'public/brand.json',
    (b) => {
      b.logo = 'lost.svg';
    },
    'logo names public/lost.svg, and there is no such file.',
  ],
  [
    'public/brand.json',
    (b) => {
      b.phones.customerService = '801-555-0100';
    },
    'phones.customerService must be +1 and ten digits, without spaces, like "+18015550100".',
  ],
  [
    'public/brand.json',
    (b) => {
      b.phones.militaryLending = '+18015550100';
    },
    'phones.militaryLending must be toll-free: +1 and 800, 833, 844, 855, 866, 877 or 888.',
  ],
  [
    'public/brand.json',
    (b) => {
      b.emails.privacy = 'privacy';
    },
    'emails.privacy must be a valid email.',
  ],
  [
    'public/brand.json',
    (b) => {
      b.companySite = 'branchline';
    },
    'companySite must be an address that begins with https://.',
  ],
  [
    'public/brand.json',
    (b) => {
      b.chat = 'chat us up';
    },
    'chat must be an address that begins with https://.',
  ],
  [
    'public/brand.json',
    (b) => {
      b.hours.timeZone = 'Mars';
    },
    'hours.timeZone must be a time zone like "America/New_York".',
  ],
  [
    'public/states.json',
    (s) => {
      s[0].minimumAge = 16;
    },
    '[0].minimumAge must be at least 18.',
  ],
  [
    'public/states.json',
    (s) => {
      s[1].code = 'AL';
    },
    '[1].code "AL" is taken by [0]; give each its own.',
  ],
  [
    'public/states.json',
    (s) => {
      [s[0], s[1]] = [s[1], s[0]];
    },
    '[1].name must come before Arizona, because states are listed by name.',
  ],
  [
    'public/application.json',
    (a) => {
      a.annualIncomeToConfirm.belowDollars = 300000;
    },
    'annualIncomeToConfirm.belowDollars must be below aboveDollars.',
  ],
  [
    'public/texts/terms-of-use.1.json',
    (t) => {
      t.body.push({ paragraph: 'Call {fax}.' });
    },
    'body names {fax}, for which public/brand.json has no value.',
  ],
  [
    'public/texts/terms-of-use.1.json',
    (t) => {
      t.version = 2;
    },
    'id and version require the file name terms-of-use.2.json.',
  ],
  [
    'public/texts/terms-of-use.1.json',
    (t) => {
      t.body[0] = { text: 'x' };
    },
    'body[0] must be {"heading": …}, {"paragraph": …} or {"list": […]}.',
  ],
  [
    'branches.json',
    (b) => {
      b[0].zipCode = '00000';
    },
    '[0].zipCode 00000 (al-birmingham) is not a ZIP code that we know.',
  ],
  [
    'branches.json',
    (b) => {
      b[0].state = 'UT';
    },
    '[0].state of al-birmingham is UT, but ZIP code',
  ],
  [
    'branches.json',
    (b) => {
      b[0].openHours = ['17:00', '09:00'];
    },
    '[0] (al-birmingham).openHours must open before it closes.',
  ],
  [
    'branches.json',
    (b) => {
      b[1].id = b[0].id;
    },
    '[1].id "al-birmingham" is taken by [0]; give each its own.',
  ],
  [
    'branches.json',
    (b) => {
      delete b[2].manager.fullName;
    },
    '.manager.fullName is missing: it must be text in quotes.',
  ],
  [
    'branches.json',
    (b) => {
      b[0].manager.picture = 'managers/missing.jpg';
    },
    '[0].manager.picture names public/managers/missing.jpg, and there is no such file.',
  ],
  [
    'public/servicing.json',
    (s) => {
      s.hardship = '';
    },
    'hardship must not be empty',
  ],
  [
    'public/banks.json',
    (b) => {
      b[0].routingNumber = '02100002';
    },
    'must be the nine digits of a routing number',
  ],
  [
    'trade-area.json',
    (t) => {
      t.radiusMiles = -1;
    },
    'radiusMiles must be',
  ],
  [
    'public/maintenance.json',
    (m) => {
      m.until = '6:30';
    },
    'until must be a time like "06:30".',
  ],
  [
    'policy/time-limits.json',
    (l) => {
      l.limits[0].minDaysBetweenLoans = 400;
    },
    'limits[0].minDaysBetweenLoans must be at most 365.',
  ],
  [
    'policy/time-limits.json',
    (l) => {
      l.limits[0].incompleteAnswerDays = 19;
    },
    'limits[0].incompleteAnswerDays must be at least 20, not 19: 5 days until an unviewed email is mailed (document-delivery.json), 5 in the mail and 10 to answer.',
  ],
  [
    'policy/time-limits.json',
    (l) => {
      l.limits.push({ ...l.limits[0] });
    },
    'limits[1].from must be later than the row before it (2024-01-01 is not after 2024-01-01).',
  ],
  [
    'policy/programs.json',
    (p) => {
      p.big_auto.ceiling = '37.00';
    },
    'big_auto.ceiling is advertised as 37.00, but on 2024-01-01 the rates of pricing.json end at 35.99.',
  ],
  [
    'public/texts/licenses-and-disclosures.2.json',
    (text) => {
      const at = text.body.findIndex(({ paragraph = '' }) => paragraph.includes('{leastAmount}'));
      text.body[at].paragraph = text.body[at].paragraph.replace('{leastAmount}', '$2,001');
    },
    'body must name what policy/programs.json lends, "$2,501 to $15,000" or "{leastAmount} to {mostAmount}"; add a version that does.',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.example.amount = '500.00';
    },
    'example.amount is $500, which no program of policy/programs.json lends.',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.example.months = 47;
    },
    'example.months is 47, for which no program of policy/programs.json lends $5,000.',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.example.apr = '19.99';
    },
    'example.apr is 19.99, outside the rates at which $5,000 is lent (24.00 to 35.99).',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.smallestLoanAtBranch = '3000.00';
    },
    'smallestLoanAtBranch must be below what is lent online ($3,000 is not below $2,501), or null.',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.landingAmounts = ['5000.00', '20000.00'];
    },
    'landingAmounts has $20,000, which no program of policy/programs.json lends over 48 months at 31.22%.',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.usualAmount = '2500.00';
    },
    'usualAmount must be within what is lent online ($2,501 to $15,000).',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.fundsArriveInBusinessDays.from = 1;
    },
    'fundsArriveInBusinessDays must be at least 2 to 3: funding.json settles credits after 2 banking days',
  ],
  [
    'public/advertised.json',
    (a) => {
      a.branchCallsWithinHours.from = 72;
    },
    'branchCallsWithinHours.from must not be above branchCallsWithinHours.to.',
  ],
  [
    'funding.json',
    (f) => {
      f.sameDay.limit = '1000000.01';
    },
    'sameDay.limit must not be above 1000000.00, the most that Nacha lets a same-day entry move',
  ],
  [
    'funding.json',
    (f) => {
      f.sameDay.cutoff = '17:00';
    },
    'sameDay.cutoff must be before the cutoff of the day’s standard file',
  ],
  [
    'fraud-monitoring.json',
    (f) => {
      f.rules['device-shared'].days = 31;
    },
    'rules.device-shared.days must not be above sessions.days of retention.json (31 > 30).',
  ],
  [
    'fraud-monitoring.json',
    (f) => {
      f.rules['name-mismatch'].action = 'ignore';
    },
    'rules.name-mismatch.action must be one of hold, report, off',
  ],
  [
    'public/brand.json',
    (b) => {
      b.branchCount = 400;
    },
    'branchCount is 400, but branches.json has 350 branches.',
  ],
  [
    'retention.json',
    (r) => {
      r.decisions.months = 24;
    },
    'decisions.months must be at least 25: Regulation B requires it.',
  ],
  [
    'retention.json',
    (r) => {
      r.decisions.states.CA.months = 24;
    },
    'decisions.states.CA.months must be at least 25: Regulation B requires it.',
  ],
  [
    'retention.json',
    (r) => {
      delete r.decisions.states.CA.source;
    },
    'decisions.states.CA.source is missing',
  ],
  [
    'retention.json',
    (r) => {
      r.decisions.states.ZZ = { months: 26, source: 'A law.' };
    },
    'states.ZZ is not a state of public/states.json.',
  ],
  [
    'retention.json',
    (r) => {
      r.loans.states = { TX: { months: 60, source: 'A law.' } };
    },
    'loans.months in TX must be more than the longest term (60 <= 60 months).',
  ],
  [
    'document-delivery.json',
    (d) => {
      d.kinds.denial.letter = 'if-unviewed';
    },
    'kinds.denial.letter must be "at-once": the law requires this notice in writing.',
  ],
  [
    'document-delivery.json',
    (d) => {
      d.kinds['score-disclosure'].letter = 'never';
    },
    'kinds.score-disclosure.letter must be "at-once" or "if-unviewed": the law requires this document.',
  ],
  [
    'retention.json',
    (r) => {
      delete r.sessions.reason;
    },
    'sessions.reason is missing',
  ],
  [
    'retention.json',
    (r) => {
      r.loans.months = 60;
    },
    'loans.months must be more than the longest term (60 <= 60 months).',
  ],
  [
    'retention.json',
    (r) => {
      r.bankAccess.days = 91;
    },
    'bankData.days must not be less than bankAccess.days (90 < 91).',
  ],
  [
    'partners.json',
    (p) => {
      p[1].subIds.push('hl-web');
    },
    '[1].subIds[2] "hl-web" already belongs to harborlight.',
  ],
  [
    'partners.json',
    (p) => {
      p[0].logo = 'partners/lost.svg';
    },
    '[0].logo names public/partners/lost.svg, and there is no such file.',
  ],
];

describe('a mistake in a file stops the start with a sentence', () => {
  let directory: string;
  beforeAll(() => {
    directory = path.join(mkdtempSync(path.join(tmpdir(), 'lender-')), 'lender');
    cpSync(LENDER_DIRECTORY, directory, { recursive: true });
    // Only the ZIP codes of branches: the many others would be read again for every mistake.
    const zips = new Set(lender.branches.map((branch) => branch.zipCode));
    const file = path.join(directory, 'zip-centroids.txt');
    const kept = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length === 2 || zips.has(line.slice(0, 5)));
    writeFileSync(file, `${kept.join('\n')}\n`);
  });
  afterAll(() => rmSync(path.dirname(directory), { recursive: true }));

  /** The message of the error that a changed file causes; the file is put back. */
  function refusal(file: string, change: (content: string) => string): string {
    const at = path.join(directory, file);
    const before = readFileSync(at, 'utf8');
    try {
      writeFileSync(at, change(before));
      loadLender(directory);
      return 'nothing was refused';
    } catch (error) {
      expect(error).toBeInstanceOf(LenderFileError);
      expect((error as Error).message.startsWith(`${(error as LenderFileError).file}: `)).toBe(true);
      return (error as Error).message;
    } finally {
      writeFileSync(at, before);
    }
  }

  const cases = mistakes.map(([file, change, sentence, blamed = file]) => ({
    file,
    change,
    sentence,
    blamed,
  }));
  it.each(cases)('$file: $sentence', ({ file, change, sentence, blamed }) => {
    const message = refusal(file, (content) => {
      const json = JSON.parse(content);
      change(json);
      return JSON.stringify(json);
    });
    expect(message.startsWith(`lender/${blamed}: `), message).toBe(true);
    expect(message).toContain(sentence);
    expect(message).toMatch(/[^.]\.$/);
    expect(message).not.toContain('\n');
  });

  it('also where the file is no JSON, or a line of the ZIP codes no place', () => {
    expect(refusal('policy/pricing.json', (content) => content.replace('"rows": [', '"rows": [,'))).toMatch(
      /^lender\/policy\/pricing\.json: this is not JSON: .+\.$/,
    );
    expect(refusal('zip-centroids.txt', (content) => content.replace('\n', '\n84101 north south\n'))).toBe(
      'lender/zip-centroids.txt: line 2 must be a state\'s letters or "ZIP latitude longitude".',
    );
  });

  it('also where a file is missing', () => {
    const file = path.join(directory, 'policy/mla.json');
    const before = readFileSync(file);
    rmSync(file);
    expect(() => loadLender(directory)).toThrow(
      'lender/policy/mla.json: the file is missing or cannot be read.',
    );
    writeFileSync(file, before);
    const text = path.join(directory, 'public/texts/california-notice.1.json');
    const words = readFileSync(text);
    rmSync(text);
    expect(() => loadLender(directory)).toThrow(
      'lender/public/texts/california-notice.1.json: the file is missing: every text in this folder needs a version.',
    );
    writeFileSync(text, words);
  });

  it('while a copy without a mistake loads, with the same policy version however it is laid out', () => {
    expect(loadLender(directory).policy.version).toBe(lender.policy.version);
    const at = path.join(directory, 'policy/pricing.json');
    const before = readFileSync(at, 'utf8');
    writeFileSync(at, JSON.stringify(JSON.parse(before)));
    expect(loadLender(directory).policy.version).toBe(lender.policy.version);
    writeFileSync(at, before.replace('31.22', '31.20'));
    expect(loadLender(directory).policy.version).not.toBe(lender.policy.version);
    writeFileSync(at, before);
  });

  it('and a later version of a text holds from its day on, the earlier one kept', () => {
    const first = JSON.parse(readFileSync(path.join(directory, 'public/texts/terms-of-use.1.json'), 'utf8'));
    const second = path.join(directory, 'public/texts/terms-of-use.2.json');
    writeFileSync(second, JSON.stringify({ ...first, version: 2, effective: '2027-01-01' }));
    const both = loadLender(directory);
    expect(textOn(both, 'terms-of-use', '2026-12-31').version).toBe(1);
    const recent = (on: string) => recentTexts(both, 'terms-of-use', on, 30).map((text) => text.version);
    expect(recent('2026-12-31')).toEqual([1]);
    expect(recent('2027-01-30')).toEqual([2, 1]);
    expect(recent('2027-01-31')).toEqual([2]);
    expect(textOn(both, 'terms-of-use', '2027-01-01').version).toBe(2);
    const digests = both.texts.filter((text) => text.id === 'terms-of-use').map((text) => text.sha256);
    expect(new Set(digests).size).toBe(2);
    writeFileSync(second, JSON.stringify({ ...first, version: 2, effective: '2020-01-01' }));
    expect(() => loadLender(directory)).toThrow(
      'effective must be later than that of version 1 (2024-01-01).',
    );
    rmSync(second);
  });

  it('and another name reaches every text', () => {
    const at = path.join(directory, 'public/brand.json');
    const before = readFileSync(at, 'utf8');
    writeFileSync(at, before.replaceAll('Branchline', 'Junction Loans'));
    const renamed = loadLender(directory);
    expect(renamed.brand.name).toBe('Junction Loans');
    expect(JSON.stringify(renamed.texts)).toContain('Junction Loans');
    expect(JSON.stringify(renamed.texts)).not.toContain('Branchline');
    writeFileSync(at, before);
    expect(brandSchema.parse(JSON.parse(before)).name).toBe('Branchline');
  });
});
