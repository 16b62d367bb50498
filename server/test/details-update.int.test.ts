// Details that an applicant changes after the decision: new offers on the same credit file, and a new phone confirmed first.
import { describe, expect, it } from 'vitest';
import { getTerms } from '#contract/offers.ts';
import { lenderDay } from '#server/platform/clock.ts';
import { readDetails } from '#server/records/applicants.ts';
import { readDocument } from '#server/records/documents.ts';
import { noticesOf } from '#server/records/notices.ts';
import { decidedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { applicationOf, type Browser, eventually, extendSessions, openWorld } from './world.ts';

const world = openWorld();

let phones = 0;
/** A phone that is unique in this file. */
function freshPhone(): string {
  phones += 1;
  return `+1801556${String(phones).padStart(4, '0')}`;
}

const pulls = (ssn: unknown) => world.console<unknown[]>(`pulls?ssn=${ssn}`);
const decisionsOf = async (id: string) =>
  world.product.services.db
    .selectFrom('decision')
    .select('outcome')
    .where('application_id', '=', id as never)
    .where('kind', '=', 'prequalification')
    .orderBy('decided_at')
    .execute();

async function applicant(person = 1, changes = {}) {
  const decided = await decidedAs(world, person, changes);
  const { phone, address } = decided.sent as { phone: string; address: Record<string, unknown> };
  const details = {
    phone,
    residentialStatus: address.residentialStatus as string,
    monthlyPayment: address.monthlyPayment as number,
  };
  return { ...decided, id: applicationOf(decided.journey.links.user), details };
}

const update = async (browser: Browser, details: object) =>
  browser.put((await browser.journey()).links.updateLead as string, details);

/** The session stays in use, and its code becomes too old for a change of the phone. */
async function anotherQuarterHour(browser: Browser): Promise<void> {
  for (const minutes of [10, 6]) {
    world.clock.advance(minutes * 60_000);
    await browser.journey();
  }
}

async function acceptTerms(browser: Browser, id: string) {
  const terms = getTerms.path.replace(':applicationId', id);
  const offered = (await browser.get(`${terms}?amount=500000`)).json();
  const accepted = await browser.post(offered.submitApplication.href, {
    term: 48,
    amount: 500_000,
    acceptAuthorization: true,
  });
  expect(accepted.statusCode).toBe(200);
}

describe('a prequalified applicant', () => {
  it('finds their details filled in, and the same ones change nothing', async () => {
    const { browser, journey, details, id } = await applicant();
    expect((await browser.get(journey.links.updateLead as string)).json()).toEqual({
      needsConsent: false,
      changesOffers: true,
      ...details,
    });
    expect((await update(browser, details)).statusCode).toBe(200);
    expect(await decisionsOf(id)).toHaveLength(1);
  });

  it('who changes the payment gets offers by a new decision on the same file, and chooses again', async () => {
    const { browser, sent, details, id } = await applicant();
    await acceptTerms(browser, id);
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
    const answer = await update(browser, { ...details, residentialStatus: 'own', monthlyPayment: 900 });
    expect(answer.statusCode).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    expect(journey.choices.selectedTerm).toBeUndefined();
    expect((await decisionsOf(id)).map(({ outcome }) => outcome)).toEqual(['PREQUALIFIED', 'PREQUALIFIED']);
    expect(await pulls(sent.ssn)).toHaveLength(1);
    await acceptTerms(browser, id);
  });

  it('whose payment leaves too little income is declined, with the notice that is due', async () => {
    const { browser, sent, details, id } = await applicant();
    expect((await update(browser, { ...details, monthlyPayment: 5900 })).statusCode).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('declined');
    expect(journey.links.adverseAction).toBeDefined();
    expect((await decisionsOf(id)).map(({ outcome }) => outcome)).toEqual(['PREQUALIFIED', 'DECLINED']);
    const notice = (await browser.get(journey.links.adverseAction as string)).json();
    expect((await browser.get(notice.adverseActionAttachment)).statusCode).toBe(200);
    expect(await pulls(sent.ssn)).toHaveLength(1);
  });

  it('whose payment leaves less than they requested gets a counteroffer, and one notice of it', async () => {
    const { browser, sent, details, id } = await applicant(1, { loanAmount: 8_000 });
    const { db, vault, lender } = world.product.services;
    const counteroffers = async () => (await noticesOf(db, id)).filter(({ kind }) => kind === 'counteroffer');
    expect(await counteroffers()).toEqual([]);
    for (const monthlyPayment of [2600, 2599])
      expect((await update(browser, { ...details, monthlyPayment })).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('offers');
    await world.mailAbout(sent.email, /^We have another offer for you/);
    const [notice, ...others] = await counteroffers();
    expect(notice).toMatchObject({ basis: 'prequalification' });
    expect(others).toEqual([]);
    const paper = JSON.stringify((await readDocument(db, vault, `notice:${notice?.id}`))?.paper);
    expect(paper).toContain(lender.policy.adverseAction.reasons['excessive-obligations']);
  });

  it('may do so as often as the lender’s policy allows', async () => {
    const { browser, details } = await applicant();
    for (const monthlyPayment of [1100, 1000])
      expect((await update(browser, { ...details, monthlyPayment })).statusCode).toBe(200);
    const { links } = await browser.journey();
    expect(links.updateLead).toBeUndefined();
    const href = `/api/v1/leads/${applicationOf(links.user)}`;
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
    expect((await update(browser, { ...details, phone })).statusCode).toBe(200);
    const waiting = await browser.journey();
    expect(waiting).toMatchObject({
      defaultScreen: 'phone-check',
      phoneHint: `(•••) •••-${phone.slice(-4)}`,
    });
    expect(waiting.links.loanRequest).toBeUndefined();
    const { db, vault } = world.product.services;
    expect(await readDetails(db, vault, id as never)).toMatchObject({ phone: sent.phone });
    const otp = await newCode(world, phone, 1);
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const refused = await browser.post(waiting.links.verifyOtp as string, { otp: wrong });
    expect(refused.json()).toMatchObject({ success: false });
    const accepted = await browser.post(waiting.links.verifyOtp as string, { otp });
    expect(accepted.json()).toEqual({ success: true });
    expect((await browser.journey()).defaultScreen).toBe('offers');
    expect(await readDetails(db, vault, id as never)).toMatchObject({ phone });
    expect(await decisionsOf(id)).toHaveLength(1);
    expect((await world.textsTo(sent.phone)).map(({ body }) => /is being changed/.test(body))).toEqual([
      true,
      false,
    ]);
    const notices = async () =>
      (await world.mailTo(sent.email)).filter(({ subject }) =>
        subject.startsWith('Your phone number was changed'),
      );
    await eventually(async () => ((await notices()).length > 0 ? true : undefined));
    // The code that was accepted counts once, and so does the notice.
    await browser.post(waiting.links.verifyOtp as string, { otp });
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice?.text).toContain("If you didn't change it, call us right away at");
    expect(notice?.text).not.toContain(phone.slice(-4));
  });

  it('takes a code on the phone on file first if the last one was entered more than 15 minutes ago', async () => {
    const { browser, sent, details } = await applicant();
    await anotherQuarterHour(browser);
    const phone = freshPhone();
    expect((await update(browser, { ...details, phone })).statusCode).toBe(200);
    const first = await browser.journey();
    expect(first).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    expect(first.phoneHint).toContain(String(sent.phone).slice(-4));
    // The code, and that the phone is about to change.
    const known = await newCode(world, sent.phone, 3);
    expect(await world.textsTo(phone)).toEqual([]);
    await browser.post(first.links.verifyOtp as string, { otp: known });
    const next = await browser.journey();
    expect(next.phoneHint).toContain(phone.slice(-4));
    const otp = await newCode(world, phone, 1);

    // The new phone's code is not entered in time either.
    await anotherQuarterHour(browser);
    for (const [call, body] of [
      ['verifyOtp', { otp }],
      ['requestOtp', {}],
    ] as const)
      expect((await browser.post(next.links[call] as string, body)).statusCode).toBe(
        call === 'verifyOtp' ? 409 : 200,
      );
    expect((await browser.journey()).phoneHint).toContain(String(sent.phone).slice(-4));
  });

  it('that was mistyped is corrected, or taken back, before any code', async () => {
    const { browser, details } = await applicant();
    const [wrong, right] = [freshPhone(), freshPhone()];
    await update(browser, { ...details, phone: wrong });
    expect((await update(browser, { ...details, phone: right })).statusCode).toBe(200);
    await newCode(world, right, 1);
    expect((await browser.journey()).phoneHint).toContain(right.slice(-4));
    expect((await update(browser, details)).statusCode).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    expect(journey.links.updateLead).toBeDefined();
  });

  it('does not lock out an applicant who returns by a link: the known phone gets the first code', async () => {
    const { browser, sent, details } = await applicant();
    const phone = freshPhone();
    await update(browser, { ...details, phone });
    await newCode(world, phone, 1);
    const other = world.browser();
    await open(other, await emailedToken(world, sent.email, 1, 'Your loan offers'));
    const known = await newCode(world, sent.phone, 3);
    expect((await other.journey()).phoneHint).toContain(String(sent.phone).slice(-4));
    await other.post((await other.journey()).links.verifyOtp as string, { otp: known });
    expect(await other.journey()).toMatchObject({ defaultScreen: 'phone-check' });
    const otp = await newCode(world, phone, 2);
    await other.post((await other.journey()).links.verifyOtp as string, { otp });
    expect((await other.journey()).defaultScreen).toBe('offers');
    // The first browser must show again whose it is.
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
  });
});

it('changed days later lead to a notice with the day of the score, which is that of the report', async () => {
  const { browser, details } = await applicant();
  const { clock, lender } = world.product.services;
  const reportedOn = lenderDay(lender, clock.now());
  world.clock.advance(9 * 86_400_000);
  await extendSessions(world);
  expect((await update(browser, { ...details, monthlyPayment: 5900 })).statusCode).toBe(200);
  const { links } = await browser.journey();
  const denial = (await browser.get(links.adverseAction as string)).json();
  expect(denial.score.date).toBe(reportedOn);
  expect(denial.date).not.toBe(reportedOn);
});
