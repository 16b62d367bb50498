// From the form to accepted terms, over HTTP, on every available database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from './databases.ts';
import { createWorld, decidedAs, type World } from './world.ts';

describeOnEachDatabase('an application on the %s database', { repeats: false }, (database) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ database });
  });
  afterAll(() => world?.close());

  it('goes from the form to accepted terms', async () => {
    const { browser, journey, status } = await decidedAs(world, 1);
    expect(status).toBe('SUCCESS');
    expect(journey.defaultScreen).toBe('offers');
    const request = (await browser.get(journey.links.loanRequest as string)).json();
    expect(request.programs.map((one: { programName: string }) => one.programName)).toEqual([
      'small',
      'large',
      'big_auto',
    ]);
    const terms = (await browser.get(`${request.getTerms.href}?amount=500000`)).json();
    const chosen = terms.terms.find((one: { months: number }) => one.months === 48);
    expect(chosen).toMatchObject({ apr: 31.22, monthlyPayment: 18360, isAutoSecured: false });
    const accepted = await browser.post(terms.submitApplication.href, {
      term: 48,
      amount: 500000,
      isAutoSecured: false,
      monthlyPayment: 18360,
      acceptAuthorization: true,
    });
    expect(accepted.statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
  });
});
