// A signed loan is canceled by the next business day, as long as its money has not gone; and what a refusal after signing does.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextBankingDay } from '#finance/banking-days.ts';
import { localTime } from '#lender/zoned-time.ts';
import { runAccountsCommand } from '#server/cli/accounts.ts';
import { runWithdrawCommand } from '#server/cli/withdraw.ts';
import { lockApplication, readApplication } from '#server/journey/applications.ts';
import { cancelLoan } from '#server/journey/jobs.ts';
import { lenderToday, secondsAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import { encryptionContext } from '#server/platform/db/encrypted-columns.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import type { Encrypted } from '#server/platform/encryption.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { findDisbursement, saveUnwritten, saveWritten } from '#server/records/disbursements.ts';
import { openHold, openHoldsOf } from '#server/records/holds.ts';
import { boardingOf } from '#server/stages/funding/boarding.ts';
import { notifyMoneySent } from '#server/stages/funding/money-sent.ts';
import { writeAchFile } from '#server/stages/funding/payout-jobs.ts';
import { readReturnFolder } from '#server/stages/funding/return-folder.ts';
import { signedAs } from './journeys.ts';
import { operate, reviewHolds } from './operator.ts';
import { replaceCall } from './replace.ts';
import { jobsEnded, lockWaitedFor } from './waits.ts';
import { type Browser, eventually, extendSessions, hasServer, openWorld } from './world.ts';

const world = openWorld({ onBankingMorning: true });

const hour = 3_600_000;
const services = () => world.product.services;
const writtenPaymentOf = (id: ApplicationId) =>
  eventually(async () => {
    const paid = await findDisbursement(services().db, id);
    return paid?.written_at ? paid : undefined;
  });
const coreEventsOf = async (id: ApplicationId) => {
  const loans = await world.console<{ idempotencyKey: string; updates: { kind: string }[] }[]>('loans');
  return loans.find(({ idempotencyKey }) => idempotencyKey === id)?.updates.map(({ kind }) => kind);
};
const subjectsTo = async (email: unknown) => (await world.mailTo(email)).map(({ subject }) => subject);
const entriesOf = ({ loan_id: loan }: { loan_id: string }) => {
  const folder = join(services().config.dataDirectory, 'ach');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ach')) : [];
  return files.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes(loan.slice(-15).toUpperCase()),
  );
};
/** Until when the status page offers to cancel, and whether the journey does. */
const offeredIn = async (browser: Browser) => {
  const { links } = await browser.journey();
  const { cancel } = (await browser.get(links.status as string)).json();
  expect(links.withdraw !== undefined).toBe(cancel !== undefined);
  return cancel as { label: string; at: string } | undefined;
};
const caseReasonsOf = async (id: ApplicationId) => {
  const cases = await world.console<{ applicationId: string; reason: string }[]>('cases');
  return cases.filter(({ applicationId }) => applicationId === id).map(({ reason }) => reason);
};
const withdrawLinkOf = async (browser: Browser) => (await browser.journey()).links.withdraw;

it('takes the money out of its file, is reported to the core system, and the applicant has a receipt', async () => {
  const { browser, id, sent } = await signedAs(world);
  const payment = await writtenPaymentOf(id);
  expect(entriesOf(payment)).toHaveLength(1);
  expect((await browser.journey()).isSigned).toBe(true);
  const link = (await withdrawLinkOf(browser)) as string;
  const presses = await Promise.all([1, 2].map(() => browser.post(link, {})));
  expect(presses.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  await jobsEnded(world, { of: id });

  expect(entriesOf(payment)).toEqual([]);
  expect(await findDisbursement(services().db, id)).toBeUndefined();
  expect((await coreEventsOf(id))?.filter((kind) => kind === 'canceled')).toHaveLength(1);
  expect(await browser.journey()).toMatchObject({
    defaultScreen: 'withdrawn',
    phase: 'ended',
    isSigned: true,
  });
  const status = (await browser.get((await browser.journey()).links.status as string)).json();
  expect(status.heading).toBe('You canceled your loan');
  expect(status.done.map(({ what }: { what: string }) => what)).toContain('You canceled your loan');
  expect((await subjectsTo(sent.email)).filter((subject) => subject.startsWith('You canceled'))).toHaveLength(
    1,
  );

  world.clock.advance(10 * hour);
  await notifyMoneySent(services());
  world.clock.advance(-10 * hour);
  await jobsEnded(world, { of: id });
  expect((await subjectsTo(sent.email)).join()).not.toMatch(/money is on its way/i);
});

it('is never booked in the core system if that was not done yet', async () => {
  const { core } = services().vendors;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  replaceCall(services().vendors.bureau, 'ofacSearch', (search) => async (...request) => {
    await held;
    return search(...request);
  });
  const { browser, id } = await signedAs(world);
  expect((await browser.post((await withdrawLinkOf(browser)) as string, {})).statusCode).toBe(200);
  release();
  await jobsEnded(world, { of: id });
  expect(await core.findLoan(id, AbortSignal.timeout(5000))).toBeUndefined();
  expect(await findDisbursement(services().db, id)).toBeUndefined();
});

it('is canceled by the branch, and not anymore once the file is closed', async () => {
  const { id, sent } = await signedAs(world);
  await writtenPaymentOf(id);
  expect(await operate(world, runWithdrawCommand, id)).toContain('is canceled');
  await eventually(
    async () => (await subjectsTo(sent.email)).some((one) => one.startsWith('You canceled')) || undefined,
  );
  await expect(operate(world, runWithdrawCommand, id)).rejects.toThrow(
    "LOAN_CANCELED, which can't be withdrawn",
  );

  const { browser, id: paid } = await signedAs(world);
  const { file_day: day } = await writtenPaymentOf(paid);
  expect(day).toBe(lenderToday(services()));
  const link = (await withdrawLinkOf(browser)) as string;
  const { lender, clock } = services();
  const zone = lender.brand.hours.timeZone;
  // The last minute before the file closes, which is earlier than the end of the next business day.
  const { at = '' } = (await offeredIn(browser)) ?? {};
  expect([lender.funding.cutoff, lender.funding.sameDay?.cutoff]).toContain(
    localTime(zone, secondsAfter(new Date(at), 60)).time,
  );
  expect(localTime(zone, new Date(at)).day).toBe(day);
  expect(Date.parse(at)).toBeGreaterThan(clock.now().getTime());
  world.clock.advance(8 * hour);
  try {
    await extendSessions(world);
    expect(await withdrawLinkOf(browser)).toBeUndefined();
    expect(await offeredIn(browser)).toBeUndefined();
    const late = await browser.post(link, {});
    expect([late.statusCode, late.json().errors[0].message]).toEqual([
      409,
      expect.stringContaining('your money is on its way'),
    ]);
    await expect(operate(world, runWithdrawCommand, paid)).rejects.toThrow('your money is on its way');
    expect(await findDisbursement(services().db, paid)).toBeDefined();
  } finally {
    world.clock.advance(-8 * hour);
  }
});

it.runIf(hasServer)('is canceled by the branch while a job records its payment', async () => {
  const { id } = await signedAs(world);
  const { sequence } = await writtenPaymentOf(id);
  // As after a crash between the file and its record.
  await transact(services().db, (tx) => saveUnwritten(tx, [sequence]));
  let canceled: Promise<string> | undefined;
  await transact(services().db, async (tx) => {
    await lockApplication(tx, id);
    canceled = operate(world, runWithdrawCommand, id);
    await lockWaitedFor(world);
    await saveWritten(tx, world.clock, [sequence]);
  });
  expect(await canceled).toContain('is canceled');
});

it('is not canceled after the next business day, even if the money waits', async () => {
  replaceCall(services().vendors.core, 'bookLoan', () => async () => {
    throw new Error('The core system is unavailable.');
  });
  const { browser, id } = await signedAs(world);
  const week = 7 * 24 * hour;
  const { label, at = '' } = (await offeredIn(browser)) ?? {};
  expect(label).toBe('As long as your money is still with us, you can cancel your loan until');
  expect(localTime(services().lender.brand.hours.timeZone, new Date(at))).toEqual({
    day: nextBankingDay(lenderToday(services())),
    time: '23:59',
  });
  world.clock.advance(week);
  try {
    await extendSessions(world);
    expect(await withdrawLinkOf(browser)).toBeUndefined();
    expect(await findDisbursement(services().db, id)).toBeUndefined();
  } finally {
    world.clock.advance(-week);
  }
});

describe('a loan that cannot be paid', () => {
  const week = 7 * 24 * hour;
  const isCanceledAfterAWeek = async (browser: Browser, id: ApplicationId) => {
    world.clock.advance(week);
    try {
      await extendSessions(world);
      // The applicant's own time is over.
      expect(await withdrawLinkOf(browser)).toBeUndefined();
      expect(await operate(world, runWithdrawCommand, id)).toContain('is canceled');
      await jobsEnded(world, { of: id });
      expect((await readApplication(services().db, id)).state).toBe('LOAN_CANCELED');
    } finally {
      world.clock.advance(-week);
    }
  };

  it('ends with its reason if its account is never confirmed', async () => {
    const { browser, id, sent } = await signedAs(world, '000111222');
    expect(await operate(world, runAccountsCommand, 'end', id)).toContain('The loan is canceled');
    await jobsEnded(world, { of: id });
    expect((await readApplication(services().db, id)).state).toBe('APPROVAL_WITHDRAWN');
    const { links } = await browser.journey();
    const notice = (await browser.get(links.adverseAction as string)).body;
    expect(notice).toContain('confirm an account for the money of the loan');
    expect((await subjectsTo(sent.email)).join()).not.toContain('You canceled');
    expect(await operate(world, runAccountsCommand, 'end', id)).toContain('nothing changed');
  });

  it('is canceled by the branch if the bank returned its money', async () => {
    const { browser, id } = await signedAs(world);
    const { sequence } = await writtenPaymentOf(id);
    const sent = await world.console<{ traceNumber: string }[]>('ach');
    const entry = sent.find(({ traceNumber }) => Number(traceNumber.slice(-7)) === sequence);
    await fetch(`${world.sandboxUrl}/console/api/ach/returns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ traceNumber: entry?.traceNumber, code: 'R03' }),
    });
    await readReturnFolder(services());
    expect((await readApplication(services().db, id)).state).toBe('DISBURSEMENT_RETURNED');
    await isCanceledAfterAWeek(browser, id);
    expect(await coreEventsOf(id)).toContain('canceled');
  });
});

it('is refused by a reviewer with a notice to the applicant, and no money', async () => {
  replaceCall(services().vendors.bureau, 'ofacSearch', () => async () => ({
    answer: 'match',
    message: '1200 NAME MATCHES OFAC/PLC LIST',
    listDate: '2026-11-20',
  }));
  const { browser, id, sent } = await signedAs(world);
  const hold = await eventually(async () =>
    services()
      .db.selectFrom('hold')
      .select('id')
      .where('application_id', '=', id)
      .where('resolution', 'is', null)
      .executeTakeFirst(),
  );
  await eventually(async () => (await caseReasonsOf(id)).includes('loan-signed') || undefined);
  await reviewHolds(world, 'refuse', hold.id, '--note', 'A true match');
  await jobsEnded(world, { of: id });
  expect((await caseReasonsOf(id)).sort()).toEqual(['closed', 'loan-signed']);
  expect(await browser.journey()).toMatchObject({
    defaultScreen: 'expired',
    offersPast: 'approval-withdrawn',
  });
  expect(await subjectsTo(sent.email)).toContainEqual(expect.stringContaining('Our decision'));
  expect(await findDisbursement(services().db, id)).toBeUndefined();
});

it('by an operator resolves what still holds it, in their name', async () => {
  const { id } = await signedAs(world);
  await transact(services().db, (tx) =>
    openHold(tx, services(), id, { kind: 'signature', stage: 'signing', reason: 'caps', evidence: {} }),
  );
  await operate(world, runWithdrawCommand, id);
  const { db, vault } = services();
  const hold = await db
    .selectFrom('hold')
    .select(['id', 'resolved_by'])
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  const resolver = vault.decryptJson(
    hold.resolved_by as Encrypted,
    encryptionContext('hold', 'resolved_by', hold.id),
  );
  expect(resolver).toMatchObject({ by: 'Pat Operator' });
});

it('is refused before the branch learned of it, and gets no case', async () => {
  const { db, vendors } = services();
  const restore = replaceCall(vendors.core, 'openCase', () => async () => {
    throw new NotPerformed('The core system is unavailable.');
  });
  const { id } = await signedAs(world);
  const match = { kind: 'ofac', stage: 'payment', reason: 'match', evidence: {} } as const;
  await transact(db, (tx) => openHold(tx, services(), id, match));
  const [hold] = await openHoldsOf(db, id);
  await reviewHolds(world, 'refuse', hold?.id as string, '--note', 'A true match');
  restore();
  await jobsEnded(world, { of: id });
  expect(await caseReasonsOf(id)).toEqual([]);
});

describe('a match with the OFAC list that is confirmed after the file is closed', () => {
  const match = { kind: 'ofac', stage: 'payment', reason: 'match', evidence: {} } as const;
  const refuse = async (id: ApplicationId) => {
    const { db } = services();
    const [hold] = await openHoldsOf(db, id);
    return reviewHolds(world, 'refuse', hold?.id as string, '--note', 'A true match');
  };

  it('ends a loan that was kept out of its file', async () => {
    const { id, sent } = await signedAs(world);
    const payment = await writtenPaymentOf(id);
    await transact(services().db, async (tx) => {
      await openHold(tx, services(), id, match);
      await services().jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
    });
    await jobsEnded(world, { of: id });
    expect(entriesOf(payment)).toEqual([]);
    world.clock.advance(8 * hour);
    try {
      expect(await refuse(id)).toBe('Refused: the application has ended.');
      await jobsEnded(world, { of: id });
      expect((await readApplication(services().db, id)).state).toBe('APPROVAL_WITHDRAWN');
      expect(await findDisbursement(services().db, id)).toBeUndefined();
      expect(await coreEventsOf(id)).toContain('canceled');
      expect(await subjectsTo(sent.email)).toContainEqual(expect.stringContaining('Our decision'));
    } finally {
      world.clock.advance(-8 * hour);
    }
  });

  it('leaves a loan whose money is in the file although a crash kept us from recording it', async () => {
    const { id } = await signedAs(world);
    const payment = await writtenPaymentOf(id);
    const { db } = services();
    await db.updateTable('disbursement').set({ written_at: null }).where('application_id', '=', id).execute();
    world.clock.advance(8 * hour);
    try {
      await transact(db, (tx) => openHold(tx, services(), id, match));
      expect(await refuse(id)).toContain('the bank has the money already');
      expect((await readApplication(db, id)).state).toBe('SIGNED');
      expect(entriesOf(payment)).toHaveLength(1);
    } finally {
      world.clock.advance(-8 * hour);
    }
  });

  it('leaves a loan whose money the bank has, and says so', async () => {
    const { id } = await signedAs(world);
    await writtenPaymentOf(id);
    world.clock.advance(8 * hour);
    try {
      await transact(services().db, (tx) => openHold(tx, services(), id, match));
      expect(await refuse(id)).toContain('the bank has the money already');
      expect((await readApplication(services().db, id)).state).toBe('SIGNED');
      expect(await findDisbursement(services().db, id)).toBeDefined();
    } finally {
      world.clock.advance(-8 * hour);
    }
  });
});

describe('the job that cancels a loan', () => {
  it('alerts at once if the bank has the money', async () => {
    const { id } = await signedAs(world);
    const { sequence, file_day: fileDay } = await writtenPaymentOf(id);
    const { db, jobs } = services();
    world.clock.advance(8 * hour);
    try {
      const job = await transact(db, (tx) =>
        jobs.enqueue(tx, cancelLoan, id, { payment: { sequence, fileDay } }),
      );
      const givenUp = await eventually(async () => {
        const row = await db.selectFrom('job').selectAll().where('id', '=', job).executeTakeFirstOrThrow();
        return row.status === 'PENDING' ? undefined : row;
      });
      expect(givenUp).toMatchObject({ status: 'FAILURE', failures: 1, gave_up_at: expect.any(Date) });
    } finally {
      world.clock.advance(-8 * hour);
    }
  });

  it('finds a loan whose booking was killed, and cancels it', async () => {
    const { db, vendors, clock } = services();
    const search = Promise.withResolvers<void>();
    replaceCall(vendors.bureau, 'ofacSearch', (real) => async (...request) => {
      await search.promise;
      return real(...request);
    });
    const { browser, id } = await signedAs(world);
    const signal = AbortSignal.timeout(30_000);
    await vendors.core.bookLoan(await boardingOf(services(), id), id, signal);
    const now = clock.now();
    await db
      .insertInto('vendor_call')
      .values({
        application_id: id,
        vendor: 'core',
        operation: 'book-loan',
        key: `loan:${id}`,
        status: 'intended',
        attempts: 1,
        intended_at: now,
        leased_until: now,
        completed_at: null,
        response: null,
      })
      .execute();
    expect((await browser.post((await withdrawLinkOf(browser)) as string, {})).statusCode).toBe(200);
    search.resolve();
    await jobsEnded(world, { of: id });
    expect(await coreEventsOf(id)).toContain('canceled');
  });
});
