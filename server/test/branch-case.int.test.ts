// What we promise applicants: their offers by email, and a call by their branch; and where that branch is.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CallBack, getBranchMap } from '#contract/branches.ts';
import { timeIn } from '#contract/clock-text.ts';
import { pathOf } from '#contract/screens.ts';
import { insertRow } from '#server/platform/db/rows.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { createLog } from '#server/platform/log.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { acceptedAs, decidedAs } from './journeys.ts';
import { replaceCall } from './replace.ts';
import { casesOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { openWorld, refusalOf, testWorld } from './world.ts';

const logged: string[] = [];
const world = openWorld({ log: createLog('warn', { write: (line) => void logged.push(line) }) });

const reported = (id: string) => casesOf(world, id);
const settled = (id: ApplicationId) => jobsEnded(world, { of: id });

it('The map of a branch, which costs us each time, is drawn only so often', { tags: ['full'] }, async () => {
  const strict = await testWorld({ env: { LIMIT_SCALE: '1' } });
  const { browser, id } = await decidedAs(strict, 1);
  const map = getBranchMap.path.replace(':applicationId', id);
  expect((await browser.get(map)).statusCode).toBe(200);
  for (let views = 1; views < 60; views += 1) await strict.services.limiter.spend('draw-map', id);
  expect((await browser.get(map)).statusCode).toBe(429);
});

it.each([10, 13, 14])('no offers are emailed to test person %i, who gets none', async (person) => {
  const { sent, id } = await decidedAs(world, person);
  await settled(id);
  expect(await world.mailsAbout(sent.email, /^Your loan offers are ready/)).toEqual([]);
});

describe('an applicant who chooses to verify at a branch', () => {
  it('gets one case at the core system, however often the page is opened, also if a response is lost', async () => {
    const { browser, sent, id } = await acceptedAs(world);
    const journey = await browser.journey();
    expect(journey.allowed.map(pathOf)).toContain('/loan-request/success-end');
    const press = async () => (await browser.post(journey.links.branchCall as string)).statusCode;
    await world.fault('core', { mode: 'twice', times: 1 });
    expect(await Promise.all([press(), press(), press()])).toEqual([200, 200, 200]);
    await settled(id);
    await world.fault('core', { mode: 'none' });
    await press();
    const [branchCase, ...others] = await reported(id);
    expect(others).toEqual([]);
    expect(branchCase).toMatchObject({ reason: 'verify-at-branch', phone: sent.phone });
    // The page and the core system have the same, and it is within the branch's hours.
    const { callBy } = (await browser.get(journey.links.branchCall as string)).json();
    expect(branchCase?.callBy).toBe(callBy);
    const { openHours } = await browser.read('branch');
    const minutes = (text: string) => Date.parse(`2026-01-01 ${text.replace(/^(\d+) /, '$1:00 ')}`);
    const at = minutes(timeIn('America/Denver', new Date(callBy)));
    expect(at).toBeGreaterThanOrEqual(minutes(openHours[0]));
    expect(at).toBeLessThanOrEqual(minutes(openHours[1]));
  });

  it('learns that no call is expected once the applicant continues online, and that one is when they ask again', async () => {
    const { browser, links, id } = await acceptedAs(world);
    const href = await browser.link('branchCall');
    expect((await browser.get(href)).json()).toEqual({ requested: false });
    await settled(id);
    expect(await reported(id)).toEqual([]);
    expect((await browser.post(href)).json()).toMatchObject({ requested: true });
    await settled(id);
    await verified(browser, (await linkBank(world, browser, links)).verificationHref);
    await settled(id);
    expect(await reported(id)).toMatchObject([
      { reason: 'verify-at-branch', callBackAt: null, isClosed: true },
    ]);
    await browser.call('DELETE', await browser.link('linkedBank'));
    expect((await browser.get(href)).json()).toEqual({ requested: false });
    await browser.post(href);
    await settled(id);
    const expected = { reason: 'verify-at-branch', callBackAt: expect.any(String), isClosed: false };
    expect(await reported(id)).toMatchObject([expected]);
  });

  it('is the only one: without accepted terms no call can be requested', async () => {
    const { browser, journey, id } = await decidedAs(world, 1);
    expect(journey.links.branchCall).toBeUndefined();
    expect((await browser.post(`/api/v1/applications/${id}/branch/call`)).statusCode).toBe(409);
    await browser.post(journey.links.withdraw as string);
    await settled(id);
    expect(await reported(id)).toEqual([]);
  });
});

describe('without bank linking', () => {
  it('accepting terms returns no tokens while the vendor is known to be unavailable', async () => {
    const since = world.clock.now();
    const { browser } = await decidedAs(world, 1);
    await insertRow(world.db, 'breaker', { vendor: 'plaid', failures: 8, since, opened_at: since });
    onTestFinished(async () => void (await world.db.deleteFrom('breaker').execute()));
    expect(await acceptTerms(browser)).toEqual({});
  });

  it('of a lender who switched it off, the application goes on at a branch', async () => {
    const own = await testWorld({ env: { BANK_LINKING: 'false' } });
    const { browser, links: answer, id } = await acceptedAs(own);
    expect(answer).toEqual({});
    const { links } = await browser.journey();
    expect([links.linkToken, links.exchange]).toEqual([undefined, undefined]);
    expect((await browser.get(`/api/v1/applications/${id}/link-token`)).statusCode).toBe(409);
    const page = await browser.get('/loan-request/success');
    expect(page.headers.location).toMatch(/^\/loan-request\/success-end/);
  });
});

it('the map of the branch is stored neither by us nor by a browser, and requested again once the key was refused', async () => {
  const { browser } = await decidedAs(world, 10);
  const { map } = await browser.read('branch');
  const mapRequests = async () =>
    (await world.console<{ path: string }[]>('requests?vendor=google')).filter(({ path }) =>
      path.includes('/staticmap'),
    ).length;
  const before = await mapRequests();
  for (const _ of [1, 2]) {
    const answer = await browser.get(map);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  }
  expect((await mapRequests()) - before).toBe(2);
  const restore = replaceCall(world.sandbox.credentials, 'GOOGLE_MAPS_KEY', () => 'rotated');
  expect((await browser.get(map)).statusCode).toBe(503);
  restore();
  expect(logged.join()).toContain('"reason":"maps refused with 403"');
  expect((await browser.get(map)).statusCode).toBe(200);
});

it('address suggestions refused by Google are not an empty list: the log names the field, and the form works without them', async () => {
  const browser = world.browser();
  const session = randomUUID();
  const suggest = () => browser.post('/api/v1/addresses/suggestions', { input: '350 S Main', session });
  const [found] = (await suggest()).json().suggestions;
  // Reading an address ends its session.
  expect((await browser.get(`/api/v1/addresses/${found.id}?session=${session}`)).statusCode).toBe(200);
  expect((await suggest()).statusCode).toBe(503);
  const refusal = /"reason":"places refused with 400 \([^"]*INVALID_ARGUMENT: session_token\)"/;
  expect(logged.join()).toMatch(refusal);
});

it('a call from the branch is booked within its hours, moved and canceled, and the core system has the latest state', async () => {
  const { browser, journey, sent, id } = await decidedAs(world, 12);
  const href = journey.links.callBack as string;
  const first = (await browser.get(href)).json<CallBack>();
  expect(first).toMatchObject({ timeZone: 'America/Denver' });
  expect(first.at).toBeUndefined();
  // The soonest one can be gone a moment later.
  const [, soon, later] = first.times as [string, string, string];
  const night = new Date(new Date(soon).getTime() + 12 * 3_600_000).toISOString();
  expect(refusalOf(await browser.put(href, { at: night }), 400).field).toBe('at');

  const callAt = async () => {
    await settled(id);
    return (await reported(id)).filter(({ reason }) => reason === 'call-booked');
  };
  await world.fault('core', { mode: 'twice', times: 1 });
  expect((await browser.put(href, { at: soon })).json<CallBack>().at).toBe(soon);
  await browser.put(href, { at: soon });
  expect(await callAt()).toMatchObject([{ callBackAt: soon }]);
  expect((await browser.put(href, { at: later })).json<CallBack>().at).toBe(later);
  expect(await callAt()).toMatchObject([{ callBackAt: later }]);
  expect((await browser.call('DELETE', href)).json<CallBack>().at).toBeUndefined();
  await browser.call('DELETE', href);
  expect(await callAt()).toMatchObject([{ callBackAt: null }]);
  // Each booking is confirmed by one email, in the branch's own time, and a canceled one by the page.
  const mails = await world.mailsAbout(sent.email, /^Your call is booked/);
  expect(mails).toHaveLength(2);
  for (const { text } of mails)
    expect(text).toMatch(/ branch will call you on [A-Z].* at \d+(?::30)? [ap]m Mountain time/);
  // An applicant without a reason for a call gets no times.
  expect((await decidedAs(world, 1)).journey.links.callBack).toBeUndefined();
});
