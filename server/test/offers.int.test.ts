// Offers, from the programs to accepted terms.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import type { AllTerms, LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { addDays } from '#finance/dates.ts';
import { localTime } from '#lender/zoned-time.ts';
import { purge } from '#server/evidence/retention/purge.ts';
import { readApplication } from '#server/journey/applications.ts';
import { readRecords } from '#server/operations/commands/person-records.ts';
import { longDate } from '#server/pdf/format.ts';
import { lenderToday } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { saveCorrection } from '#server/records/applicants.ts';
import { readDecision } from '#server/records/decisions.ts';
import { storedConsents } from './consents.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { replaceCall } from './replace.ts';
import { pullsOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, type Browser, eventually, extendSessions, openWorld, refusalOf } from './world.ts';

const world = openWorld();

async function offered(person = 1, changes: Record<string, unknown> = {}) {
  const { browser, sent } = await decidedAs(world, person, changes);
  const href = await browser.link('loanRequest');
  const request = (await browser.get(href)).json() as LoanRequest;
  const choices = href.replace(/loan-request$/, 'choices');
  return { browser, sent, request, id: applicationOf(href), choices };
}

async function termsOf(browser: Browser, request: LoanRequest, amount: number): Promise<TermsOfAmount> {
  const response = await browser.get(`${request.getTerms.href}?amount=${amount}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as TermsOfAmount;
}

/** An applicant with the terms of an amount, the shortest first, and the address that accepts them. */
async function withTerms(amount = 500_000, person = 1, changes: Record<string, unknown> = {}) {
  const one = await offered(person, changes);
  const { terms, submitApplication } = await termsOf(one.browser, one.request, amount);
  const first = terms[0] as OfferTerm;
  const accept = (body: object = acceptance(amount, first)) => one.browser.post(submitApplication.href, body);
  return { ...one, terms, first, accept };
}

const acceptance = (amount: number, term: OfferTerm) => ({
  amount,
  term: term.months,
  isAutoSecured: term.isAutoSecured,
  monthlyPayment: term.monthlyPayment,
  acceptAuthorization: true,
});

const consentsOf = async (id: ApplicationId) => (await storedConsents(world, id)).map((one) => one.statement);

describe('terms', () => {
  it('of all listed amounts come at once, each once, shortest first, the same as one by one', async () => {
    const { browser, request } = await offered();
    expect(request).toMatchObject({ usualAmount: 500_000 });
    const all = (await browser.get(request.allTerms?.href as string)).json() as AllTerms;
    const listed = request.programs.flatMap(({ validAmounts }) => validAmounts.map(({ amount }) => amount));
    expect(all.amounts.map(({ amount }) => amount)).toEqual([...new Set(listed)].sort((a, b) => a - b));
    const { terms } = await termsOf(browser, request, 900_000);
    expect(terms.length).toBeGreaterThan(10);
    const order = terms.map((one) => one.months * 2 + Number(one.isAutoSecured));
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
    expect(new Set(terms.map((one) => one.isAutoSecured))).toEqual(new Set([true, false]));
    const secured = request.programs.find((one) => one.programName === 'big_auto');
    const own = (await browser.get(`${secured?.getTerms.href}&amount=900000`)).json() as TermsOfAmount;
    expect(own.terms.every((one) => one.isAutoSecured)).toBe(true);
    for (const amount of [250_100, 500_000, 900_000, 1_500_000]) {
      const single = await termsOf(browser, request, amount);
      expect(all.amounts.find((one) => one.amount === amount)?.terms).toEqual(single.terms);
    }
    const [first] = all.amounts;
    const body = acceptance(first?.amount as number, first?.terms[0] as OfferTerm);
    const accepted = await browser.post(all.submitApplication.href, body);
    expect(accepted.statusCode, accepted.body).toBe(200);
  });

  it('that were not offered, or at another price, are refused, and nothing is accepted', async () => {
    const { browser, request, id, first, accept } = await withTerms();
    for (const amount of [100, 250_000, 523_050, 620_000, 2_000_000])
      expect((await browser.get(`${request.getTerms.href}?amount=${amount}`)).statusCode).toBe(404);
    const good = acceptance(500_000, first);
    const wrong = [
      { ...good, term: 25 },
      { ...good, amount: 500_050 },
      { ...good, amount: 620_000 },
      { ...good, monthlyPayment: good.monthlyPayment - 1 },
      { ...good, isAutoSecured: true },
    ];
    for (const body of wrong) {
      const refusal = refusalOf(await accept(body), 409);
      expect(refusal, JSON.stringify(body)).toMatchObject({ code: 'term-gone', field: 'term' });
    }
    const unticked = await accept({ ...good, acceptAuthorization: false });
    const message = 'This checkbox is required.';
    expect(unticked.json().errors[0]).toMatchObject({ field: 'acceptAuthorization', message });
    expect((await browser.journey()).defaultScreen).toBe('offers');
    expect(await consentsOf(id)).not.toContain(consents.authorization.statement);
  });

  it('of any whole dollar are priced as typed, stored with the authorization, and shown from then on', async () => {
    const { browser, id, choices, first, accept } = await withTerms(523_000);
    expect((await browser.put(choices, { loanAmount: 523_000 })).statusCode).toBe(200);
    expect((await accept()).statusCode).toBe(200);
    expect(await consentsOf(id)).toContain(consents.authorization.statement);
    const { months, monthlyPayment, interestRate } = first;
    expect(await browser.journey()).toMatchObject({
      prequalifiedAmount: 523_000,
      choices: { loanAmount: 523_000, selectedTerm: { months, monthlyPayment, amount: 523_000 } },
    });
    // This is the contract rate, not the APR; the two are labeled separately everywhere.
    await world.db
      .updateTable('application')
      .set({ accepted_term: sql`accepted_term || '{"apr": 35.98}'` })
      .where('id', '=', id)
      .execute();
    const { acceptedOffer } = await browser.read('prequalification');
    expect(acceptedOffer).toEqual({ loanAmount: 523_000, interestRate, monthlyPayment, term: months });
  });

  it('are accepted with the address that agreed, although the tab closed before the response', async () => {
    const { app } = world.product;
    const { browser, request, first } = await withTerms();
    const { submitApplication } = await termsOf(browser, request, 500_000);
    const cookie = Object.entries(browser.cookies).map((pair) => pair.join('='));
    const isHeld = async () => (await world.console<{ mode: string }>('faults/core')).mode === 'none';

    const address = await app?.listen({ port: 0, host: '127.0.0.1' });
    await world.fault('core', { mode: 'slow', delayMs: 600_000, times: 1 });
    const tab = new AbortController();
    fetch(`${address}${submitApplication.href}`, {
      method: 'POST',
      headers: { cookie: cookie.join('; '), 'content-type': 'application/json' },
      body: JSON.stringify(acceptance(500_000, first)),
      signal: tab.signal,
    }).catch(() => {});
    await eventually(isHeld);
    tab.abort();
    await world.fault('core', { mode: 'none' });
    await browser.arriveAt('bank-link');
  });

  it('of a partner’s applicant need the disclosures ticked too', async () => {
    const ofPartner = { additional_information: { sub_id: 'hl-app' } };
    const { id, first, accept } = await withTerms(500_000, 1, ofPartner);
    const body = acceptance(500_000, first);
    for (const acceptLegal of [undefined, false])
      expect(refusalOf(await accept({ ...body, acceptLegal }), 400)).toMatchObject({ field: 'acceptLegal' });
    expect(await consentsOf(id)).not.toContain(consents.disclosures.statement);
    expect((await accept({ ...body, acceptLegal: true })).statusCode).toBe(200);
    expect(await consentsOf(id)).toContain(consents.disclosures.statement);
  });
});

describe('a choice', () => {
  it('is found again after a reload, and a new amount or toggle discards the term chosen on the old one', async () => {
    const { browser, choices } = await offered();
    const put = (body: object) => browser.put(choices, body);
    await put({ loanAmount: 900_000, isLoanAutoSecured: false });
    await put({ selectedTerm: { months: 36, isAutoSecured: false } });
    const selectedTerm = { amount: 900_000, months: 36 };
    const kept = { loanAmount: 900_000, isLoanAutoSecured: false, selectedTerm };
    expect((await browser.journey()).choices).toMatchObject(kept);
    await put({ isLoanAutoSecured: true });
    expect((await browser.journey()).choices.selectedTerm).toBeUndefined();
    await put({ selectedTerm: { months: 36, isAutoSecured: true } });
    await put({ loanAmount: 800_000 });
    const after = (await browser.journey()).choices;
    expect(after).toMatchObject({ loanAmount: 800_000, isLoanAutoSecured: true });
    expect(after.selectedTerm).toBeUndefined();
    expect((await put({ selectedTerm: { months: 25, isAutoSecured: true } })).statusCode).toBe(409);
    for (const loanAmount of [1, 523_050, 620_000]) expect((await put({ loanAmount })).statusCode).toBe(400);
  });

  it('of another amount after terms were accepted takes the acceptance back', async () => {
    const { browser, choices, id, accept } = await withTerms();
    await accept();
    expect((await browser.put(choices, { loanAmount: 500_000 })).statusCode).toBe(200);
    expect(await browser.screen()).toBe('bank-link');
    await browser.put(choices, { loanAmount: 600_000 });
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    expect(journey.allowed).not.toContain('bank-link');
    expect(journey.links.linkToken).toBeUndefined();
    expect((await readApplication(world.db, id)).accepted_term).toBeNull();
  });
});

describe('an offer', () => {
  it('is void if a loan was made in the meantime, with the notice about it, and stays so', async () => {
    const { browser, accept } = await withTerms(500_000, 23);
    expect(refusalOf(await accept(), 409)).toMatchObject({ code: 'offer-void' });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'void' });
    const { adverseActionPage } = await browser.read('adverseAction');
    const notice = await browser.get(adverseActionPage);
    expect(notice.body).toContain('We made you a loan within the last 30 days');
    expect((await accept()).json().errors[0].code).toBe('not-now');
  });

  it('is void after the bank was linked as well', async () => {
    const { browser } = await linkedAs(world);
    const { vendors } = world.services;
    const lastLoanMadeOn = lenderToday(world.services);
    replaceCall(vendors.core, 'lookUp', (lookUp) => async (...who) => ({
      ...(await lookUp(...who)),
      lastLoanMadeOn,
    }));
    const accepted = await browser.post(await browser.link('submitApproval'), { acceptHardPull: true });
    expect(refusalOf(accepted, 409)).toMatchObject({ code: 'offer-void' });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'void' });
  });

  it('accepted in two tabs at once is accepted once, and leaves one accepted term', async () => {
    const { browser, terms, accept } = await withTerms();
    const both = terms.slice(0, 2).map((term) => accept(acceptance(500_000, term)));
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await browser.screen()).toBe('bank-link');
  });

  const uses = ['shown', 'chosen', 'accepted'] as const;
  it.each(uses)('are good through the day that their email names, and cannot be %s after it', async (how) => {
    const { browser, sent, request, choices, accept } = await withTerms();
    const last = longDate(addDays(lenderToday(world.services), 30));
    const { text } = await world.mailAbout(sent.email, /^Your loan offers are ready/);
    expect(text).toContain(`good through ${last}.`);
    const end = Date.parse(request.expires);
    expect(localTime(world.services.lender.brand.hours.timeZone, new Date(end)).time).toBe('23:59');
    world.clock.advance(end - world.clock.now().getTime() - 60_000);
    await extendSessions(world);
    expect((await browser.get(`${request.getTerms.href}?amount=500000`)).statusCode).toBe(200);
    world.clock.advance(120_000);
    const response = await {
      shown: () => browser.get(`${request.getTerms.href}?amount=500000`),
      chosen: () => browser.put(choices, { loanAmount: 600_000 }),
      accepted: () => accept(),
    }[how]();
    const message = 'Sorry, this offer has expired';
    expect(refusalOf(response, 410)).toMatchObject({ code: 'expired', message });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'expired' });
  });
});

describe('a vehicle that the applicant enters', () => {
  const namesOf = ({ programs }: LoanRequest) => programs.map(({ programName }) => programName);
  const reread = async (browser: Browser): Promise<LoanRequest> => browser.read('loanRequest');
  async function entering(person: number) {
    const { browser, request, id } = await offered(person);
    const href = await browser.link('vehicle');
    const enter = (body: object) => browser.put(href, body);
    const refusal = async (body: object, status = 400) => {
      const { field, message } = refusalOf(await enter(body), status);
      return [field, message.split('.')[0]];
    };
    return { browser, request, id, enter, refusal };
  }
  const model = { year: '2020', make: 'Toyota', model: 'Camry' };

  it('opens offers by year, make and model, which its VIN allows the applicant to accept', async () => {
    const { browser, request, id, enter } = await entering(2);
    expect(namesOf(request)).toEqual(['small']);
    expect(request.vehicle).toBeUndefined();

    const valued = await enter(model);
    const vehicle = { description: '2020 Toyota Camry', value: 1_720_000 };
    expect(valued.json(), valued.body).toEqual(vehicle);
    const opened = await reread(browser);
    expect(namesOf(opened)).toEqual(['small', 'big_auto']);
    expect(opened.vehicle).toEqual({ ...vehicle, isVinMissing: true });
    expect((await browser.journey()).choices.isLoanAutoSecured).toBe(true);
    const accept = async () => {
      const { terms, submitApplication } = await termsOf(browser, opened, 1_000_000);
      return browser.post(submitApplication.href, acceptance(1_000_000, terms[0] as OfferTerm));
    };
    expect(refusalOf(await accept(), 400).message).toMatch(/^We need your vehicle's VIN /);

    const vin = '2T3P1RFV6KC004217';
    expect((await enter({ vin: '2t3p1rfv6 kc004217' })).statusCode).toBe(200);
    expect((await reread(browser)).vehicle).toEqual({ description: '2019 Toyota Camry', value: 1_490_000 });
    expect((await accept()).statusCode).toBe(200);

    const { db, vault } = world.services;
    expect((await readDecision(db, vault, id, 'prequalification'))?.inputs.vehicle?.vin).toBe(vin);
    const kept = await sql<{ row: string }>`
      select c::text as row from vendor_call c where application_id = ${id}
      union all select d::text from decision d where application_id = ${id}
      union all select e::text from audit_event e where application_id = ${id}`.execute(db);
    expect(kept.rows.length).toBeGreaterThan(5);
    for (const { row } of kept.rows) expect(row).not.toMatch(/2T3P1RFV6KC004217|CAMRY/i);

    // The person's copy of their data has it, and it is gone when the application's time is over.
    const { records } = await readRecords(db, vault, [id]);
    expect(JSON.stringify(records.decision)).toContain(vin);
    // A job that runs meanwhile would write its call after the purge.
    await jobsEnded(world, { of: id });
    await transact(db, (tx) => purge(tx, world.services, [id]));
    const left = await sql`select 1 from vendor_call where application_id = ${id}
      union all select 1 from decision where application_id = ${id}`.execute(db);
    expect(left.rows).toEqual([]);
  });

  it('that is unknown, or that we do not lend on, changes nothing, and the field shows why', async () => {
    const { browser, request, refusal } = await entering(5);
    for (const [body, field, message] of [
      [{ vin: '2HGFC2F52HH999777' }, 'vin', "We couldn't find this VIN"],
      [{ vin: '2HGFC2F50HH999777' }, 'vin', 'This VIN has a typo'],
      [{ ...model, model: 'Nothing' }, 'model', "We couldn't find this vehicle"],
      // Too old to be worth enough.
      [{ ...model, year: '2006' }, 'model', "We can't lend on this vehicle"],
    ] as const)
      expect(await refusal(body)).toEqual([field, message]);
    expect(namesOf(await reread(browser))).toEqual(namesOf(request));
  });

  it('waits while the service is unavailable, which leaves the other offers', async () => {
    await world.fault('vehicle-data', { mode: 'error' });
    const { browser, request, enter, refusal } = await entering(1);
    expect(namesOf(request)).toEqual(['small', 'large']);
    expect(request.isVehicleUnknown).toBe(true);
    expect((await refusal(model, 503))[1]).toBe("We can't look up vehicles right now");
    await world.fault('vehicle-data', { mode: 'none' });
    expect((await enter(model)).statusCode).toBe(200);
    const opened = await reread(browser);
    expect(namesOf(opened)).toEqual(['small', 'large', 'big_auto']);
    expect(opened.isVehicleUnknown).toBeUndefined();
  });

  it('is refused if the records have one, or the policy has no use for one', async () => {
    for (const person of [1, 18]) {
      const { browser, id, request } = await offered(person);
      // Person 18 is covered by the Military Lending Act, and its offers show it.
      expect(request.militaryLendingAct).toEqual(person === 18 ? { capPercent: 36 } : undefined);
      expect((await browser.journey()).links.vehicle).toBeUndefined();
      expect((await browser.put(`/api/v1/applications/${id}/vehicle`, model)).statusCode).toBe(409);
    }
  });
});

describe('an applicant who can be offered nothing without a vehicle', () => {
  const withoutVehicle = async () => {
    const { browser, journey, sent } = await decidedAs(world, 36);
    expect(journey).toMatchObject({ defaultScreen: 'vehicle', phase: 'live' });
    return { browser, sent, id: applicationOf(journey.links.vehicle), links: journey.links };
  };

  it('must enter one first, and is offered loans on it', async () => {
    const { browser, sent, id, links } = await withoutVehicle();
    await world.mailAbout(sent.email, /^Tell us about your vehicle/);
    expect(await readDecision(world.db, world.services.vault, id, 'prequalification')).toBeUndefined();
    expect((await browser.put(links.vehicle as string, { vin: '2T3P1RFV6KC004217' })).statusCode).toBe(200);
    expect(await browser.screen()).toBe('offers');
    const request = (await browser.read('loanRequest')) as LoanRequest;
    expect(request.programs.map(({ programName }) => programName)).toEqual(['big_auto']);
    expect(request.vehicle?.description).toBe('2019 Toyota Camry');
    expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
    await world.mailAbout(sent.email, /^Your loan offers/);
  });

  it('is outside the trade area if the ZIP code was corrected to one without a branch', async () => {
    const { browser, id, links } = await withoutVehicle();
    const { db, vault } = world.services;
    await transact(db, async (tx) => {
      await saveCorrection(tx, vault, id, 'zipCode', '84531');
      await saveCorrection(tx, vault, id, 'city', 'Mexican Hat');
    });
    expect((await browser.post(links.withoutVehicle as string)).statusCode).toBe(200);
    expect(await browser.screen()).toBe('out-of-trade-area');
  });

  it('is declined with the reasons if they have none', async () => {
    const { browser, sent, links } = await withoutVehicle();
    expect((await browser.post(links.withoutVehicle as string)).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('declined');
    await world.mailAbout(sent.email, /^Our decision on your loan application/);
    expect((await browser.post(links.withoutVehicle as string)).statusCode).toBe(409);
  });
});
