// Details that an applicant changes after the decision: new offers on the same credit file, and a new phone confirmed first.
import { describe, expect, it } from 'vitest';
import { lenderDay } from '#server/platform/clock.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readDetails } from '#server/records/applicants.ts';
import { readDocument } from '#server/records/documents.ts';
import { noticesOf } from '#server/records/notices.ts';
import { acceptTerms } from './bank.ts';
import { decidedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { rowsOf } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, extendSessions, openWorld } from './world.ts';

const world = openWorld();

let phones = 0;
function freshPhone(): string {
  phones += 1;
  return `+1801556${String(phones).padStart(4, '0')}`;
}

const decisionsOf = async (id: ApplicationId) =>
  (await rowsOf(world, 'decision', id))
    .sort((a, b) => a.decided_at.getTime() - b.decided_at.getTime())
    .map(({ outcome }) => outcome);

async function applicant(person = 1, changes = {}) {
  const decided = await decidedAs(world, person, changes);
  const { phone, address } = decided.sent as { phone: string; address: Record<string, unknown> };
  const { residentialStatus, monthlyPayment } = address;
  return { ...decided, details: { phone, residentialStatus, monthlyPayment } };
}

const update = async (browser: Browser, details: object) =>
  (await browser.put(await browser.link('updateLead'), details)).statusCode;

/** The session stays in use, and its code becomes too old for a change of the phone. */
async function anotherQuarterHour(browser: Browser): Promise<void> {
  for (const minutes of [10, 6]) {
    world.clock.advance(minutes * 60_000);
    await browser.journey();
  }
}

describe('a prequalified applicant', () => {
  it('finds their details filled in, and the same ones change nothing', async () => {
    const { browser, details, id } = await applicant();
    const shown = { needsConsent: false, changesOffers: true, ...details };
    expect(await browser.read('updateLead')).toEqual(shown);
    expect(await update(browser, details)).toBe(200);
    expect(await decisionsOf(id)).toHaveLength(1);
  });

  it('who changes the payment gets offers by a new decision on the same file, and chooses again', async () => {
    const { browser, sent, details, id } = await applicant();
    await acceptTerms(browser);
    expect(await update(browser, { ...details, residentialStatus: 'own', monthlyPayment: 900 })).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    expect(journey.choices.selectedTerm).toBeUndefined();
    expect(await decisionsOf(id)).toEqual(['PREQUALIFIED', 'PREQUALIFIED']);
    expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
    await acceptTerms(browser);
  });

  it('whose payment leaves less than they requested gets a counteroffer, and one notice of it', async () => {
    const { browser, sent, details, id } = await applicant(1, { loanAmount: 8_000 });
    const { db, vault, lender } = world.services;
    const counteroffers = async () => (await noticesOf(db, id)).filter(({ kind }) => kind === 'counteroffer');
    expect(await counteroffers()).toEqual([]);
    for (const monthlyPayment of [2600, 2599])
      expect(await update(browser, { ...details, monthlyPayment })).toBe(200);
    expect(await browser.screen()).toBe('offers');
    await world.mailAbout(sent.email, /^We have another offer for you/);
    const [notice, ...others] = await counteroffers();
    expect(notice).toMatchObject({ basis: 'prequalification' });
    expect(others).toEqual([]);
    const paper = JSON.stringify((await readDocument(db, vault, `notice:${notice?.id}`))?.paper);
    expect(paper).toContain(lender.policy.adverseAction.reasons['excessive-obligations']);
  });

  it('may do so as often as the lender’s policy allows', async () => {
    const { browser, details, id } = await applicant();
    for (const monthlyPayment of [1100, 1000])
      expect(await update(browser, { ...details, monthlyPayment })).toBe(200);
    const { links } = await browser.journey();
    expect(links.updateLead).toBeUndefined();
    const href = `/api/v1/leads/${id}`;
    expect((await browser.put(href, { ...details, monthlyPayment: 950 })).statusCode).toBe(409);
  });

  it('may not once a bank verifies what they declared', async () => {
    const { browser, details, id } = await applicant(13);
    expect((await browser.journey()).links.updateLead).toBeUndefined();
    expect((await browser.put(`/api/v1/leads/${id}`, details)).statusCode).toBe(409);
  });
});

describe('a changed phone', () => {
  it('takes the place of the other only when its own code is entered', async () => {
    const { browser, sent, details, id } = await applicant();
    const phone = freshPhone();
    expect(await update(browser, { ...details, phone })).toBe(200);
    const waiting = await browser.journey();
    const { defaultScreen, phoneHint } = waiting;
    expect([defaultScreen, phoneHint]).toEqual(['phone-check', `(•••) •••-${phone.slice(-4)}`]);
    expect(waiting.links.loanRequest).toBeUndefined();
    expect(await readDetails(world.db, world.services.vault, id)).toMatchObject({ phone: sent.phone });
    const otp = await newCode(world, phone, 1);
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const enter = async (code: string) =>
      (await browser.post(waiting.links.verifyOtp as string, { otp: code })).json().success;
    expect([await enter(wrong), await enter(otp)]).toEqual([false, true]);
    expect(await browser.screen()).toBe('offers');
    expect(await readDetails(world.db, world.services.vault, id)).toMatchObject({ phone });
    expect(await decisionsOf(id)).toHaveLength(1);
    await jobsEnded(world, { of: id });
    const warnings = (await world.textsTo(sent.phone)).filter(({ body }) => /is being changed/.test(body));
    expect(warnings).toHaveLength(1);
    const changed = /^Your phone number was changed/;
    const { text } = await world.mailAbout(sent.email, changed);
    // The code that was accepted counts once, and so does the notice.
    await enter(otp);
    expect(await world.mailsAbout(sent.email, changed)).toHaveLength(1);
    expect(text).toContain("If you didn't change it, call us right away at");
    expect(text).not.toContain(phone.slice(-4));
  });

  it('takes a code on the phone on file first if the last one was entered more than 15 minutes ago', async () => {
    const { browser, sent, details } = await applicant();
    await anotherQuarterHour(browser);
    const texts = (await world.textsTo(sent.phone)).length;
    const phone = freshPhone();
    const href = await browser.link('updateLead');
    expect(await update(browser, { ...details, phone })).toBe(409);
    const first = await browser.journey();
    expect(first.defaultScreen).toBe('offers');
    expect(first.phoneHint).toContain(String(sent.phone).slice(-4));
    const known = await newCode(world, sent.phone, texts + 1);
    expect(await world.textsTo(phone)).toEqual([]);
    await browser.post(first.links.verifyOtp as string, { otp: known });
    expect((await browser.put(href, { ...details, phone })).statusCode).toBe(200);
    const next = await browser.journey();
    expect(next.phoneHint).toContain(phone.slice(-4));
    const otp = await newCode(world, phone, 1);

    // The new phone's code is not entered in time either.
    await anotherQuarterHour(browser);
    expect((await browser.post(next.links.verifyOtp as string, { otp })).statusCode).toBe(409);
    expect((await browser.post(next.links.requestOtp as string)).statusCode).toBe(200);
    expect((await browser.journey()).phoneHint).toContain(String(sent.phone).slice(-4));
  });

  it('that was mistyped is corrected, or taken back, before any code', async () => {
    const { browser, details } = await applicant();
    const [wrong, right] = [freshPhone(), freshPhone()];
    await update(browser, { ...details, phone: wrong });
    expect(await update(browser, { ...details, phone: right })).toBe(200);
    await newCode(world, right, 1);
    expect((await browser.journey()).phoneHint).toContain(right.slice(-4));
    expect(await update(browser, details)).toBe(200);
    expect(await browser.screen()).toBe('offers');
    await browser.link('updateLead');
  });

  it('does not lock out an applicant who returns by a link: the known phone gets the first code', async () => {
    const { browser, sent, details } = await applicant();
    const texts = (await world.textsTo(sent.phone)).length;
    const phone = freshPhone();
    await update(browser, { ...details, phone });
    await newCode(world, phone, 1);
    const other = world.browser();
    await open(other, await emailedToken(world, sent.email, 1, 'Your loan offers'));
    const known = await newCode(world, sent.phone, texts + 2);
    expect((await other.journey()).phoneHint).toContain(String(sent.phone).slice(-4));
    await other.post(await other.link('verifyOtp'), { otp: known });
    expect(await other.screen()).toBe('phone-check');
    await other.post(await other.link('verifyOtp'), { otp: await newCode(world, phone, 2) });
    expect(await other.screen()).toBe('offers');
    // The first browser must show again whose it is.
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
  });
});

it('changed days later to too little income are declined, with a notice that has the day of the score’s report', async () => {
  const { browser, sent, details, id } = await applicant();
  const reportedOn = lenderDay(world.services.lender, world.clock.now());
  world.clock.advance(9 * 86_400_000);
  await extendSessions(world);
  expect(await update(browser, { ...details, monthlyPayment: 5900 })).toBe(200);
  expect(await browser.screen()).toBe('declined');
  expect(await decisionsOf(id)).toEqual(['PREQUALIFIED', 'DECLINED']);
  expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
  const denial = await browser.read('adverseAction');
  expect((await browser.get(denial.adverseActionAttachment)).statusCode).toBe(200);
  expect(denial.score.date).toBe(reportedOn);
  expect(denial.date).not.toBe(reportedOn);
});
