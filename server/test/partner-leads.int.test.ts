// Leads submitted by partners' servers: authorization, responses, and stored data.
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '#server/create-app.ts';
import { bearer, handIn, harborlightKey, lead, leadsOf, newCode, open, proofOfConsent } from './leads.ts';
import { insertPayment } from './payouts.ts';
import { finished } from './receive-funds.ts';
import { type Browser, openWorld, refusalOf, testWorld } from './world.ts';

const world = openWorld();

const send = (body: unknown, headers: Record<string, string> = harborlightKey, partner = 'harborlight') =>
  world.browser().post(leadsOf(partner), body, headers);
const leads = () => world.db.selectFrom('lead').selectAll().execute();
describe('a partner’s server', () => {
  it.each([
    ['no key', {}, 'harborlight', 'unknown-key'],
    ['a key that is none', bearer('made-up'), 'harborlight', 'unknown-key'],
    ['an empty key', bearer(''), 'harborlight', 'unknown-key'],
    ['another partner’s key', bearer('sandbox-quarry-credit-key'), 'harborlight', 'wrong-key'],
    ['a partner that is not there', harborlightKey, 'unknown', 'wrong-key'],
    [
      'its hash in place of its key',
      bearer(createHash('sha256').update('sandbox-harborlight-key').digest('hex')),
      'harborlight',
      'unknown-key',
    ],
  ])('with %s is refused before anything is looked at, and counted', async (_, headers, partner, event) => {
    const counted = async () => {
      const { values } = await world.services.metrics.securityEvents.get();
      return values.filter(({ labels }) => labels.event === event).reduce((sum, { value }) => sum + value, 0);
    };
    const before = [await leads(), await counted()] as const;
    const answer = await send({ not: 'a lead' }, headers, partner);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ errors: [{ code: 'wrong-key', message: expect.any(String) }] });
    expect([await leads(), await counted()]).toEqual([before[0], before[1] + 1]);
  });

  it('tries its key and its leads with the real ones, and leaves nothing behind', async () => {
    const ping = (headers: Record<string, string>) =>
      world.browser().get('/api/v1/partners/harborlight/ping', headers);
    expect((await ping(harborlightKey)).json()).toEqual({ partner: 'harborlight' });
    expect((await ping(bearer('made-up'))).statusCode).toBe(401);
    const before = await leads();
    const tried = await send(lead(1, { test: true }));
    expect(tried.statusCode).toBe(200);
    expect(await leads()).toEqual(before);
    const token = new URL(tried.json().resumeUrl).searchParams.get('token') ?? '';
    const tested = await open(world.browser(), token);
    expect(tested.json()).toEqual({ errors: [{ message: 'Application error' }] });
    expect(refusalOf(await send(lead(1, { test: true, ssn: '123' })), 400).field).toBe('ssn');
  });

  it('is given a link and when it ends, and the same again for the same lead', async () => {
    const body = lead(1);
    const first = await send(body);
    expect(first.statusCode).toBe(200);
    expect(Object.keys(first.json()).sort()).toEqual(['expires', 'resumeUrl']);
    expect(first.json().resumeUrl).toMatch(/^http:\/\/localhost:3000\/resume\?token=[\w.-]+$/);
    expect(Date.parse(first.json().expires) - world.clock.now().getTime()).toBeGreaterThan(29 * 86_400_000);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    const [again, atOnce] = await Promise.all([send(reordered), send(body)]);
    expect(again.json()).toEqual(first.json());
    expect(atOnce.json()).toEqual(first.json());
    expect((await leads()).filter((one) => one.partner_lead_id === body.leadId)).toHaveLength(1);
  });

  it('that uses one id for two leads is refused, and another partner may use it too', async () => {
    const body = lead(1);
    await handIn(world, body);
    const refusal = refusalOf(await send({ ...body, loanAmount: 6000 }), 409);
    expect(refusal).toMatchObject({ code: 'lead-differs', field: 'leadId' });
    expect((await send(body, bearer('sandbox-quarry-credit-key'), 'quarry-credit')).statusCode).toBe(200);
  });

  it.each([
    ['without a name', { firstName: undefined }, 'firstName', 'This field is required.'],
    ['with a phone of Jamaica', { phone: '+18765551234' }, 'phone', /phones in the United States/],
    ['with an id that is an email address', { leadId: 'alex@example.com' }, 'leadId', /letters, digits/],
    ['with a half dollar', { loanAmount: 5000.5 }, 'loanAmount', /./],
    [
      'with a ZIP code in another state',
      { address: { zipCode: '30303' } },
      'address.zipCode',
      '30303 is in Georgia. Is your home in Utah?',
    ],
    ['with a number as its city', { address: { city: 123 } }, 'address.city', /./],
    [
      'with a ZIP code that no place has',
      { address: { zipCode: '00000', stateConfirmed: true } },
      'address.zipCode',
      /No place in the US/,
    ],
    ['of a child', { dob: '04/12/2020' }, 'dob', /at least 18/],
  ])('gets an error for each wrong field of a lead %s', async (_, changes, field, message) => {
    const before = await leads();
    const answer = await send(lead(1, changes as Record<string, unknown>));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toContainEqual({
      field,
      code: expect.any(String),
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(await leads()).toEqual(before);
  });

  it('gets every error at once, those of the lender’s rules beside those of the form', async () => {
    const consent = proofOfConsent(world);
    const answer = await send(
      lead(1, {
        leadId: 'an id with blanks',
        phone: '801',
        address: { state: 'NY', zipCode: '1' },
        score: 700,
        rank: 1,
        collectedAt: '2999-01-01T00:00:00Z',
        additional_information: { sub_id: 'qcg-search' },
        consent: { ...consent, givenAt: '2999-01-01T00:00:00Z', texts: consent.texts.slice(2) },
      }),
    );
    expect(answer.statusCode).toBe(400);
    const fields = (answer.json().errors as { field: string }[]).map(({ field }) => field);
    expect([...new Set(fields)].sort()).toEqual(
      [
        'additional_information.sub_id address.state address.zipCode collectedAt consent.givenAt',
        'consent.texts leadId phone rank score',
      ].flatMap((line) => line.split(' ')),
    );
  });

  it('gets an error if its proof of consent does not name our current texts', async () => {
    const consent = proofOfConsent(world);
    for (const wrong of [
      { ...consent, texts: consent.texts.map((text) => ({ ...text, version: 99 })) },
      { ...consent, givenAt: '1999-01-01T00:00:00Z' },
    ])
      expect(refusalOf(await send(lead(1, { consent: wrong })), 400).field).toMatch(/^consent\./);
  });
});

it('the limits stop people who try keys, and not the partner', async () => {
  const strict = await testWorld({ env: { LIMIT_SCALE: '1' } });
  const post = (headers: Record<string, string>) =>
    strict.browser().post(leadsOf('harborlight'), {}, headers);
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await post(bearer(`guess-${i}`))).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  expect((await post(harborlightKey)).statusCode).toBe(400);
});

const requestStatus = (leadId: unknown, headers = harborlightKey, partner = 'harborlight') =>
  world.browser().get(`${leadsOf(partner)}/${leadId}`, headers);
const statusOf = async (leadId: unknown) => (await requestStatus(leadId)).json().status;

/** With everything agreed to at the partner's, and the text code entered if one is asked for. */
async function decided(body: Record<string, unknown>): Promise<Browser> {
  const browser = world.browser();
  const token = await handIn(world, body);
  expect(await statusOf(body.leadId)).toBe('received');
  await open(browser, token);
  expect(await statusOf(body.leadId)).toBe('opened');
  const { verifyOtp } = (await browser.journey()).links;
  if (verifyOtp === undefined) return browser;
  const otp = await newCode(world, body.phone, 1);
  const { job } = (await browser.post(verifyOtp, { otp })).json();
  if (job) expect(await finished(browser, job.href)).toBe('SUCCESS');
  return browser;
}

describe('a partner', () => {
  it('reads that its lead was opened, prequalified and funded', async () => {
    const body = lead(1, { consent: proofOfConsent(world) });
    const browser = await decided(body);
    expect(await statusOf(body.leadId)).toBe('prequalified');
    const id = await browser.applicationId();
    await insertPayment(world, id, { file_day: '2030-01-02', effective_on: '2030-01-03' });
    expect(await statusOf(body.leadId)).toBe('funded');
  });

  it('cannot distinguish who is declined, known to us or a duplicate: all of them stay where they are', async () => {
    for (const person of [10, 15, 16]) {
      const body = lead(person, { consent: proofOfConsent(world) });
      await decided(body);
      expect((await requestStatus(body.leadId)).json()).toEqual({ leadId: body.leadId, status: 'opened' });
    }
  });

  it('learns nothing beyond what it sent until the applicant has agreed', async () => {
    const body = lead(1);
    await open(world.browser(), await handIn(world, body));
    expect(await statusOf(body.leadId)).toBe('received');
  });

  it('sees only its own leads', async () => {
    const body = lead(1);
    await handIn(world, body);
    const quarryKey = bearer('sandbox-quarry-credit-key');
    const other = await requestStatus(body.leadId, quarryKey, 'quarry-credit');
    const never = await requestStatus('never-was', quarryKey, 'quarry-credit');
    expect([other.statusCode, never.statusCode]).toEqual([404, 404]);
    expect(other.json()).toEqual(never.json());
    expect((await requestStatus(body.leadId, quarryKey)).statusCode).toBe(401);
  });
});

it('the description of the partners’ API is in production too, without any of the browser’s calls', async () => {
  const { product, config } = world;
  const services = { ...product.services, config: { ...config, isDevelopment: false } };
  const app = await createApp(services, { ...product.operations, doScheduled: async () => {} });
  onTestFinished(() => app.close());
  const description = (await app.inject('/partners/api.json')).json();
  expect(Object.keys(description.paths)).toEqual([
    '/api/v1/partners/{partner}/leads',
    '/api/v1/partners/{partner}/ping',
    '/api/v1/partners/{partner}/leads/{leadId}',
  ]);
});
