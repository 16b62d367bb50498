// Reminders by email: only for applicants who turned them on, each once, and never again to an address that unsubscribed.
import { describe, expect, it } from 'vitest';
import { addDays, instantOf, localTime } from '#lender/zoned-time.ts';
import { readApplication } from '#server/journey/applications.ts';
import { branchZone } from '#server/journey/branch-calls.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { lenderDay } from '#server/platform/clock.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { reminderStatusOf } from '#server/records/reminders.ts';
import { approvalDecidedAs, decidedAs } from './journeys.ts';
import { bearer } from './leads.ts';
import { rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, openWorld } from './world.ts';

const world = openWorld();

const reminders = (to: unknown) => world.mailsAbout(to, /^Your loan application is waiting for you/);
const pass = (days: number) => world.clock.advance(days * 86_400_000);

/** Runs the scheduled job, then waits until every reminder that it found has been handled. */
async function round() {
  await sendReminders(world.services, 'offers');
  await jobsEnded(world, { names: ['email-reminder'] });
}

const choose = async (browser: Browser, wanted: boolean) =>
  (await browser.post(await browser.link('reminders'), { wanted })).json();

/** Read past the session, which ends long before a reminder is due. */
const statusOf = (id: ApplicationId) => reminderStatusOf(world.db, id);

async function withReminders() {
  const decided = await decidedAs(world, 1);
  expect(await choose(decided.browser, true)).toEqual({ status: 'on' });
  return decided;
}

/** An applicant with reminders after the first one. */
async function reminded() {
  const applicant = await withReminders();
  pass(2);
  await round();
  const [mail] = await reminders(applicant.sent.email);
  return { ...applicant, mail };
}

/** What a mail program posts to the address in the List-Unsubscribe header. */
const oneClick = (address: string, body = 'List-Unsubscribe=One-Click') => {
  const { pathname, search } = new URL(address);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return world.browser().call('POST', pathname + search, body, headers);
};

describe('an applicant', () => {
  it('with an approval is reminded before that ends', async () => {
    const { browser, sent } = await approvalDecidedAs(world);
    await choose(browser, true);
    pass(2);
    await round();
    pass(26);
    await round();
    expect((await reminders(sent.email))[0]?.text).toMatch(/Your approval is good through \w+ \d+, \d{4}/);
  });

  it('with reminders gets them after a day and three days before the offers expire, once each', async () => {
    const { sent, browser } = await withReminders();
    await choose(browser, true);
    expect((await browser.journey()).reminders).toBe('on');
    await round();
    expect(await reminders(sent.email)).toEqual([]);
    pass(2);
    await round();
    await round();
    const [first, ...others] = await reminders(sent.email);
    expect(others).toEqual([]);
    expect(first?.text).toMatch(/\/resume\?token=/);
    pass(24);
    await round();
    expect(await reminders(sent.email)).toHaveLength(1);
    pass(2);
    await round();
    await round();
    const [last] = await reminders(sent.email);
    expect(await reminders(sent.email)).toHaveLength(2);
    expect(last?.text).toMatch(/Your offers are good through \w+ \d+, \d{4}/);
    pass(10);
    await round();
    expect(await reminders(sent.email)).toHaveLength(2);
  });

  it('is reminded before the offers expire at ten in the morning at the branch', async () => {
    const { id } = await reminded();
    const application = await readApplication(world.db, id);
    const [reminder] = await rowsOf(world, 'reminder', id);
    const timeZone = branchZone(world.services.lender, application);
    const day = addDays(lenderDay(world.services.lender, application.deadline as Date), -3);
    expect(reminder?.due_at).toEqual(instantOf(timeZone, day, '10:00'));
  });

  it('is reminded at no hour at which a text would wake anyone', async () => {
    const { browser, id } = await decidedAs(world, 1);
    const timeZone = branchZone(world.services.lender, await readApplication(world.db, id));
    const { day } = localTime(timeZone, world.clock.now());
    await setRows(world, 'application', id, { state_since: instantOf(timeZone, addDays(day, 1), '03:12') });
    await choose(browser, true);
    const [reminder] = await rowsOf(world, 'reminder', id);
    expect(reminder?.due_at).toEqual(instantOf(timeZone, addDays(day, 2), '10:00'));
  });

  it('without reminders, who stops them, or whose application has ended, gets none', async () => {
    const without = await decidedAs(world, 1);
    expect(without.journey.reminders).toBe('off');
    const stopped = await withReminders();
    expect(await choose(stopped.browser, false)).toEqual({ status: 'off' });
    pass(2);
    await round();
    const expired = await withReminders();
    pass(40);
    await round();
    for (const { sent } of [without, stopped, expired]) expect(await reminders(sent.email)).toEqual([]);
  });
});

describe('an address', () => {
  it('is unsubscribed by one POST of a mail program, and gets no reminder for any application again', async () => {
    const { sent, id, mail } = await reminded();
    expect(mail?.unsubscribe?.oneClick).toBe(true);
    const address = mail?.unsubscribe?.address as string;
    // Opening the address is not enough: programs that check links would unsubscribe people.
    const { pathname, search } = new URL(address);
    const opened = await world.browser().get(pathname + search);
    expect(opened.statusCode).toBe(303);
    expect(opened.headers.location).toMatch(/^\/unsubscribe\?token=/);
    expect((await oneClick(address, 'List-Unsubscribe=Maybe')).statusCode).toBe(400);
    expect(await statusOf(id)).toBe('on');

    expect((await oneClick(address)).statusCode).toBe(200);
    expect((await oneClick(address)).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('unsubscribed');
    const another = await decidedAs(world, 1, { email: sent.email });
    expect(await choose(another.browser, true)).toEqual({ status: 'unsubscribed' });
    pass(27);
    await round();
    expect(await reminders(sent.email)).toHaveLength(1);
  });

  it('is unsubscribed on our page by the link in the reminder; a made-up link does nothing', async () => {
    const { id, mail } = await reminded();
    const token = /\/unsubscribe\?token=(\S+)/.exec(mail?.text ?? '')?.[1] as string;
    const press = (by: string) => world.browser().post('/api/v1/reminders/unsubscribe', {}, bearer(by));
    expect((await press('made-up')).json()).toEqual({ status: false });
    expect(await statusOf(id)).toBe('on');
    expect((await press(token)).json()).toEqual({ status: true });
    expect(await statusOf(id)).toBe('unsubscribed');
    expect((await oneClick('http://localhost/webhooks/unsubscribe?token=made-up')).statusCode).toBe(404);
  });
});
