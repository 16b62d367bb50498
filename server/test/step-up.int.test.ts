// A step-up: one day for the documents on the page, in the emails and in the notice, a reminder before it, and the end on it.
import { describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { PrequalificationRecord } from '#contract/prequalification.ts';
import type { Verification } from '#contract/verification.ts';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { missingItems } from '#server/journey/missing-items.ts';
import { move, resumeRestored, stopRestored } from '#server/journey/move.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { decideNotice } from '#server/operations/commands/notices.ts';
import { type Tx, transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { holdsOf, openHoldsOf, readEvidence } from '#server/records/holds.ts';
import { findNotice, noticesOf } from '#server/records/notices.ts';
import { BankRefused } from '#server/vendors/bank-data.ts';
import { acceptTerms, banksOf, logInAtBank, platypus, replace, verified } from './bank.ts';
import { handInDocuments } from './documents.ts';
import { decidedAs } from './journeys.ts';
import { retentionUntil } from './retention-until.ts';
import { sandboxAhead } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, eventually, extendSessions, openWorld, readUntil, stateOf } from './world.ts';

const world = openWorld();

const day = 86_400_000;

describe('a step-up', () => {
  const longDay = (instant: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(
      new Date(instant),
    );
  const steppedUp = async () => {
    const { browser, sent, id } = await decidedAs(world, 13);
    const record = (): Promise<PrequalificationRecord> => browser.read('prequalification');
    const status = (): Promise<ApplicationStatus> => browser.read('status');
    const { stepUpExpiration } = await record();
    return { browser, sent, email: sent.email, id, record, status, end: stepUpExpiration as string };
  };
  const passDays = async (days: number) => {
    world.clock.advance(days * day);
    await sandboxAhead(world, days * 86_400);
    await extendSessions(world);
    await enqueueDueNotices(world.services);
    await sendReminders(world.services, 'documents');
    await enforceRetention(world.services);
  };

  const passToNotice = async () => {
    await passDays(21);
    await passDays(7.5);
  };

  const expires = (id: ApplicationId) =>
    retentionUntil(world, async () => (await stateOf(world, id)) === 'STEP_UP_EXPIRED');

  it('shows one end everywhere, reminds once before it, and closes on it', async () => {
    const { browser, email, id, record, status, end } = await steppedUp();
    const inWords = longDay(end);
    // The 28 days to the notice, one for a late sweep, and the 20 that the notice gives.
    expect(Date.parse(end) - world.clock.now().getTime()).toBeGreaterThan(48.9 * day);
    expect((await status()).expiry).toEqual({ label: 'Please send them by', at: end });
    const request = await world.mailAbout(email, /^We need to check your information/);
    expect(request.text).toContain(inWords);
    const { asked } = await status();
    expect(asked.map(({ what }) => request.text.includes(what))).toEqual([true, true]);
    // Its link works as long as the documents may be sent.
    const left = Math.ceil((Date.parse(end) - world.clock.now().getTime()) / day);
    expect(request.text).toContain(`${left} days`);
    expect((await browser.journey()).links.withdraw).toBeDefined();

    await passToNotice();
    const notice = await world.mailAbout(email, /^We need something to finish/);
    expect(notice.text).toContain(inWords);
    expect(notice.text).toContain('/resume?token=');
    expect((await record()).stepUpExpiration).toBe(end);
    expect(await world.mailsAbout(email, /send us your documents/)).toEqual([]);

    await passDays((Date.parse(end) - world.clock.now().getTime()) / day - 4.5);
    const reminder = await world.mailAbout(email, /^Please send us your documents/);
    expect(reminder.text).toContain(inWords);
    expect(reminder.text).toContain('/resume?token=');
    await passDays(1);

    expect(await stateOf(world, id)).toBe('STEP_UP');
    await passDays(4.5);
    await expires(id);
    await world.mailAbout(email, /^We closed your loan application/);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'request-closed' });
    await passDays(30);
    const subjects = (await world.mailTo(email)).map(({ subject }) => subject.replace(/ – .*/, ''));
    expect(subjects.filter((subject) => !/email address|offers/.test(subject)).reverse()).toEqual([
      'We need to check your information with you',
      'We need something to finish your application',
      'Please send us your documents',
      'We closed your loan application',
    ]);
    const read = () => noticesOf(world.db, id);
    const notices = await readUntil(read, (all) => all.every(({ state }) => state === 'sent'));
    expect(notices.map(({ kind }) => kind)).toEqual(['incomplete']);
  });

  it('with all documents waits for a decision, due within the law’s time', { tags: ['full'] }, async () => {
    const { browser, id, record, status } = await steppedUp();
    await passDays(28.5);
    await handInDocuments(browser, ['photo-id', 'bill']);
    expect((await record()).stepUpExpiration).toBeUndefined();
    expect(await status()).toMatchObject({ heading: 'We received your documents', phase: 'waiting' });
    expect((await status()).expiry).toBeUndefined();
    await passDays(20.5);
    expect(await stateOf(world, id)).toBe('STEP_UP');
    await passDays(8);
    expect(await stateOf(world, id)).toBe('DENIED');
    expect(await findNotice(world.db, id, 'denial')).toMatchObject({ basis: 'prequalification' });
  });

  it('with one of two documents still ends on its day', { tags: ['full'] }, async () => {
    const { browser, id, end, record, status } = await steppedUp();
    await passToNotice();
    await handInDocuments(browser, ['bill']);
    expect(await missingItems(world.db, id, 'identity-documents')).toEqual(['photo-id']);
    expect((await record()).stepUpExpiration).toBe(end);
    expect(await status()).toMatchObject({ phase: 'live', expiry: { at: end } });
    await passDays(22);
    await expires(id);
  });

  it('does not end before the notice that names its day was sent', async () => {
    const { id } = await steppedUp();
    world.clock.advance(50 * day);
    await sandboxAhead(world, 50 * 86_400);
    await enforceRetention(world.services);
    expect(await stateOf(world, id)).toBe('STEP_UP');
    await passDays(0.1);
    await passDays(0.1);
    expect((await noticesOf(world.db, id)).map(({ kind }) => kind)).toEqual(['incomplete']);
    await passDays(19);
    expect(await stateOf(world, id)).toBe('STEP_UP');
    await passDays(2.5);
    await expires(id);
  });

  it.each([
    ['continues', 'incomplete', (tx: Tx, id: ApplicationId) => resumeRestored(tx, world.services, id)],
    [
      'is left to the branch',
      'denial',
      (tx: Tx, id: ApplicationId) => move(tx, world.services, { applicationId: id }, 'restoredLeftToBranch'),
    ],
  ] as const)('that a restored backup stopped past its day, and that %s, gets its notice', async (_, kind, leave) => {
    const { id } = await steppedUp();
    const { db } = world.services;
    const open = async () => (await noticesOf(db, id)).map(({ kind, state, basis }) => [kind, state, basis]);
    await passDays(21);
    await transact(db, (tx) => stopRestored(tx, world.services, id));
    await passDays(8);
    expect(await open()).toEqual([['pending', 'drafted', null]]);
    await transact<unknown>(db, (tx) => leave(tx, id));
    await passDays(0.5);
    await jobsEnded(world, { of: id });
    expect((await noticesOf(db, id)).map(({ kind, state }) => [kind, state])).toEqual([[kind, 'sent']]);
  });

  it('that a branch decided ends without another notice, and the person may apply again', async () => {
    const { email, id, sent } = await steppedUp();
    await passDays(21);
    const settle = { verb: 'settled', id, reasons: [] } as const;
    expect(await decideNotice(world.services, settle)).toContain('is settled');
    expect(await stateOf(world, id)).toBe('DECIDED_BY_BRANCH');
    expect(await openHoldsOf(world.db, id)).toEqual([]);
    expect(await decideNotice(world.services, settle)).toContain('nothing changed');
    await jobsEnded(world, { of: id });
    const before = await world.mailTo(email);
    await passDays(30);
    await jobsEnded(world, { of: id });
    expect(await world.mailTo(email)).toEqual(before);
    expect((await noticesOf(world.db, id)).map(({ state }) => state)).toEqual(['void']);
    const { ssn, phone } = sent;
    expect((await decidedAs(world, 13, { ssn, phone })).journey.defaultScreen).toBe('verification-needed');
  });

  it('gives a request for documents its time, however late it is made', { tags: ['full'] }, async () => {
    const { email, id, record, end } = await steppedUp();
    await passToNotice();
    await passDays(12);
    await decideNotice(world.services, { verb: 'ask', id, reasons: [] });
    const { stepUpExpiration: later = '' } = await record();
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(end) + 10 * day);
    const asked = () => world.mailsAbout(email, /We need something/);
    const [notice] = await readUntil(asked, ({ length }) => length === 2);
    expect(notice?.text).toContain(longDay(later));
    await passDays(9);
    expect(await stateOf(world, id)).toBe('STEP_UP');
    await passDays(12.5);
    await expires(id);
  });
});

describe('a bank that is linked during a step-up', () => {
  const steppedUp = async (person: number) => {
    const { browser, journey, id } = await decidedAs(world, person);
    const record = (): Promise<PrequalificationRecord> => browser.read('prequalification');
    return { browser, journey, id, record };
  };
  const link = async (browser: Browser, username: string) => {
    const linkToken = await browser.link('linkToken');
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, linkToken, username);
    const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
    await eventually(async () => {
      const answer = await browser.get(href, { prefer: 'wait=20' });
      return answer.statusCode !== 200 || answer.json<Verification>().status !== 'PENDING';
    });
    return exchangeHref;
  };
  const holdOf = async (id: ApplicationId) => {
    const [hold] = await holdsOf(world.db, id);
    if (hold === undefined) throw new Error('There is no review.');
    return { ...hold, evidence: await readEvidence(world.db, world.services.vault, hold.id) };
  };

  it('clears the review if it has the name and the address, and verifies the application later', async () => {
    const { browser, id } = await steppedUp(13);
    const exchangeHref = await link(browser, 'user_good');
    await browser.arriveAt('offers');
    expect(await holdOf(id)).toMatchObject({
      resolution: 'released',
      points: ['eligibility/E-20'],
      evidence: { bank: { check: 'confirmed', identity: { holds: true }, residence: { holds: true } } },
    });
    const events = await auditEventsOf(world.db, id);
    const data = { kind: 'identity', stage: 'prequalification', resolution: 'released' };
    expect(events).toContainEqual(expect.objectContaining({ type: 'hold-resolved', data }));

    await acceptTerms(browser);
    const verification = await verified(browser, await browser.link('verification'));
    expect(verification).toMatchObject({ income: true, residence: true, identity: true });
    expect(await browser.screen()).toBe('verification-success');
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'linked' }]);
  });

  it('leaves the review open if it has another name, and another bank can confirm it', async () => {
    const { browser, id, record } = await steppedUp(13);
    expect((await record()).bankCheck).toBeUndefined();
    const exchangeHref = await link(browser, 'user_other_name');
    expect(await record()).toMatchObject({ status: 'STEP_UP', bankCheck: 'not-confirmed' });
    const { defaultScreen, links } = await browser.journey();
    expect(defaultScreen).toBe('verification-needed');
    expect(links.uploads).toBeDefined();
    expect(await holdOf(id)).toMatchObject({
      resolution: null,
      evidence: { bank: { check: 'not-confirmed', identity: { holds: false, reason: 'other-name' } } },
    });
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'removed' }]);

    await link(browser, 'user_good');
    await browser.arriveAt('offers');
  });

  it('that cannot be read is reported, and not kept', async () => {
    const { browser, id, record } = await steppedUp(13);
    replace(world, 'ownership', () => async () => {
      throw new BankRefused('item', 'ITEM_LOGIN_REQUIRED');
    });
    const exchangeHref = await link(browser, 'user_good');
    expect(await record()).toMatchObject({ status: 'STEP_UP', bankCheck: 'not-read' });
    expect(await browser.screen()).toBe('verification-needed');
    expect(await holdOf(id)).toMatchObject({ resolution: null, evidence: { bank: { check: 'not-read' } } });
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'removed' }]);
  });

  it('is not offered or taken if there is an alert on the file', async () => {
    const { browser, journey, id } = await steppedUp(25);
    expect(journey.defaultScreen).toBe('verification-needed');
    expect(journey.links.linkToken).toBeUndefined();
    expect((await browser.get(`/api/v1/applications/${id}/link-token`)).statusCode).toBe(409);
    const taken = { publicToken: 'public-sandbox-1', ...platypus };
    expect((await browser.post(`/api/v1/applications/${id}/linked-bank`, taken)).statusCode).toBe(409);
    expect((await holdOf(id)).resolution).toBeNull();
  });
});
