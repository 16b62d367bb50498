// Offers, from the programs to accepted terms.
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getFastPathOffer } from '#contract/fast-path.ts';
import type { AllTerms, LoanRequest, OfferTerm, TermsOfAmount } from '#contract/offers.ts';
import { capsFor } from '#finance/caps.ts';
import { addDays } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { localTime } from '#lender/zoned-time.ts';
import { readRecords } from '#server/cli/person-records.ts';
import { longDate } from '#server/pdf/format.ts';
import { lenderToday } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { capPolicyOf } from '#server/policy/offers.ts';
import { readDecision } from '#server/records/decisions.ts';
import { enforceRetention } from '#server/stages/retention/enforce-retention.ts';
import { purge } from '#server/stages/retention/purge.ts';
import { storedConsents } from './consents.ts';
import { decidedAs } from './journeys.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, Browser, eventually, extendSessions, form, openWorld, stateOf } from './world.ts';

const world = openWorld();

async function offered(person = 1, changes: Record<string, unknown> = {}) {
  const { browser, sent, journey } = await decidedAs(world, person, changes);
  expect(journey.defaultScreen).toBe('offers');
  const request = (await browser.get(journey.links.loanRequest as string)).json() as LoanRequest;
  const base = (journey.links.loanRequest as string).replace(/\/loan-request$/, '');
  return { browser, sent, request, id: applicationOf(base), choices: `${base}/choices` };
}

async function termsOf(browser: Browser, request: LoanRequest, amount: number): Promise<TermsOfAmount> {
  const response = await browser.get(`${request.getTerms.href}?amount=${amount}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as TermsOfAmount;
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
  it('of an amount are those of every program that lends it, each once, shortest first', async () => {
    const { browser, request } = await offered();
    const { terms } = await termsOf(browser, request, 900_000);
    expect(terms.length).toBeGreaterThan(10);
    const order = terms.map((one) => one.months * 2 + Number(one.isAutoSecured));
    expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
    expect(new Set(terms.map((one) => one.isAutoSecured))).toEqual(new Set([true, false]));
    const secured = request.programs.find((one) => one.programName === 'big_auto');
    const own = (await browser.get(`${secured?.getTerms.href}&amount=900000`)).json() as TermsOfAmount;
    expect(own.terms.every((one) => one.isAutoSecured)).toBe(true);
  });

  it('of all listed amounts come at once, the same as one by one, with the usual amount to start with', async () => {
    const { browser, request } = await offered();
    expect(request).toMatchObject({ usualAmount: 500_000 });
    const all = (await browser.get(request.allTerms?.href as string)).json() as AllTerms;
    const listed = request.programs.flatMap(({ validAmounts }) => validAmounts.map(({ amount }) => amount));
    expect(all.amounts.map(({ amount }) => amount)).toEqual([...new Set(listed)].sort((a, b) => a - b));
    for (const amount of [250_100, 500_000, 900_000, 1_500_000]) {
      expect(all.amounts.find((one) => one.amount === amount)?.terms).toEqual(
        (await termsOf(browser, request, amount)).terms,
      );
    }
    const [first] = all.amounts;
    const accepted = await browser.post(
      all.submitApplication.href,
      acceptance(first?.amount as number, first?.terms[0] as OfferTerm),
    );
    expect(accepted.statusCode, accepted.body).toBe(200);
  });

  it('of any whole dollar inside a range are priced as typed, up to the accepted loan', async () => {
    const { browser, request, choices } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 523_000);
    expect(terms.length).toBeGreaterThan(10);
    expect((await browser.put(choices, { loanAmount: 523_000 })).statusCode).toBe(200);
    const accepted = await browser.post(submitApplication.href, acceptance(523_000, terms[0] as OfferTerm));
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await browser.journey()).choices).toMatchObject({
      loanAmount: 523_000,
      selectedTerm: { amount: 523_000, monthlyPayment: terms[0]?.monthlyPayment },
    });
  });

  it('of an amount that is not lent are not found', async () => {
    const { browser, request } = await offered();
    for (const amount of [100, 250_000, 523_050, 620_000, 2_000_000]) {
      const response = await browser.get(`${request.getTerms.href}?amount=${amount}`);
      expect(response.statusCode).toBe(404);
    }
  });

  it('that were not offered, or at another price, are refused, and nothing is accepted', async () => {
    const { browser, request, id } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const good = acceptance(500_000, terms[0] as OfferTerm);
    const wrong = [
      { ...good, term: 25 },
      { ...good, amount: 500_050 },
      { ...good, amount: 620_000 },
      { ...good, monthlyPayment: good.monthlyPayment - 1 },
      { ...good, isAutoSecured: true },
    ];
    for (const body of wrong) {
      const response = await browser.post(submitApplication.href, body);
      expect(response.statusCode, JSON.stringify(body)).toBe(409);
      expect(response.json().errors[0]).toMatchObject({ code: 'term-gone', field: 'term' });
    }
    const unticked = await browser.post(submitApplication.href, { ...good, acceptAuthorization: false });
    expect(unticked.json().errors[0]).toMatchObject({
      field: 'acceptAuthorization',
      message: 'This checkbox is required.',
    });
    expect((await browser.journey()).defaultScreen).toBe('offers');
    expect(await consentsOf(id)).not.toContain(consents.authorization.statement);
  });

  it('accepted with the authorization store it as evidence, and show the amount from then on', async () => {
    const { browser, request, id } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    await browser.post(submitApplication.href, acceptance(500_000, terms[0] as OfferTerm));
    expect(await consentsOf(id)).toContain(consents.authorization.statement);
    expect(await browser.journey()).toMatchObject({
      prequalifiedAmount: 500_000,
      choices: { loanAmount: 500_000, selectedTerm: { months: 24, amount: 500_000 } },
    });
    // This is the contract rate, not the APR; the two are labeled separately everywhere.
    await world.product.services.db
      .updateTable('application')
      .set({ accepted_term: sql`accepted_term || '{"apr": 35.98}'` })
      .where('id', '=', id)
      .execute();
    const { links } = await browser.journey();
    expect((await browser.get(links.prequalification as string)).json().acceptedOffer).toEqual({
      loanAmount: 500_000,
      interestRate: terms[0]?.interestRate,
      monthlyPayment: terms[0]?.monthlyPayment,
      term: 24,
    });
  });

  it('are accepted with the address that agreed, although the tab closed before the response', async () => {
    const { app } = world.product;
    if (!app) throw new Error('This product answers no requests.');
    let cookie = '';
    const browser = () =>
      new Browser(({ body, ...request }) => {
        cookie = request.headers.cookie ?? cookie;
        return app.inject({ ...request, ...(body === undefined ? {} : { payload: body }) });
      });
    const decided = await decidedAs({ ...world, browser }, 1);
    const request = (await decided.browser.get(decided.journey.links.loanRequest as string)).json();
    const { terms, submitApplication } = await termsOf(decided.browser, request, 500_000);
    const isHeld = async () => (await world.console<{ mode: string }>('faults/core')).mode === 'none';

    await app.listen({ port: 0, host: '127.0.0.1' });
    await world.fault('core', { mode: 'slow', delayMs: 600_000, times: 1 });
    const tab = send({
      port: (app.server.address() as AddressInfo).port,
      path: submitApplication.href,
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
    });
    tab.on('error', () => {});
    tab.end(JSON.stringify(acceptance(500_000, terms[0] as OfferTerm)));
    await eventually(async () => (await isHeld()) || undefined);
    tab.destroy();
    await world.fault('core', { mode: 'none' });
    await decided.browser.arriveAt('bank-link');
  });

  it('of a partner’s applicant need the disclosures ticked too', async () => {
    const { browser, request, id } = await offered(1, { additional_information: { sub_id: 'hl-app' } });
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const body = acceptance(500_000, terms[0] as OfferTerm);
    for (const acceptLegal of [undefined, false]) {
      const refused = await browser.post(submitApplication.href, { ...body, acceptLegal });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors[0]).toMatchObject({ field: 'acceptLegal' });
    }
    expect(await consentsOf(id)).not.toContain(consents.disclosures.statement);
    expect((await browser.post(submitApplication.href, { ...body, acceptLegal: true })).statusCode).toBe(200);
    expect(await consentsOf(id)).toContain(consents.disclosures.statement);
  });
});

describe('a choice', () => {
  it('is found again after a reload, and a new amount or toggle discards the term chosen on the old one', async () => {
    const { browser, choices } = await offered();
    const put = (body: object) => browser.put(choices, body);
    await put({ loanAmount: 900_000, isLoanAutoSecured: false });
    await put({ selectedTerm: { months: 36, isAutoSecured: false } });
    expect((await browser.journey()).choices).toMatchObject({
      loanAmount: 900_000,
      isLoanAutoSecured: false,
      selectedTerm: { amount: 900_000, months: 36 },
    });
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
    const { browser, request, choices, id } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    await browser.post(submitApplication.href, acceptance(500_000, terms[0] as OfferTerm));
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
    expect((await browser.put(choices, { loanAmount: 500_000 })).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
    await browser.put(choices, { loanAmount: 600_000 });
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    expect(journey.allowed).not.toContain('bank-link');
    expect(journey.links.linkToken).toBeUndefined();
    const { accepted_term } = await world.product.services.db
      .selectFrom('application')
      .select('accepted_term')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(accepted_term).toBeNull();
  });
});

describe('an offer', () => {
  it('is void if a loan was made in the meantime, and stays so', async () => {
    const { browser, request } = await offered(23);
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const body = acceptance(500_000, terms[0] as OfferTerm);
    const refused = await browser.post(submitApplication.href, body);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors[0]).toMatchObject({ code: 'offer-void' });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'void' });
    expect((await browser.post(submitApplication.href, body)).json().errors[0].code).toBe('not-now');
  });

  it('is neither accepted nor lost while the core system is unavailable', async () => {
    const { browser, request } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const body = acceptance(500_000, terms[0] as OfferTerm);
    await world.fault('core', { mode: 'error' });
    const refused = await browser.post(submitApplication.href, body);
    expect(refused.statusCode).toBe(503);
    expect(refused.json().errors[0]).toMatchObject({ code: 'offline', outage: { kind: 'unplanned' } });
    await world.fault('core', { mode: 'none' });
    expect((await browser.post(submitApplication.href, body)).statusCode).toBe(200);
  });

  it('accepted in two tabs at once is accepted once, and leaves one accepted term', async () => {
    const { browser, request } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const answers = await Promise.all(
      [0, 1].map((i) => browser.post(submitApplication.href, acceptance(500_000, terms[i] as OfferTerm))),
    );
    expect(answers.map((one) => one.statusCode)).toEqual([200, 200]);
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
  });

  it.each([
    'shown',
    'chosen',
    'accepted',
  ] as const)('are good through the day that their email names, and cannot be %s after it', async (how) => {
    const { browser, sent, request, choices } = await offered();
    const { terms, submitApplication } = await termsOf(browser, request, 500_000);
    const { lender } = world.product.services;
    const last = longDate(addDays(lenderToday(world.product.services), 30));
    expect((await world.mailAbout(sent.email, /^Your loan offers are ready/)).text).toContain(
      `good through ${last}.`,
    );
    const end = Date.parse(request.expires);
    expect(localTime(lender.brand.hours.timeZone, new Date(end)).time).toBe('23:59');
    world.clock.advance(end - world.clock.now().getTime() - 60_000);
    await extendSessions(world);
    expect((await browser.get(`${request.getTerms.href}?amount=500000`)).statusCode).toBe(200);
    world.clock.advance(120_000);
    const response =
      how === 'shown'
        ? await browser.get(`${request.getTerms.href}?amount=500000`)
        : how === 'chosen'
          ? await browser.put(choices, { loanAmount: 600_000 })
          : await browser.post(submitApplication.href, acceptance(500_000, terms[0] as OfferTerm));
    expect(response.statusCode).toBe(410);
    expect(response.json().errors[0]).toMatchObject({
      code: 'expired',
      message: 'Sorry, this offer has expired',
    });
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'expired', offersPast: 'expired' });
  });

  it('of the fast path has its total cost, and that nothing secures it', async () => {
    const { browser, journey } = await decidedAs(world, 6);
    const offer = (await browser.get(journey.links.fastPathOffer as string)).json() as ResponseOf<
      typeof getFastPathOffer
    >;
    // The last payment absorbs the rounding of the others.
    expect(Math.abs(offer.totalOfPayments - offer.monthlyPayment * offer.term)).toBeLessThan(100);
    expect(offer.isAutoSecured).toBe(false);
    expect(offer.vehicle).toBeUndefined();
  });

  it('of the fast path becomes a counteroffer if the final decision approves only more expensive terms', async () => {
    const { browser, journey } = await decidedAs(world, 6);
    const { submitApplication } = (await browser.get(journey.links.fastPathOffer as string)).json();
    await world.fault('bureau', { mode: 'slow', delayMs: 1500, times: 1, path: 'credit-profile' });
    const { href } = (await browser.post(submitApplication.href, { acceptHardPull: true })).json();
    const { db } = world.product.services;
    const id = applicationOf(journey.links.user);
    const { accepted_term: shown } = await db
      .selectFrom('application')
      .select('accepted_term')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (shown === null) throw new Error('The terms were not accepted.');
    const cheaper = JSON.stringify({ ...shown, interestRate: 1 });
    await db.updateTable('application').set({ accepted_term: cheaper }).where('id', '=', id).execute();
    const after = await eventually(async () => {
      const now = await browser.journey();
      return now.defaultScreen === 'fast-path-loading' ? undefined : now;
    });
    expect(after.defaultScreen).toBe('fast-path-counteroffer');
    const offer = (await browser.get(after.links.counteroffer as string)).json();
    const same = { loanAmount: shown.amount, term: shown.months };
    expect([offer.requested, offer.offers.at(-1)]).toMatchObject([same, same]);
    expect(href).toContain('/fast-path/status');
  });
});

describe('no offer is above what the state allows', () => {
  const homes = [
    ['UT', 'Salt Lake City', '84101'],
    ['LA', 'New Orleans', '70112'],
    ['AZ', 'Phoenix', '85004'],
    ['IN', 'Indianapolis', '46204'],
    ['TX', 'Austin', '78701'],
    ['OK', 'Oklahoma City', '73102'],
    ['NC', 'Charlotte', '28202'],
    ['IL', 'Springfield', '62701'],
    ['GA', 'Atlanta', '30303'],
  ] as const;

  it.each(homes)('in %s', async (state, city, zipCode) => {
    const address = { ...(form(1).address as object), state, city, zipCode };
    const { browser, journey } = await decidedAs(world, 1, { address });
    // If the caps rule out every offer, no offer can exceed them.
    if (journey.defaultScreen !== 'offers') {
      expect(['declined', 'out-of-trade-area']).toContain(journey.defaultScreen);
      return;
    }
    const request = (await browser.get(journey.links.loanRequest as string)).json() as LoanRequest;
    const { lender } = world.product.services;
    const amounts = request.programs.flatMap(({ amountRanges, validAmounts }) => [
      ...amountRanges.flatMap((range) => [range.min, range.max]),
      validAmounts[Math.floor(validAmounts.length / 2)]?.amount as number,
    ]);
    for (const amount of new Set(amounts)) {
      const { terms } = await termsOf(browser, request, amount);
      expect(terms.length).toBeGreaterThan(0);
      for (const term of terms) {
        const caps = capsFor(capPolicyOf(lender), {
          state,
          amountCents: cents(amount),
          months: term.months,
          on: lenderToday(world.product.services),
        });
        if (caps === 'not-lent')
          throw new Error(`${state} does not lend ${amount} over ${term.months} months.`);
        const most = Math.min(35.99, Number(caps[0]?.percent ?? 35.99));
        expect(term.interestRate, `${amount} over ${term.months} in ${state}`).toBeLessThanOrEqual(most);
        expect(term.interestRate).toBeGreaterThanOrEqual(24);
        expect(Math.abs(term.apr - term.interestRate)).toBeLessThan(0.125);
      }
    }
  });
});

describe('a vehicle that the applicant enters', () => {
  const namesOf = ({ programs }: LoanRequest) => programs.map(({ programName }) => programName);
  const reread = async (browser: Browser) =>
    (await browser.get((await browser.journey()).links.loanRequest as string)).json() as LoanRequest;
  async function entering(person: number) {
    const { browser, request, id } = await offered(person);
    const { links, allowed } = await browser.journey();
    expect(allowed).toContain('vehicle');
    const href = links.vehicle as string;
    const enter = (body: object) => browser.put(href, body);
    return { browser, request, id, enter };
  }
  const model = { year: '2020', make: 'Toyota', model: 'Camry' };

  it('opens offers by year, make and model, which its VIN allows the applicant to accept', async () => {
    const { browser, request, id, enter } = await entering(2);
    expect(namesOf(request)).toEqual(['small']);
    expect(request.vehicle).toBeUndefined();

    const valued = await enter(model);
    expect(valued.json(), valued.body).toEqual({ description: '2020 Toyota Camry', value: 1_720_000 });
    const opened = await reread(browser);
    expect(namesOf(opened)).toEqual(['small', 'big_auto']);
    expect(opened.vehicle).toEqual({
      description: '2020 Toyota Camry',
      value: 1_720_000,
      isVinMissing: true,
    });
    expect((await browser.journey()).choices.isLoanAutoSecured).toBe(true);
    const accept = async () => {
      const { terms, submitApplication } = await termsOf(browser, opened, 1_000_000);
      return browser.post(submitApplication.href, acceptance(1_000_000, terms[0] as OfferTerm));
    };
    const refused = await accept();
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].message).toMatch(/^We need your vehicle's VIN /);

    const vin = '2T3P1RFV6KC004217';
    expect((await enter({ vin: '2t3p1rfv6 kc004217' })).statusCode).toBe(200);
    expect((await reread(browser)).vehicle).toEqual({ description: '2019 Toyota Camry', value: 1_490_000 });
    expect((await accept()).statusCode).toBe(200);

    const { db, vault } = world.product.services;
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
    await transact(db, (tx) => purge(tx, world.product.services, [{ id, period: 'decisions' }]));
    const left = await sql`select 1 from vendor_call where application_id = ${id}
      union all select 1 from decision where application_id = ${id}`.execute(db);
    expect(left.rows).toEqual([]);
  });

  it('that is unknown, or that we do not lend on, changes nothing, and the field shows why', async () => {
    const { browser, request, enter } = await entering(5);
    const refusal = async (body: object) => {
      const answer = await enter(body);
      expect(answer.statusCode, answer.body).toBe(400);
      const [{ field, message }] = answer.json().errors;
      return [field, message];
    };
    expect(await refusal({ vin: '2HGFC2F52HH999777' })).toEqual([
      'vin',
      expect.stringMatching(/^We couldn't find this VIN\. /),
    ]);
    expect(await refusal({ vin: '2HGFC2F50HH999777' })).toEqual([
      'vin',
      expect.stringMatching(/^This VIN has a typo\. /),
    ]);
    expect(await refusal({ ...model, model: 'Nothing' })).toEqual([
      'model',
      expect.stringMatching(/^We couldn't find this vehicle\. /),
    ]);
    // Too old to be worth enough.
    expect(await refusal({ ...model, year: '2006' })).toEqual([
      'model',
      expect.stringMatching(/^We can't lend on this vehicle\. /),
    ]);
    expect(namesOf(await reread(browser))).toEqual(namesOf(request));
  });

  it('waits while the service is unavailable, which leaves the other offers', async () => {
    await world.fault('vehicle-data', { mode: 'error' });
    const { browser, request, enter } = await entering(1);
    expect(namesOf(request)).toEqual(['small', 'large']);
    expect(request.isVehicleUnknown).toBe(true);
    const answer = await enter(model);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().errors[0].message).toMatch(/^We can't look up vehicles right now\. /);
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
    const { browser, journey, sent, status } = await decidedAs(world, 36);
    expect(status).toBe('SUCCESS');
    expect(journey).toMatchObject({ defaultScreen: 'vehicle', phase: 'live' });
    const id = applicationOf(journey.links.vehicle);
    return { browser, sent, id, links: journey.links };
  };

  it('must enter one first, and is offered loans on it', async () => {
    const { browser, sent, id, links } = await withoutVehicle();
    await world.mailAbout(sent.email, /^Tell us about your vehicle/);
    const { db, vault } = world.product.services;
    expect(await readDecision(db, vault, id, 'prequalification')).toBeUndefined();
    const old = { year: '2006', make: 'Honda', model: 'Civic' };
    const refused = await browser.put(links.vehicle as string, old);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].message).toMatch(/^We can't lend on this vehicle\. /);
    expect((await browser.put(links.vehicle as string, { vin: '2T3P1RFV6KC004217' })).statusCode).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('offers');
    const request = (await browser.get(journey.links.loanRequest as string)).json() as LoanRequest;
    expect(request.programs.map(({ programName }) => programName)).toEqual(['big_auto']);
    expect(request.vehicle?.description).toBe('2019 Toyota Camry');
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`);
    expect(pulls.map(({ kind }) => kind)).toEqual(['soft']);
    await world.mailAbout(sent.email, /^Your loan offers/);
  });

  it('is declined with the reasons if they have none', async () => {
    const { browser, sent, links } = await withoutVehicle();
    expect((await browser.post(links.withoutVehicle as string)).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('declined');
    await world.mailAbout(sent.email, /^Our decision on your loan application/);
    expect((await browser.post(links.withoutVehicle as string)).statusCode).toBe(409);
  });

  // Last, because it moves the clock.
  it('is declined in time if the applicant never returns, also beside one who cannot be decided', async () => {
    const { services } = world.product;
    const [unreadable, { sent, id }] = [await withoutVehicle(), await withoutVehicle()];
    // What was encrypted for another row cannot be read.
    await sql`
      update applicant set first_name = (select first_name from applicant where application_id = ${id})
      where application_id = ${unreadable.id}`.execute(services.db);
    world.clock.advance(20 * 86_400_000);
    await expect(enforceRetention(services)).rejects.toThrow();
    expect(await stateOf(world, unreadable.id)).toBe('VEHICLE_NEEDED');
    expect(await stateOf(world, id)).toBe('DECLINED');
    await world.mailAbout(sent.email, /^Our decision on your loan application/);
  });
});
