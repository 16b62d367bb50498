// A changed policy starts while applicants are underway: what they were offered is decided, priced and documented as it was.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LENDER_DIRECTORY } from '#lender/load.ts';
import { readApplication } from '#server/journey/applications.ts';
import { declineFor, type PolicyChange, strictPolicy, writePolicy } from './changed-policy.ts';
import { decidedAs } from './journeys.ts';
import { setRows } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { pullsOf } from './vendors.ts';
import { type Browser, openWorld, readUntil } from './world.ts';

const directory = testFolder(afterAll);
cpSync(LENDER_DIRECTORY, directory, { recursive: true });
const world = openWorld({ env: { LENDER_DIR: directory } });

const startWith = (change: PolicyChange) =>
  world.restart(async () => void writePolicy(path.join(directory, 'policy'), change));

/** Declines persons 1 and 28 on the soft pull, too. */
const strict: PolicyChange = {
  ...strictPolicy,
  eligibility: declineFor({ monthlyIncome: '< 9000' }, 'income-insufficient'),
};

const applicationOf = async (browser: Browser) => readApplication(world.db, await browser.applicationId());

const allTerms = async (browser: Browser) =>
  (await browser.get((await browser.read('loanRequest')).allTerms.href)).json();

describe('a stricter policy', { tags: ['full'] }, () => {
  beforeEach(() => startWith({}));

  it('declines new applicants on the soft pull, and changes no offer until it has run out, also when details change', async () => {
    const { browser, sent } = await decidedAs(world, 1);
    const before = await allTerms(browser);
    const { id, deadline: until } = await applicationOf(browser);
    await startWith(strict);
    const later = await decidedAs(world, 1);
    expect(later.journey.defaultScreen).toBe('declined');
    expect(await pullsOf(world, later.sent.ssn)).toEqual(['soft']);
    expect(await allTerms(browser)).toEqual(before);

    const { phone, address } = sent as { phone: string; address: { residentialStatus: string } };
    const details = { phone, residentialStatus: address.residentialStatus, monthlyPayment: 900 };
    expect((await browser.put(await browser.link('updateLead'), details)).statusCode).toBe(200);
    expect(await allTerms(browser)).toEqual(before);
    expect((await applicationOf(browser)).deadline).toEqual(until);

    const yesterday = new Date(world.clock.now().getTime() - 86_400_000);
    await setRows(world, 'application', id, { deadline: yesterday });
    expect((await browser.read('loanRequest')).errors[0].code).toBe('expired');
    expect((await decidedAs(world, 1, { ssn: sent.ssn })).journey.defaultScreen).toBe('declined');
  });

  it('changes nothing on the fast path, where the counteroffer stays as well', async () => {
    const { browser, sent } = await decidedAs(world, 28, { loanAmount: 9000 });
    const before = await browser.read('fastPathOffer');
    await startWith(strict);
    const offer = await browser.read('fastPathOffer');
    expect(offer).toEqual(before);
    const { href } = (await browser.post(offer.submitApplication.href, { acceptHardPull: true })).json();
    const read = async () => (await browser.get(href)).json().status as string;
    const status = await readUntil(read, (one) => one !== 'FAST_PATH_PENDING');
    expect(status).toBe('FAST_PATH_COUNTEROFFER');
    expect((await browser.read('counteroffer')).offers[0].loanAmount).toBeGreaterThan(0);
    expect((await browser.post(await browser.link('counteroffer'))).statusCode).toBe(200);
    await world.mailAbout(sent.email, /offer/i);
    const { accepted_term: accepted, approved_term: approved } = await applicationOf(browser);
    expect(approved?.amount).toBeLessThan(accepted?.amount ?? 0);
  });
});

it('a rule of approval on the soft file declines at prequalification, with its reason, without a hard pull', async () => {
  await startWith({ approval: declineFor({ inquiries6Months: '>= 1' }, 'recent-inquiries') });
  const { browser, sent, journey } = await decidedAs(world, 1);
  expect(journey.defaultScreen).toBe('declined');
  const { reasons } = await browser.read('adverseAction');
  expect(reasons).toEqual(['You applied for credit many times lately.']);
  expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
});
