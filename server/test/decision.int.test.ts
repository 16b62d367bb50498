// The prequalification decision for every test person, on the whole app.
import { describe, expect, it } from 'vitest';
import type { LoanRequest } from '#contract/offers.ts';
import { type PrequalificationRecord, submitPrequalification } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import { askAboutZipCode } from '#contract/zip-code.ts';
import { versionOn } from '#lender/in-force.ts';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { createPolicy } from '#server/credit-policy/decide.ts';
import type { PolicyInputs } from '#server/credit-policy/inputs.ts';
import { lenderToday } from '#server/platform/clock.ts';
import { wasPerformed } from '#server/platform/jobs/job-records.ts';
import { policyReport } from '#server/policy-analysis/commands/policy-versions.ts';
import { readDecision } from '#server/records/decisions.ts';
import { savePolicyVersion } from '#server/records/policy-versions.ts';
import { storedConsents } from './consents.ts';
import { decidedAs } from './journeys.ts';
import { testFolder } from './test-folder.ts';
import { pullsOf } from './vendors.ts';
import { applicationOf, applyAs, form, openWorld } from './world.ts';

const world = openWorld({ slowResponseMs: 1500 });

interface Expected {
  readonly defaultScreen: ScreenName;
  readonly status: PrequalificationRecord['status'];
  readonly programs?: readonly string[];
  readonly totals?: Partial<LoanRequest>;
}

const all = ['small', 'large', 'big_auto'];
const offers = (programs: readonly string[], totals: Partial<LoanRequest> = {}): Expected => ({
  ...{ defaultScreen: 'offers', status: 'PREQUALIFIED', programs, totals },
});
const none = { hasAllOffers: false, isOnlySmall: false, isOnlyLarge: false, isOnlyAutoSecured: false };
const gap = [
  { min: 250_100, max: 450_000 },
  { min: 650_000, max: 1_200_000 },
];
const fastPath: Expected = { defaultScreen: 'fast-path-options', status: 'PREQUALIFIED' };
const declined: Expected = { defaultScreen: 'declined', status: 'DECLINED' };

const outcomes: Record<number, Expected> = {
  1: offers(all, { ...none, hasAllOffers: true, hasAutoSecured: true }),
  2: offers(['small'], { ...none, isOnlySmall: true, hasAutoSecured: false }),
  3: offers(['large'], { ...none, isOnlyLarge: true, hasAutoSecured: false }),
  4: offers(['big_auto'], { ...none, isOnlyAutoSecured: true, hasAutoSecured: true }),
  5: offers(['small', 'large'], { ...none, hasAutoSecured: false, amountRanges: gap }),
  6: fastPath,
  7: fastPath,
  8: fastPath,
  9: fastPath,
  10: declined,
  11: declined,
  12: declined,
  13: { defaultScreen: 'verification-needed', status: 'STEP_UP' },
  14: { defaultScreen: 'error', status: 'REJECTED' },
  17: offers(['small', 'large']),
  18: offers(['small', 'large']),
  19: offers(['small', 'large']),
  20: offers(['small', 'large']),
  22: declined,
  23: offers(['small', 'large']),
  33: { defaultScreen: 'verification-needed', status: 'STEP_UP' },
  34: offers(['small', 'large']),
  35: declined,
  36: { defaultScreen: 'vehicle', status: 'PENDING' },
  37: { defaultScreen: 'verification-needed', status: 'STEP_UP' },
  38: { defaultScreen: 'verification-needed', status: 'STEP_UP' },
  42: { defaultScreen: 'verification-needed', status: 'STEP_UP' },
};

describe.concurrent('person', () => {
  const reachesItsOutcome = async (person: string, expected: Expected) => {
    const { browser, journey, status, sent } = await decidedAs(world, Number(person));
    expect(status).toBe('SUCCESS');
    expect(journey.defaultScreen).toBe(expected.defaultScreen);
    const record = (await browser.read('prequalification')) as PrequalificationRecord;
    expect(record).toMatchObject({ status: expected.status, outOfTrade: false });
    expect('stepUpExpiration' in record).toBe(expected.status === 'STEP_UP');
    if (expected.programs) {
      const request = (await browser.read('loanRequest')) as LoanRequest;
      expect(request).toMatchObject(expected.totals ?? {});
      expect(request.programs.map((one) => one.programName)).toEqual(expected.programs);
      expect(request.vehicle !== undefined).toBe(expected.programs.includes('big_auto'));
      expect(journey.choices.isLoanAutoSecured).toBe(expected.programs.includes('big_auto'));
    } else if (expected.defaultScreen !== 'fast-path-options') {
      expect(journey.links.loanRequest).toBeUndefined();
      expect(record.offers).toBeUndefined();
    }
    // Applicants rejected earlier get no credit pull, all others one soft pull, and none a hard pull.
    const isRejected = ['13', '14', '33'].includes(person);
    expect(await pullsOf(world, sent.ssn)).toEqual(isRejected ? [] : ['soft']);
  };
  const people = Object.entries(outcomes);
  const oneOfEachKind = ['1', '5', '6', '10', '13', '14', '18', '19', '20', '42'];
  it.each(people.filter(([person]) => oneOfEachKind.includes(person)))(
    '%s reaches the outcome of the table',
    reachesItsOutcome,
  );
  it.each(people.filter(([person]) => !oneOfEachKind.includes(person)))(
    '%s reaches the outcome of the table',
    { tags: ['full'] },
    reachesItsOutcome,
  );

  it('1 with the ZIP code of Marfa and another city waits for a person, who settles where the home is', async () => {
    const inDallas = { address: { city: 'Dallas', state: 'TX', zipCode: '79843' } };
    const { journey, sent } = await decidedAs(world, 1, inDallas);
    expect(journey.defaultScreen).not.toBe('out-of-trade-area');
    expect(await pullsOf(world, sent.ssn)).toEqual([]);
  });

  const homeIn = (state: string, zipCode: string) => ({ address: { state, zipCode } });

  it.each([
    // The center of its neighbors is too far from any branch.
    ['TX', '75408'],
    ['UT', '84100'],
  ])('1 of %s %s, which the table lacks, is asked, and gets offers by the place of its neighbors', async (state, zipCode) => {
    const asked = await world.browser().post(askAboutZipCode.path, { state, zipCode });
    expect(asked.json()).toEqual({ question: `We don't know ${zipCode}. Is it right?` });
    const { browser, journey } = await decidedAs(world, 1, homeIn(state, zipCode));
    expect(journey.defaultScreen).toBe('offers');
    expect((await browser.read('branch')).state).toBe(state);
  });

  it.each([
    ['UT', '30399', 'zip-code-elsewhere', '30399 is in Georgia. Is your home in Utah?'],
    ['UT', '42223', 'zip-code-elsewhere', '42223 is in Kentucky or Tennessee. Is your home in Utah?'],
    ['TN', '42299', 'zip-code-elsewhere', '42299 is in Kentucky. Is your home in Tennessee?'],
  ])('1 of %s %s is asked before anything else happens', async (state, zipCode, code, message) => {
    const answered = await world.browser().post(submitPrequalification.path, form(1, homeIn(state, zipCode)));
    const errors = [{ field: 'address.zipCode', code, message }];
    expect([answered.statusCode, answered.json()]).toEqual([400, { errors }]);
  });

  it.each([
    '84101',
    '42223',
  ])('1 of a home in the state of %s is asked nothing, and sees its branch before it applies', async (zipCode) => {
    const home = { state: zipCode === '84101' ? 'UT' : 'TN', zipCode };
    const { branch, ...asked } = (await world.browser().post(askAboutZipCode.path, home)).json();
    expect(asked).toEqual({});
    const { browser } = await applyAs(world, 1, homeIn(home.state, zipCode));
    expect(await browser.read('branch')).toMatchObject(branch);
  });

  it.each([
    [1, '30303'],
    [10, '10001'],
    [14, '79843'],
  ])('%s of Utah, confirmed with %s, waits for a person before any vendor is called', async (person, zipCode) => {
    const home = { state: 'UT', zipCode, stateConfirmed: true };
    const { browser, journey, sent, id } = await decidedAs(world, person, { address: home });
    expect(journey.defaultScreen).toBe('verification-needed');
    const expected = { status: 'STEP_UP', outOfTrade: false, stepUpExpiration: expect.any(String) };
    expect(await browser.read('prequalification')).toMatchObject(expected);
    expect((await browser.read('branch')).state).toBe('UT');
    expect((await world.mailAbout(sent.email, /^We need to check your information/)).text).toContain('ID');
    expect(await wasPerformed(world.db, id, 'evaluate')).toBe(false);
    expect(await pullsOf(world, sent.ssn)).toEqual([]);
  });

  it.each([
    ['who applied directly', {}, ['Harborlight Rates', 'Quarry Credit Guide']],
    [
      'who came from a partner, that one first',
      { additional_information: { sub_id: 'qcg-search' } },
      ['Quarry Credit Guide', 'Harborlight Rates'],
    ],
  ])('10 %s sees the partners once they agree', async (_, changes, names) => {
    const { browser } = await decidedAs(world, 10, changes);
    const { organizationLogo } = await browser.read('prequalification');
    const isFromPartner = organizationLogo === '/lender/partners/quarry-credit.svg';
    expect(isFromPartner).toBe('additional_information' in changes);
    const href = await browser.link('partners');
    expect((await browser.get(href)).json()).toEqual({ isAgreed: false, partners: [] });
    expect((await browser.post(href, { acceptPartners: false })).statusCode).toBe(400);
    const agreed = await Promise.all([1, 2].map(() => browser.post(href, { acceptPartners: true })));
    for (const answer of [...agreed, await browser.get(href)])
      expect(answer.json()).toMatchObject({ isAgreed: true, partners: names.map((name) => ({ name })) });
    const kept = (await storedConsents(world, applicationOf(href))).filter((one) =>
      one.statement?.startsWith('Show me other lenders'),
    );
    const { lender } = world.services;
    const { version } = versionOn(lender.texts, 'privacy-policy', lenderToday(world.services));
    expect(kept).toMatchObject([{ document: 'privacy-policy', version: String(version) }]);
  });

  it('that grants offers shows no partners', async () => {
    const { browser, journey } = await decidedAs(world, 2);
    expect(journey.links.partners).toBeUndefined();
    const href = (journey.links.user as string).replace(/user$/, 'partners');
    expect((await browser.post(href, { acceptPartners: true })).statusCode).toBe(409);
  });

  it('12 has the same outcome in the poll, the journey and the guard', async () => {
    const { browser, job, journey } = await decidedAs(world, 12);
    expect((await browser.get(job)).json().result.href).toBe(journey.links.prequalification);
    const { defaultPath, steps } = (await browser.get('/api/v1/journey/allowed-steps')).json();
    expect([defaultPath, steps.includes('/declined')]).toEqual(['/declined', true]);
    expect(steps).not.toContain('/loan-request/offers');
  });
});

it('the policy that decided is stored whole: it can be shown, written out, and decides the same again', async () => {
  const { id } = await decidedAs(world, 10);
  const kept = await readDecision(world.db, world.services.vault, id, 'prequalification');

  const report = (options: Parameters<typeof policyReport>[2]) =>
    policyReport(world.db, world.clock.now(), options);
  const listed = await report({});
  expect(listed.filter((line) => line.startsWith(world.services.lender.policy.version))).toHaveLength(1);
  const shown = (await report({ version: world.services.lender.policy.version })).join('\n');
  expect(shown).toContain('== eligibility.json');
  expect(shown).toContain('"id": "E-72"');
  await expect(report({ version: '2020.1+00000000' })).rejects.toThrow("isn't stored");

  const out = testFolder();
  await report({ version: world.services.lender.policy.version, out });
  const again = loadLender(LENDER_DIRECTORY, out);
  expect(again.policy.version).toBe(world.services.lender.policy.version);
  const inputs = kept?.inputs as PolicyInputs;
  const decision = createPolicy(again).decidePrequalification(inputs, lenderToday(world.services));
  expect(JSON.parse(JSON.stringify(decision))).toEqual(kept?.decision);

  const change = world.db.updateTable('policy_version').set({ digest: 'another' }).execute();
  await expect(change).rejects.toThrow('append-only');
  await expect(world.db.deleteFrom('policy_version').execute()).rejects.toThrow('append-only');
  const another = { ...world.services.lender.policy, digest: 'another' };
  const saving = world.db.transaction().execute((tx) => savePolicyVersion(tx, world.clock, another));
  await expect(saving).rejects.toThrow('Another policy');
});

it('after eight failures of the bureau in a row the next form is stored', async () => {
  await world.fault('bureau', { mode: 'error' });
  const failed = await Promise.all([decidedAs(world, 1), decidedAs(world, 1), decidedAs(world, 1)]);
  expect(failed.map(({ status }) => status)).toEqual(['DELAYED', 'DELAYED', 'DELAYED']);
  const answer = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
  expect(answer.isCaptureOnlyMode).toBe(true);
  await world.fault('bureau', { mode: 'none' });
});
