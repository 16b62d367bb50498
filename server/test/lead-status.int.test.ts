// The status of leads, for the partners that sent them: requested or posted, signed both ways, and only with consent.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/create-app.ts';
import { notifyPartner } from '#server/journey/jobs.ts';
import { transact } from '#server/platform/db/database.ts';
import { insertDisbursement } from '#server/records/disbursements.ts';
import { createPartnerKey, hashOfKey, revokePartnerKey } from '#server/records/partner-keys.ts';
import { bearer, handIn, harborlightKey, lead, leadsOf, newCode, open, proofOfConsent } from './leads.ts';
import { finished } from './receive-funds.ts';
import { type Browser, eventually, openWorld } from './world.ts';

interface Posted {
  readonly signature: string;
  readonly body: string;
}

/** As a partner's server signs, by the description of the API. */
function signRequest(
  { method, path, body }: { method: string; path: string; body: Buffer },
  { id, key }: { id: string; key: string },
  at: Date,
): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const hash = createHash('sha256').update(body).digest('hex');
  const text = [timestamp, method, path, hash].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `HMAC-SHA256 keyId=${id},timestamp=${timestamp},signature=${signature}`;
}

const world = openWorld();
let partnersServer: Server;
let key: { id: string; key: string };
const posted: Posted[] = [];

beforeAll(async () => {
  partnersServer = createServer(async (request, response) => {
    const signature = String(request.headers['branchline-signature']);
    posted.push({ signature, body: await text(request) });
    response.end();
  });
  await new Promise<void>((resolve) => partnersServer.listen(0, '127.0.0.1', resolve));
  const { services } = world.product;
  const harborlight = services.lender.partners.find(({ id }) => id === 'harborlight');
  const { port } = partnersServer.address() as AddressInfo;
  Object.assign(harborlight as object, { statusUrl: `http://127.0.0.1:${port}/statuses` });
  key = await transact(services.db, (tx) => createPartnerKey(tx, services, 'harborlight'));
});
afterAll(() => partnersServer?.close());

const pathOf = (leadId: unknown, partner = 'harborlight') => `${leadsOf(partner)}/${leadId}`;
const requestStatus = (leadId: unknown, headers = harborlightKey, partner = 'harborlight') =>
  world.browser().get(pathOf(leadId, partner), headers);
const statusOf = async (leadId: unknown) => (await requestStatus(leadId)).json().status;
const updatesOf = (leadId: unknown) =>
  posted.map(({ body }) => JSON.parse(body)).filter((event) => event.leadId === leadId);

/** The applicant opens the link, with everything agreed to at the partner's, and enters the text code if one is asked for. */
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
  it('is notified that its lead was opened and prequalified, once each, with its own signature', async () => {
    const body = lead(1, { consent: proofOfConsent(world) });
    const browser = await decided(body);
    expect(await statusOf(body.leadId)).toBe('prequalified');
    const events = await eventually(async () => {
      const found = updatesOf(body.leadId);
      return found.at(-1)?.status === 'prequalified' ? found : undefined;
    });
    // An event may be posted again with its id if the response to it was late. It is not another event.
    const statuses = [...new Map(events.map(({ id, status }) => [id, status])).values()];
    expect(new Set(statuses).size).toBe(statuses.length);
    // Nothing but the partner's own id and how far it came.
    for (const event of events) expect(Object.keys(event).sort()).toEqual(['at', 'id', 'leadId', 'status']);
    const last = posted.findLast((one) => one.body.includes(String(body.leadId))) as Posted;
    const [, keyId, t, v1] = /^keyId=([\w-]+),t=(\d+),v1=([0-9a-f]{64})$/.exec(last.signature) ?? [];
    expect(keyId).toBe(key.id);
    expect(createHmac('sha256', key.key).update(`${t}.${last.body}`).digest('hex')).toBe(v1);

    const { services } = world.product;
    const id = await browser.applicationId();
    const loan = { application_id: id, amount: 500_000, loan_id: 'LN-of-a-lead' };
    const days = { fileDay: '2030-01-02', effectiveOn: '2030-01-03' };
    await transact(services.db, async (tx) => {
      await insertDisbursement(tx, services.clock, loan, days);
      await services.jobs.enqueue(tx, notifyPartner, id, {});
    });
    expect(await statusOf(body.leadId)).toBe('funded');
    await eventually(async () => updatesOf(body.leadId).at(-1)?.status === 'funded' || undefined);
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

  it('may sign instead of sending its key; old, changed or revoked signatures and those of another key are refused', async () => {
    const body = lead(1);
    const sent = JSON.stringify(body);
    const send = (authorization: string, payload = sent) =>
      world.browser().call('POST', leadsOf('harborlight'), payload, {
        authorization,
        'content-type': 'application/json',
      });
    const request = { method: 'POST', path: leadsOf('harborlight'), body: Buffer.from(sent) };
    const now = world.clock.now();
    const signed = signRequest(request, key, now);
    expect((await send(signed)).statusCode).toBe(200);
    const query = { method: 'GET', path: pathOf(body.leadId), body: Buffer.alloc(0) };
    const response = await requestStatus(body.leadId, { authorization: signRequest(query, key, now) });
    expect(response.json()).toEqual({ leadId: body.leadId, status: 'received' });

    const old = new Date(now.getTime() - 301_000);
    const { services } = world.product;
    const keyOf = (partner: string) => transact(services.db, (tx) => createPartnerKey(tx, services, partner));
    const [gone, others] = [await keyOf('harborlight'), await keyOf('quarry-credit')];
    await transact(services.db, (tx) =>
      revokePartnerKey(tx, services.clock, { partnerId: 'harborlight', hash: hashOfKey(gone.key) }),
    );
    const refused = [
      await send(signRequest(request, key, old)),
      await send(signed, sent.replace('"loanAmount":5000', '"loanAmount":9000')),
      await send(signRequest({ ...request, path: leadsOf('quarry-credit') }, key, now)),
      await send(signRequest(request, { ...key, key: hashOfKey(key.key) }, now)),
      await send(signRequest(request, gone, now)),
      await send(signRequest(request, others, now)),
      await requestStatus(body.leadId, { authorization: signRequest(request, key, now) }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 401));
  });
});

it('the description of the partners’ API is in production too, without any of the browser’s calls', async () => {
  const { product, config } = world;
  const app = await createApp({ ...product.services, config: { ...config, isDevelopment: false } });
  try {
    const description = (await app.inject('/partners/api.json')).json();
    expect(Object.keys(description.paths)).toEqual([
      '/api/v1/partners/{partner}/leads',
      '/api/v1/partners/{partner}/ping',
      '/api/v1/partners/{partner}/leads/{leadId}',
    ]);
    expect(Object.keys(description.webhooks)).toEqual(['leadStatus']);
    const page = await app.inject('/partners/api');
    expect(page.headers['content-type']).toContain('text/html');
    for (const words of ['getLeadStatus', 'handInLead', 'HMAC-SHA256', 'Branchline-Signature'])
      expect(page.body).toContain(words);
    expect((await app.inject('/dev/api')).body).not.toContain('getLeadStatus');
  } finally {
    await app.close();
  }
});
