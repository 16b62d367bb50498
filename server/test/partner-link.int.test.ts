// What happens when the applicant opens a partner lead's link: consent, details, text code, and link ownership.
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import { readApplication } from '#server/journey/applications.ts';
import { counterofferOf } from '#server/notices/counteroffer.ts';
import { readApplicant } from '#server/records/applicants.ts';
import { findNotice } from '#server/records/notices.ts';
import { storedConsents } from './consents.ts';
import { decidedAs } from './journeys.ts';
import { bearer, emailedToken, handIn, lead, newCode, open, proofOfConsent } from './leads.ts';
import { finished } from './receive-funds.ts';
import { openCore } from './vendors.ts';
import { type Browser, eventually, openWorld, refusalOf } from './world.ts';

const world = openWorld();

const days = (count: number) => world.clock.advance(count * 86_400_000);
const details = { phone: '+18015559000', residentialStatus: 'own', monthlyPayment: 900 };
const update = async (browser: Browser, body: object) => browser.put(await browser.link('updateLead'), body);

async function opened(token: string, body = {}) {
  const browser = world.browser();
  return { browser, answer: (await open(browser, token, body)).json() };
}

async function decided(browser: Browser, otp: string) {
  const { job } = (await browser.post(await browser.link('verifyOtp'), { otp })).json();
  await finished(browser, job.href);
  return browser.journey();
}

describe('an applicant who opens a partner’s link', () => {
  it('must give consent and details where the partner sent no consent, and no vendor is called before', async () => {
    const body = lead(1);
    const { browser, answer } = await opened(await handIn(world, body));
    expect(answer).toMatchObject({ updateLead: true, loanAmount: 500_000, loanTerm: 48 });
    expect((await browser.get(answer.updateLeadHref)).json()).toEqual({
      needsConsent: true,
      loanAmount: 500_000,
      loanTerm: 48,
      phone: body.phone,
      residentialStatus: 'rent',
      monthlyPayment: 1200,
    });
    expect(await browser.journey()).toMatchObject({
      defaultScreen: 'update-application-details',
      stageMarker: 'affiliate',
      source: 'affiliate',
      organization: { name: 'Harborlight Rates' },
    });
    const message = 'This checkbox is required.';
    expect(refusalOf(await update(browser, details), 400)).toMatchObject({ field: 'acceptLegal', message });
    expect(await world.textsTo(body.phone)).toEqual([]);
    expect(await world.textsTo(details.phone)).toEqual([]);
    expect(await world.console<unknown[]>(`pulls?ssn=${body.ssn}`)).toEqual([]);
  });

  it('gets offers with the requested amount and term, once details and text code are given', async () => {
    const address = { residentialStatus: undefined, monthlyPayment: undefined };
    const body = lead(1, { phone: null, address });
    const { browser } = await opened(await handIn(world, body));
    const phone = '+18015559001';
    const expected = { needsConsent: true, loanAmount: 500_000, loanTerm: 48 };
    expect(await browser.read('updateLead')).toEqual(expected);
    const agreed = { ...details, phone, acceptLegal: true };
    const answers = await Promise.all([update(browser, agreed), update(browser, agreed)]);
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    const { defaultScreen, phoneHint } = await browser.journey();
    expect([defaultScreen, phoneHint]).toEqual(['phone-check', '(•••) •••-9001']);
    const journey = await decided(browser, await newCode(world, phone, 1));
    const choices = { requestedAmount: 500_000, requestedTerm: 48 };
    expect(journey).toMatchObject({ defaultScreen: 'offers', source: 'affiliate', choices });
    expect(await world.textsTo(phone)).toHaveLength(1);
    expect(await world.console<unknown[]>(`pulls?ssn=${body.ssn}`)).toHaveLength(1);
    const kept = await storedConsents(world, await browser.applicationId());
    for (const name of ['terms', 'contactOfLead'] as const) {
      const { statement, texts: ofConsent } = consents[name];
      const given = kept.filter((one) => one.statement === statement).map((one) => one.document);
      expect(given.sort()).toEqual([...ofConsent].sort());
    }
  });

  it('that prefers the vehicle is offered the requested amount first, and the preference is kept with it', async () => {
    const { browser, answer } = await opened(await handIn(world, lead(1, { loanTerm: 72 })), {
      isAutoSecured: true,
    });
    expect(answer).toMatchObject({ loanAmount: 500_000, loanTerm: 72 });
    expect((await update(browser, { ...details, acceptLegal: true })).statusCode).toBe(200);
    await decided(browser, await newCode(world, details.phone, 1));
    const { requested } = await browser.read('loanRequest');
    const expected = { amount: 500_000, offered: 500_000, months: 72, isAutoSecured: true };
    expect(requested).toEqual({ ...expected, differences: ['shorter'] });
    const id = await browser.applicationId();
    expect(await readApplication(world.db, id)).toMatchObject({ requested_auto_secured: true });
    const { termNotLent } = world.services.lender.policy.adverseAction;
    const notice = await eventually(() => findNotice(world.db, id, 'counteroffer'));
    expect((await counterofferOf(world.services, notice)).reasons).toEqual([termNotLent]);
  });

  it('with consent and fresh details handed over goes straight to the text code', async () => {
    const body = lead(1, { consent: proofOfConsent(world) });
    const { browser, answer } = await opened(await handIn(world, body));
    expect(answer).toMatchObject({ updateLead: false, loanAmount: 500_000, loanTerm: 48 });
    expect((await decided(browser, await newCode(world, body.phone, 1))).defaultScreen).toBe('offers');
    const kept = await storedConsents(world, await browser.applicationId());
    expect(kept).toHaveLength(6);
    const statement = 'I agree to the terms of the lender and to be contacted. (with Harborlight Rates)';
    expect(kept[0]?.statement).toBe(statement);
  });

  it('is asked about a city that the ZIP code contradicts, and may keep it or not', async () => {
    const inProvo = { city: 'Provo', zipCode: '84115' };
    const answers = [undefined, 'Provo', ' Salt Lake City'];
    for (const city of answers) {
      const body = lead(1, { address: inProvo, consent: proofOfConsent(world) });
      const { browser, answer } = await opened(await handIn(world, body));
      expect(answer).toMatchObject({ updateLead: true });
      const question = '84115 is Salt Lake City, Utah. Change the city?';
      const home = { question, city: 'Provo', suggested: 'Salt Lake City' };
      expect(await browser.read('updateLead')).toMatchObject({ needsConsent: false, home });
      expect(await world.textsTo(body.phone)).toEqual([]);
      expect((await update(browser, { ...details, phone: body.phone, city })).statusCode).toBe(200);
      expect(await browser.screen()).toBe('phone-check');
      const id = await browser.applicationId();
      const saved = await readApplicant(world.db, world.services.vault, id);
      expect(saved.city).toBe(city?.trim() ?? 'Provo');
    }
  });

  it('must confirm what is two weeks old, consent included', async () => {
    const token = await handIn(world, lead(1, { consent: proofOfConsent(world) }));
    days(14);
    const { browser } = await opened(token);
    expect(await browser.read('updateLead')).toMatchObject({ needsConsent: true });
  });

  it('must enter what the partner lacks, but not repeat a consent that it sent', async () => {
    const consent = proofOfConsent(world);
    const { browser } = await opened(await handIn(world, lead(1, { phone: undefined, consent })));
    expect(await browser.read('updateLead')).toMatchObject({ needsConsent: false });
    expect(refusalOf(await update(browser, { ...details, phone: '+18765551234' }), 400).field).toBe('phone');
    expect((await update(browser, { ...details, phone: '+18015559002' })).statusCode).toBe(200);
    expect(await browser.screen()).toBe('phone-check');
  });

  it.each([
    [15, 'customer-login'],
    [16, 'duplicate'],
  ])('who is test person %i goes to %s', async (person, defaultScreen) => {
    const { browser } = await opened(await handIn(world, lead(person, { consent: proofOfConsent(world) })));
    expect(await browser.screen()).toBe(defaultScreen);
  });

  it('who applied on our own form meanwhile learns that we have their information', async () => {
    const { sent } = await decidedAs(world, 1);
    const body = lead(1, { ssn: sent.ssn, consent: proofOfConsent(world) });
    const { browser } = await opened(await handIn(world, body));
    expect(await browser.screen()).toBe('duplicate');
  });

  it('of a superseded lead names the newer request, whose link works', async () => {
    const body = lead(1);
    const older = await handIn(world, body);
    const newer = await handIn(world, { ...body, leadId: `${body.leadId}.2` });
    const superseded = { code: 'superseded', message: 'You have a newer request.' };
    expect((await opened(older)).answer.errors).toEqual([superseded]);
    expect((await opened(newer)).answer).toMatchObject({ updateLead: true });
  });

  it('keeps the lead that is being filled in when the partner hands in another', async () => {
    const body = lead(1, { consent: proofOfConsent(world), phone: undefined });
    const { browser } = await opened(await handIn(world, body));
    await handIn(world, { ...body, leadId: `${body.leadId}.2` });
    expect((await update(browser, details)).statusCode).toBe(200);
  });

  it('while the core system is offline saves the lead, and it is decided when it is back', async () => {
    const token = await handIn(world, lead(1, { consent: proofOfConsent(world) }));
    await openCore(world, false);
    const { browser } = await opened(token);
    expect(await browser.screen()).toBe('capture-only');
    await openCore(world, true);
    await eventually(async () => {
      world.clock.advance(61_000);
      await world.services.jobs.resumeDelayed();
      return (await browser.screen()) === 'phone-check';
    });
  });
});

describe('a partner’s link', () => {
  it('belongs to the first browser that opens it, however often, and is refused to a second one', async () => {
    const token = await handIn(world, lead(1));
    const [first, second] = [world.browser(), world.browser()];
    const answers = await Promise.all([open(first, token), open(second, token)]);
    const [mine, other] = answers[0]?.json().errors ? [second, first] : [first, second];
    expect(answers.filter((one) => one.json().errors)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) {
      expect((await open(mine, token)).json()).toMatchObject({ updateLead: true });
      const message = 'This link was already opened in another browser.';
      expect((await open(other, token)).json().errors).toEqual([{ code: 'opened-elsewhere', message }]);
    }
    expect(await other.screen()).toBeUndefined();
  });

  it('and a mailed one of the same lead leave it to one browser once the code is entered there', async () => {
    const body = lead(1, { consent: proofOfConsent(world), phone: undefined });
    const token = await handIn(world, body);
    const [first, second] = [world.browser(), world.browser()];
    await open(first, token);
    await open(second, token);
    await second.post('/api/v1/leads/resume-link', {}, bearer(token));
    const mailed = await open(second, await emailedToken(world, body.email));
    expect(mailed.json()).toMatchObject({ updateLead: true });
    expect((await update(first, { ...details, phone: '+18015559004' })).statusCode).toBe(200);
    const { links } = await decided(first, await newCode(world, '+18015559004', 1));
    expect(await second.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    expect((await second.get(links.user as string)).statusCode).toBe(409);
    expect((await first.get(links.user as string)).statusCode).toBe(200);
  });

  it('opens again in its own browser after the session ended, and requires a text code once it is past the lead', async () => {
    const body = lead(1, { consent: proofOfConsent(world) });
    const token = await handIn(world, body);
    const { browser } = await opened(token);
    const journey = await decided(browser, await newCode(world, body.phone, 1));
    world.clock.advance(16 * 60_000);
    expect((await browser.get('/api/v1/journey')).statusCode).toBe(401);
    expect((await open(browser, token)).json()).toEqual({ updateLead: false });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    expect((await browser.get(journey.links.user as string)).statusCode).toBe(409);
  });
});
