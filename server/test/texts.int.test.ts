// Texts: STOP, START and HELP are stored and obeyed, codes are still sent, and the outcome of each text is known.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textConsent } from '#contract/form-consents.ts';
import { instantOf } from '#lender/zoned-time.ts';
import {
  codeStatus,
  codesPath,
  messageStatus,
  repliesPath,
  replyTo,
} from '#sandbox/vendors/twilio/webhooks.ts';
import { notifyMoneySent } from '#server/funding/jobs.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { daysAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import { knownLookups, lookups } from '#server/records/applicant-fields.ts';
import { hasAgreedToTexts, hasConsented } from '#server/records/consents.ts';
import { unsubscribe } from '#server/records/reminders.ts';
import { insertText, isWrongNumber, textsSentTo } from '#server/records/texts.ts';
import { decidedAs, signedAs } from './journeys.ts';
import { writtenPayment } from './payouts.ts';
import { rowsOf, setRows } from './rows.ts';
import { casesOf, posted } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, eventually, form, openWorld, refusalOf, textCode } from './world.ts';

const world = openWorld({ onBankingMorning: true });

const texts = async (to: unknown) => (await world.textsTo(to)).map((text) => text.body);

type Posted = ReturnType<typeof replyTo>;

const post = (message: Posted) => posted(world, message);
const at = (path: string) => `${world.config.publicUrl}${path}`;
const reply = (from: unknown, body: string, id?: string) =>
  replyTo(at(repliesPath), { from: String(from), body, ...(id && { id }) }, world.sandbox.credentials);

const remindersTo = async (to: unknown) =>
  (await texts(to)).filter((body) => body.includes('application is waiting for you'));
const remindersMailedTo = (to: unknown) => world.mailsAbout(to, /is waiting for you/);

async function withReminders(changes: Record<string, unknown> = {}) {
  const decided = await decidedAs(world, 1, changes);
  await decided.browser.post(await decided.browser.link('reminders'), { wanted: true });
  return decided;
}

async function remind() {
  world.clock.advance(2 * 86_400_000);
  await sendReminders(world.services, 'offers');
  await jobsEnded(world, { names: ['email-reminder', 'send-text'] });
}

describe('the outcome of a text', () => {
  it('is stored for a code when the vendor reports it', { tags: ['full'] }, async () => {
    const { id } = await decidedAs(world, 1);
    const [code] = await rowsOf(world, 'text_message', id);
    expect(code).toMatchObject({ about: 'code', status: 'sent' });
    const { credentials } = world.sandbox;
    const about = {
      attempt: String(code?.vendor_id),
      verification: 'VE1',
      service: credentials.TWILIO_VERIFY_SERVICE_SID,
      to: '+18015550100',
      at: world.clock.now(),
    };
    const report = async (changes: Partial<Parameters<typeof codeStatus>[1]>, signedBy = credentials) =>
      (await post(codeStatus(at(codesPath), { ...about, status: 'delivered', ...changes }, signedBy)))
        .statusCode;
    expect(await report({ status: 'undelivered', errorCode: 30003 })).toBe(200);
    // A late event changes nothing.
    await report({ status: 'sent' });
    expect(await textsSentTo(world.db, id)).toMatchObject([{ status: 'undelivered', errorCode: 30003 }]);

    const attempt = 'VLunknown';
    expect(await report({ attempt })).toBe(503);
    expect(await report({ attempt, at: new Date(about.at.getTime() - 3_600_000) })).toBe(200);
    expect(await report({ attempt }, { ...credentials, TWILIO_AUTH_TOKEN: 'x' })).toBe(400);
  });

  it('is stored for the message of the money, once the bank has the file', { tags: ['full'] }, async () => {
    const { id, sent } = await signedAs(world);
    const { services } = world.product;
    const { file_day: day } = await writtenPayment(world, id);
    await notifyMoneySent(services);
    expect((await textsSentTo(services.db, id)).map(({ about }) => about)).not.toContain('money');
    const closes =
      instantOf(services.lender.brand.hours.timeZone, day, services.lender.funding.cutoff).getTime() +
      16 * 60_000;
    world.clock.advance(closes - world.clock.now().getTime());
    await notifyMoneySent(services);
    await notifyMoneySent(services);
    await jobsEnded(world, { names: ['email-loan-update', 'send-text'] });
    const text = await eventually(async () =>
      (await rowsOf(world, 'text_message', id)).find((one) => one.about === 'money' && one.vendor_id),
    );
    const isSent = (body: string) => body.includes('We sent your money to your bank');
    expect((await texts(sent.phone)).filter(isSent)).toHaveLength(1);
    const delivered = messageStatus(
      at(`/webhooks/texts/status/${text.id}`),
      { id: String(text.vendor_id), to: String(sent.phone), status: 'delivered' },
      world.sandbox.credentials,
    );
    expect((await post(delivered)).statusCode).toBe(200);
    const stored = (await textsSentTo(services.db, id)).find(({ about }) => about === 'money');
    expect(stored).toMatchObject({ status: 'delivered' });
  });
});

describe('the optional consent to texts', () => {
  it('is no condition: without it, codes still come by text, and a reminder by email alone', async () => {
    const { sent } = await withReminders({ acceptTexts: false });
    await remind();
    const [code, ...others] = await texts(sent.phone);
    expect(code).toContain('verification code');
    expect(others).toEqual([]);
    expect(await remindersMailedTo(sent.email)).toHaveLength(1);
  });

  it('is recorded in the lender’s words with its own text, and the last form decides', async () => {
    const { db, vault, lender } = world.services;
    const browser = world.browser();
    const sent = form(1);
    const { verifyOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
    const id = applicationOf(verifyOtp.verifyOtp.href);
    const { statement } = textConsent(lender.brand.name, lender.textMessages);
    expect(statement).toMatch(/up to 8 .* rates .* STOP .* HELP .* Terms of Use and Privacy Policy/);
    expect(await hasConsented(db, vault, id, statement)).toBe(true);
    expect(await hasAgreedToTexts(db, id)).toBe(true);
    await browser.post('/api/v2/prequalifications/', { ...sent, acceptTexts: false });
    expect(await hasAgreedToTexts(db, id)).toBe(false);
    await browser.post('/api/v2/prequalifications/', sent);
    expect(await hasAgreedToTexts(db, id)).toBe(true);
  });

  it('covers as many texts as it names, and no more', async () => {
    const { sent, id } = await withReminders();
    const { db, clock, lender } = world.services;
    for (let at = 0; at < lender.textMessages.mostPerApplication; at += 1)
      await insertText(db, clock, { id: randomUUID(), applicationId: id, about: 'decision-ready' });
    await remind();
    expect(await remindersTo(sent.phone)).toEqual([]);
  });
});

it('a reminder whose email goes to no one is not texted either', async () => {
  const { sent } = await withReminders();
  const { clock, vault } = world.services;
  await transact(world.db, (tx) => unsubscribe(tx, clock, lookups.email(vault, String(sent.email))));
  await remind();
  expect(await remindersTo(sent.phone)).toEqual([]);
});

describe('an applicant who replies', () => {
  it('STOP gets no reminder by text, and START restores them; email continues', async () => {
    const stopped = await withReminders();
    const reading = await withReminders();
    expect((await post(reply(stopped.sent.phone, 'Stop'))).statusCode).toBe(200);
    expect(await rowsOf(world, 'audit_event', stopped.id, { type: 'texts-stopped' })).toHaveLength(1);
    await remind();
    expect(await remindersTo(reading.sent.phone)).toHaveLength(1);
    expect(await remindersTo(stopped.sent.phone)).toEqual([]);
    expect(await remindersMailedTo(stopped.sent.email)).toHaveLength(1);

    await post(reply(stopped.sent.phone, 'START'));
    expect(await rowsOf(world, 'audit_event', stopped.id, { type: 'texts-restarted' })).toHaveLength(1);
    await setRows(world, 'reminder', stopped.id, { next: 'expiry', due_at: world.clock.now() });
    await remind();
    expect(await remindersTo(stopped.sent.phone)).toHaveLength(1);
  });

  it('STOP is still texted a requested code', async () => {
    const browser = world.browser();
    const sent = form(1);
    await post(reply(sent.phone, 'STOP'));
    const answer = (await browser.post('/api/v2/prequalifications/', sent)).json();
    const otp = await textCode(world, String(sent.phone));
    expect((await browser.post(answer.requestOtp.href, {})).json()).toEqual({ success: true });
    expect(await texts(sent.phone)).toHaveLength(2);
    const verified = await browser.post(answer.verifyOtp.verifyOtp.href, { otp });
    expect(verified.json()).toMatchObject({ success: true });
  });

  it('wrong number gets no more codes either, one confirmation, and a case at the branch; START undoes it', async () => {
    const browser = world.browser();
    const sent = form(1);
    const { requestOtp } = (await browser.post('/api/v2/prequalifications/', sent)).json();
    await textCode(world, String(sent.phone));
    const said = async (body: string) => (await post(reply(sent.phone, body))).body;
    expect(await said('Sorry, wrong number')).toContain("We won't text this number again.");
    expect(await said('stop it now please')).not.toContain('<Message>');
    for (const by of ['text', 'call'])
      expect(refusalOf(await browser.post(requestOtp.href, { by }), 400).code).toBe('code-not-sent');
    expect(await texts(sent.phone)).toHaveLength(1);
    await jobsEnded(world, { names: ['report-text'] });
    const cases = await casesOf(world, applicationOf(requestOtp.href));
    expect(cases).toMatchObject([{ reason: 'text-received', messages: [{ text: 'Sorry, wrong number' }] }]);
    // The number may have another owner by then.
    const phones = knownLookups.phone(world.services.vault, String(sent.phone));
    const isWrongAfter = (days: number) =>
      isWrongNumber(world.db, { now: () => daysAfter(world.clock.now(), days) }, phones);
    expect([await isWrongAfter(89), await isWrongAfter(91)]).toEqual([true, false]);
    await said('START');
    expect((await browser.post(requestOtp.href, {})).json()).toEqual({ success: true });
  });

  it('HELP gets our name, the phone to call, and how to stop', async () => {
    const answer = await post(reply('+18015550123', 'help'));
    expect(answer.headers['content-type']).toContain('text/xml');
    expect(answer.body).toContain('Branchline: For help, call (801) 555-0100');
    expect(answer.body).toContain('Reply STOP');
  });

  it('the vendor’s own STOP leaves the confirmation to the vendor; other words are confirmed once', async () => {
    expect((await post(reply('+18015550124', 'STOP'))).body).not.toContain('<Message>');
    const stop = reply('+18015550125', 'please stop texting me', `SM${'1'.repeat(32)}`);
    expect((await post(stop)).body).toContain("We won't text you again, except a code you ask for.");
    // The vendor repeats a request without a timely response.
    expect((await post(stop)).body).not.toContain('<Message>');
  });

  it('is not trusted without the signature, or with another address, number or key, or too long', async () => {
    const phone = form(1).phone;
    const genuine = reply(phone, 'STOP');
    const { 'X-Twilio-Signature': _, ...unsigned } = genuine.headers;
    const forgeries: Posted[] = [
      { ...genuine, headers: unsigned },
      { ...genuine, url: `${genuine.url}?and=more` },
      { ...genuine, body: genuine.body.replace(String(phone).slice(1), '18015559999') },
      replyTo(
        at(repliesPath),
        { from: String(phone), body: 'STOP' },
        { ...world.sandbox.credentials, TWILIO_AUTH_TOKEN: 'another' },
      ),
    ];
    for (const forgery of forgeries) expect((await post(forgery)).statusCode).toBe(400);
    // Checking a signature takes time with the size of the form, so a stranger could block the process.
    expect((await post(reply(phone, 'x'.repeat(65_536)))).statusCode).toBe(413);
    const { db, vault } = world.services;
    const kept = db.selectFrom('text_reply').where('phone_lookup', '=', vault.lookup('phone', String(phone)));
    expect(await kept.select('meaning').execute()).toEqual([]);
  });
});
