// A signed loan that a vehicle secures is paid only once a person has seen its insurance, and its title where the records leave doubt.
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { Uploads } from '#contract/uploads.ts';
import { signedEvent } from '#sandbox/vendors/core/events.ts';
import { lockApplication } from '#server/journey/applications.ts';
import { stopRestored } from '#server/journey/move.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { adverseActionOf } from '#server/notices/adverse-action.ts';
import { withdraw } from '#server/notices/withdrawal.ts';
import { endUnprovenVehicles } from '#server/operations/holds/jobs.ts';
import { longDate } from '#server/pdf/format.ts';
import { daysAfter, endOfDayAfter, lenderDay } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { amountsOf, findValidation } from '#server/records/account-validations.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { openHold, openHoldsOf } from '#server/records/holds.ts';
import { findNotice } from '#server/records/notices.ts';
import { createVendors } from '#server/vendors/vendors.ts';
import { handInDocuments } from './documents.ts';
import { approvalDecidedAs } from './journeys.ts';
import { reviewHolds } from './operator.ts';
import { chooseDeposit, emailedLink, sendDocuments, signHere, typedAccount } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { casesOf, posted } from './vendors.ts';
import { jobsEnded, lockWaitedFor, reached } from './waits.ts';
import { eventually, hasServer, openWorld, stateOf } from './world.ts';

const world = openWorld();

const holdOf = (id: ApplicationId, kind: string) =>
  eventually(async () => (await openHoldsOf(world.db, id)).find((hold) => hold.kind === kind));

async function securedAs(person: number, accountNumber?: string) {
  const secured = { amount: 750_000, isAutoSecured: true };
  const { browser, sent } = await approvalDecidedAs(world, person, 1, {}, secured);
  await chooseDeposit(browser, 'manual', accountNumber);
  await sendDocuments(browser, sent.email as string);
  await emailedLink(world, sent.email as string);
  const { money } = (await browser.journey()).loan ?? {};
  expect(money).toEqual({ amount: 750_000, mask: expect.any(String) });
  const id = await signHere(browser);
  const hold = await holdOf(id, 'vehicle');
  const wanted = async () => {
    const { documents }: Uploads = await browser.read('uploads');
    return documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
  };
  const state = () => stateOf(world, id);
  const paid = () => findDisbursement(world.db, id);
  const status = (): Promise<ApplicationStatus> => browser.read('status');
  return { browser, sent, id, hold, wanted, status, state, paid };
}

async function report(applicationId: string, result: 'clear' | 'not-clear'): Promise<number> {
  const event = { id: randomUUID(), type: 'vehicle-checked', applicationId, result };
  const occurredAt = world.clock.now().toISOString();
  const key = world.config.CORE_WEBHOOK_KEY as string;
  const signed = signedEvent({ ...event, occurredAt }, key, world.clock.now());
  return (await posted(world, { url: '/webhooks/core', ...signed })).statusCode;
}

const notInsured = "We couldn't confirm that the vehicle that secures the loan is insured";
/** The notice of the refusal has this reason, and not that the terms are no longer allowed. */
async function expectReason(id: ApplicationId, email: unknown, reason: string): Promise<void> {
  await world.mailAbout(email, /Our decision/);
  const notice = await findNotice(world.db, id, 'denial');
  const { reasons } = await adverseActionOf(world.services, notice as NonNullable<typeof notice>);
  expect(reasons).toEqual([expect.stringContaining(reason)]);
}

describe('a signed loan with a vehicle', () => {
  it('waits for the proof of insurance, although the title is clear, and is paid once a person has seen it', async () => {
    const { browser, sent, id, hold, wanted, status, state, paid } = await securedAs(1);
    expect(hold).toMatchObject({ kind: 'vehicle', stage: 'signing', points: ['insurance'] });
    expect(await browser.screen()).toBe('verification-documents');
    expect(await wanted()).toEqual(['insurance']);
    const { text } = await world.mailAbout(sent.email, /^Send us your vehicle's papers/);
    expect(text).toMatch(/^- Show us proof that your vehicle is insured\. Your vehicle secures/m);
    await jobsEnded(world, { of: id });
    expect(await casesOf(world, id)).toMatchObject([
      { reason: 'check-vehicle', asked: [{ what: expect.stringContaining('is insured'), status: 'open' }] },
    ]);
    const early = reviewHolds(world, 'release', hold.id, '--note', 'Looks fine');
    await expect(early).rejects.toThrow("hasn't sent insurance yet");
    expect([await state(), await paid()]).toEqual(['VEHICLE_UNPROVEN', undefined]);

    expect((await browser.journey()).loan?.money).toBeUndefined();
    const asked = (status: string) => [
      { kind: 'document', what: expect.stringContaining('is insured'), status },
    ];
    const heading = "Send us your vehicle's papers";
    expect(await status()).toMatchObject({ heading, phase: 'live', asked: asked('open') });
    const remindedBy = async (days: number) => {
      const now = daysAfter(world.clock.now(), days);
      await sendReminders({ ...world.services, clock: { now: () => now } }, 'papers');
      await jobsEnded(world, { of: id });
      return (await world.mailsAbout(sent.email, /^Your money is waiting/)).length;
    };
    expect([await remindedBy(1), await remindedBy(3), await remindedBy(4), await remindedBy(8)]).toEqual([
      0, 1, 1, 2,
    ]);
    await handInDocuments(browser, ['insurance']);
    expect(await remindedBy(15)).toBe(2);
    expect(await status()).toMatchObject({
      heading: "We received your vehicle's papers",
      phase: 'waiting',
      asked: asked('received'),
    });
    expect(await paid()).toBeUndefined();
    const released = await reviewHolds(world, 'release', hold.id, '--note', 'Policy 1 covers the VIN');
    expect(released).toContain('continues');
    expect((await eventually(paid)).amount).toBe(750_000);
    expect(await state()).toBe('SIGNED');
    expect((await browser.journey()).loan?.money?.arrivesOn).toBe((await paid())?.effective_on);
    expect(await status()).toMatchObject({ asked: asked('accepted') });
  });

  it('ends after the day that its agreement says, if its papers are missing, and else waits for the branch', async () => {
    const { funding } = world.services.lender;
    // Every agreement says the day on which it is made.
    Object.assign(funding, { papersWithinDays: 0 });
    onTestFinished(() => void Object.assign(funding, { papersWithinDays: undefined }));
    const { sent, id, status, state } = await securedAs(1);
    const now = world.clock.now();
    const until = endOfDayAfter(world.services.lender, now, 0);
    expect(await status()).toMatchObject({ asked: [{ status: 'open', until: until.toISOString() }] });
    const { text } = await world.mailAbout(sent.email, /^Send us your vehicle's papers/);
    const day = longDate(lenderDay(world.services.lender, now));
    expect(text).toContain(`Please send them by ${day}. Without them, we can't send your money.`);
    await jobsEnded(world, { of: id });
    expect(await casesOf(world, id)).toMatchObject([{ asked: [{ until: until.toISOString() }] }]);
    const sweepAfter = async (days: number, papersWithinDays: number) => {
      Object.assign(funding, { papersWithinDays });
      await endUnprovenVehicles({ ...world.services, clock: { now: () => daysAfter(now, days) } });
    };
    await sweepAfter(0, 0);
    expect(await state()).toBe('VEHICLE_UNPROVEN');
    // No agreement says this day.
    await sweepAfter(90, 30);
    expect(await state()).toBe('VEHICLE_UNPROVEN');
    await sweepAfter(1, 0);
    await reached(world, id, 'APPROVAL_WITHDRAWN');
    await expectReason(id, sent.email, notInsured);
  });

  it.each([
    [39, 'title-owner', 'The title of the vehicle that secures the loan names another owner'],
    [40, 'title-lien', "The title of the vehicle that secures the loan shows another lender's lien"],
    [41, 'title-unknown', "We couldn't confirm that you own the vehicle that secures the loan"],
  ])('of person %d also waits for the title: %s', { tags: ['full'] }, async (person, point, reason) => {
    const { browser, sent, id, hold, wanted, paid } = await securedAs(person);
    expect(hold).toMatchObject({ reason: point, points: ['insurance', point] });
    expect(await wanted()).toEqual(['insurance', 'title']);
    await handInDocuments(browser, ['insurance']);
    const early = reviewHolds(world, 'release', hold.id, '--note', 'Fine');
    await expect(early).rejects.toThrow("hasn't sent title yet");
    expect(await paid()).toBeUndefined();
    const refuse = (...reason: string[]) =>
      reviewHolds(world, 'refuse', hold.id, '--note', 'Seen', ...reason);
    await expect(refuse()).rejects.toThrow(`Give your reasons after --reason, of: insurance, ${point}.`);
    await expect(refuse('--reason', 'income-not-verified')).rejects.toThrow('Give your reasons');
    expect(await refuse('--reason', point)).toContain('ended');
    await reached(world, id, 'APPROVAL_WITHDRAWN');
    expect(await paid()).toBeUndefined();
    await expectReason(id, sent.email, reason);
  });

  it.each([
    ['whose title is in order, though it was in doubt', 41, ['--reason', 'insurance']],
    ['whose insurance alone was to be shown', 1, []],
  ])('that is not insured and %s ends with that reason', { tags: ['full'] }, async (_, person, given) => {
    const { sent, id, hold } = await securedAs(person);
    await reviewHolds(world, 'refuse', hold.id, '--note', 'Not insured', ...given);
    await expectReason(id, sent.email, notInsured);
  });
});

describe('a signed loan with a vehicle and a match with the OFAC list', () => {
  const release = (hold: string) => reviewHolds(world, 'release', hold, '--note', 'Seen');
  const copies = async (email: unknown) =>
    (await world.mailsAbout(email, /^Your signed loan documents/)).length;

  async function matchedAs() {
    replaceCall(world.services.vendors.bureau, 'ofacSearch', () => async () => ({
      answer: 'match',
      message: '1200 NAME MATCHES OFAC/PLC LIST',
      listDate: '2026-11-20',
    }));
    const secured = await securedAs(1);
    const match = await holdOf(secured.id, 'ofac');
    await handInDocuments(secured.browser, ['insurance']);
    return { ...secured, match };
  }

  it.each([
    ['the vehicle first', ['hold', 'match'], 'SIGNED'],
    ['the match first', ['match', 'hold'], 'VEHICLE_UNPROVEN'],
  ] as const)(
    'is signed once its vehicle is cleared, and paid once both are, %s',
    { tags: ['full'] },
    async (_, order, between) => {
      const { sent, id, state, paid, ...holds } = await matchedAs();
      const [first, second] = order.map((name) => holds[name].id) as [string, string];
      expect(holds.match.stage).toBe('payment');
      expect(await release(first)).toContain('still waits for another hold');
      await jobsEnded(world, { of: id });
      expect(await state()).toBe(between);
      expect([await paid(), await copies(sent.email)]).toEqual([undefined, between === 'SIGNED' ? 1 : 0]);
      expect(await release(second)).toContain('continues');
      await eventually(paid);
      await eventually(async () => (await copies(sent.email)) === 1);
      expect(await state()).toBe('SIGNED');
    },
  );

  it('is not released while a restored backup stops it', { tags: ['full'] }, async () => {
    const { id, hold, match, state, paid } = await matchedAs();
    await transact(world.db, async (tx) => {
      await stopRestored(tx, world.services, id);
      const restore = { kind: 'restore', stage: 'restore', reason: 'found', evidence: {} } as const;
      await openHold(tx, world.services, id, restore);
    });
    const refused = 'A restored backup stopped';
    for (const one of [hold, match]) {
      expect(await release(one.id)).toContain(refused);
      expect(await reviewHolds(world, 'refuse', one.id, '--note', 'Not now')).toContain(refused);
    }
    const open = await openHoldsOf(world.db, id);
    expect(open.map(({ kind }) => kind).sort()).toEqual(['ofac', 'restore', 'vehicle']);
    await release(open.find(({ kind }) => kind === 'restore')?.id as string);
    expect(await state()).toBe('VEHICLE_UNPROVEN');
    await release(match.id);
    await release(hold.id);
    await eventually(paid);
  });
});

describe('of a signed loan whose vehicle is unproven, the account', { tags: ['full'] }, () => {
  const validationOf = async (id: ApplicationId) => {
    const row = await findValidation(world.db, id);
    return { status: row?.status, amounts: row && amountsOf(world.services.vault, row) };
  };

  it('is confirmed without an announcement of the money, which goes out once the vehicle is cleared', async () => {
    const { browser, sent, id, hold, paid } = await securedAs(1, '000111222');
    const amounts = await eventually(async () => (await validationOf(id)).amounts);
    const { links, allowed } = await browser.journey();
    expect(allowed).toContain('confirm-account');
    await browser.post(links.accountValidation as string, { amounts });
    expect((await validationOf(id)).status).toBe('VALID');
    await jobsEnded(world, { of: id });
    expect((await rowsOf(world, 'job', id)).map(({ name }) => name)).not.toContain('fund-loan');
    expect(await world.mailsAbout(sent.email, /Your account is confirmed/)).toEqual([]);
    await handInDocuments(browser, ['insurance']);
    await reviewHolds(world, 'release', hold.id, '--note', 'Insured');
    await eventually(paid);
  });

  it('can be replaced once it was refused', async () => {
    const { browser, id, hold, state, paid } = await securedAs(1, '000111444');
    await eventually(async () => (await validationOf(id)).status === 'INVALID');
    const { links, allowed } = await browser.journey();
    expect(allowed).toContain('other-account');
    const given = await browser.post(links.directEntry as string, typedAccount('000123456789'));
    expect([given.statusCode, await state()]).toEqual([200, 'VEHICLE_UNPROVEN']);
    await eventually(async () => (await validationOf(id)).status === 'VALID');
    await jobsEnded(world, { of: id });
    expect(await paid()).toBeUndefined();
    await handInDocuments(browser, ['insurance']);
    await reviewHolds(world, 'release', hold.id, '--note', 'Insured');
    await eventually(paid);
  });
});

it.runIf(hasServer)(
  'a refusal of a signed loan waits for a withdrawal at the same moment',
  { tags: ['full'] },
  async () => {
    const { id, hold, state } = await securedAs(1);
    let refused: Promise<string> | undefined;
    await transact(world.db, async (tx) => {
      await lockApplication(tx, id);
      refused = reviewHolds(world, 'refuse', hold.id, '--note', 'No insurance');
      await lockWaitedFor(world);
      await withdraw(tx, world.services, id, 'operator');
    });
    expect(await refused).toContain('nothing changed');
    expect(await state()).toBe('LOAN_CANCELED');
  },
);

describe('where the branch checks the title', () => {
  const byBranch = () => {
    const { lender } = world.services;
    replaceCall(lender, 'funding', (funding) => ({ ...funding, titleCheck: 'branch' as const }));
  };

  it('the loan is paid on its report by the core system, and no other', { tags: ['full'] }, async () => {
    byBranch();
    const { id, hold, state, paid } = await securedAs(1);
    expect(hold).toMatchObject({ reason: 'title-branch', points: ['insurance', 'title-branch'] });
    const hasCase = async () => (await casesOf(world, id)).some(({ reason }) => reason === 'check-vehicle');
    await eventually(hasCase);
    expect(await report(randomUUID(), 'clear')).toBe(404);
    expect([await state(), await paid()]).toEqual(['VEHICLE_UNPROVEN', undefined]);
    expect(await report(id, 'clear')).toBe(200);
    await eventually(paid);
    expect(await report(id, 'clear')).toBe(200);
    expect(await state()).toBe('SIGNED');
  });

  it('the loan ends if the branch reports that the vehicle is not clear', { tags: ['full'] }, async () => {
    byBranch();
    const { id, paid } = await securedAs(1);
    await jobsEnded(world, { of: id });
    expect(await report(id, 'not-clear')).toBe(200);
    await reached(world, id, 'APPROVAL_WITHDRAWN');
    expect(await paid()).toBeUndefined();
    await eventually(async () => {
      const reasons = (await casesOf(world, id)).map(({ reason }) => reason);
      return reasons.includes('check-vehicle') && reasons.includes('closed');
    });
  });
});

it('offers no secured loan where no one can check titles', () => {
  const { clock, lender, db, vault, blobs } = world.services;
  const make = (titles: 'true' | 'false', titleCheck: 'service' | 'branch') =>
    createVendors(
      { ...world.config, VEHICLE_DATA_TITLES: titles },
      clock,
      { ...lender, funding: { ...lender.funding, titleCheck } },
      { db, vault, blobs },
    ).vehicleData;
  expect(make('true', 'service')).toBeDefined();
  expect(make('false', 'branch')).toBeDefined();
  expect(make('false', 'service')).toBeUndefined();
});
