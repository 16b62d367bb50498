// Equal requests at once, over two processes: no step of the journey answers with an error of ours.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileKeyHeader, filePartHeader } from '#contract/uploads.ts';
import type { Product } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { crowdOf } from './crowd.ts';
import { decidedAs, documentsSentAs, linkedAs } from './journeys.ts';
import { handIn, lead, newCode, open } from './leads.ts';
import { photo } from './photo.ts';
import { finished, signHere } from './receive-funds.ts';
import { createWorld, eventually, hasServer, type World } from './world.ts';

// More than each process has connections.
const times = 8;

// The embedded database has one connection, which hides races.
describe.runIf(hasServer)('equal requests at once', () => {
  let world: World;
  let other: Product;
  /** The same world, but each of its browsers sends what changes something several times. */
  let crowd: World;
  const failures: string[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    const log = createLog('error', { write: (line) => logged.push(line) });
    world = await createWorld({ database: 'server', env: { LIMIT_SCALE: '1000', DATABASE_POOL: '3' }, log });
    other = await world.another('web');
    const browser = crowdOf(
      () => [world.product, other],
      times,
      (what) => failures.push(what),
    );
    crowd = Object.assign(Object.create(world) as World, { browser });
  });
  afterAll(() => world?.close());

  const expectNone = () => {
    expect([...new Set(failures)], logged.slice(0, 3).join('\n')).toEqual([]);
  };

  it('take an applicant from the form to a signed loan', async () => {
    const { browser } = await documentsSentAs(crowd, 'linked');
    await signHere(browser);
    const { links } = await browser.journey();
    expect(links.autopay).toBeDefined();
    expectNone();
  });

  it('take a partner’s applicant from the lead to a withdrawal', { tags: ['full'] }, async () => {
    const phone = '+18015557001';
    const token = await handIn(crowd, lead(1, { phone: null }));
    const browser = crowd.browser();
    expect((await open(browser, token)).json()).toMatchObject({ updateLead: true });
    const { links } = await browser.journey();
    const details = { phone, residentialStatus: 'rent', monthlyPayment: 1200, acceptLegal: true };
    await browser.put(links.updateLead as string, details);
    const asked = (await browser.journey()).links;
    await browser.post(asked.requestOtp as string);
    const otp = await newCode(world, phone, 1);
    const { job } = (await browser.post(asked.verifyOtp as string, { otp })).json();
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    await browser.post((await browser.journey()).links.withdraw as string);
    expect((await browser.journey()).phase).toBe('ended');
    expectNone();
  });

  it.each([6, 28])('decide the one-click loan of person %i', async (person) => {
    const { browser, journey } = await decidedAs(crowd, person);
    const offer = (await browser.get(journey.links.fastPathOffer as string)).json();
    const { href } = (await browser.post(offer.submitApplication.href, { acceptHardPull: true })).json();
    await eventually(async () =>
      (await browser.get(href)).json().status === 'FAST_PATH_PENDING' ? undefined : true,
    );
    const { counteroffer } = (await browser.journey()).links;
    if (counteroffer !== undefined) await browser.post(counteroffer);
    expect((await browser.journey()).defaultScreen).toBe('fast-path-select-payment');
    expectNone();
  });

  it('send documents, book a call and request a link', { tags: ['full'] }, async () => {
    const { browser } = await linkedAs(crowd, 'user_low_income');
    const { uploads, callBack } = (await browser.journey()).links;
    const { documents } = (await browser.get(uploads as string)).json();
    const wanted = documents.find(({ isWanted }: { isWanted: boolean }) => isWanted);
    const headers = { 'content-type': 'application/octet-stream', [fileKeyHeader]: 'k'.repeat(20) };
    await browser.call('POST', wanted.addHref, photo(), { ...headers, [filePartHeader]: '1/1' });
    const { handInHref } = (await browser.get(uploads as string)).json();
    expect((await browser.post(handInHref)).statusCode).toBe(200);
    const { days } = (await browser.get(callBack as string)).json();
    await browser.put(callBack as string, { slot: days?.[0]?.slots?.[0] });
    await browser.post('/api/v1/leads/resume-link', { email: 'someone@example.com' });
    expectNone();
  });
});
