// No client follows a redirect: its request may have a Social Security number or a secret, and the other host is not the vendor.
import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { serve } from '#sandbox/testing.ts';
import { MovableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { OutcomeUnknown } from '#server/platform/jobs/vendor-calls.ts';
import { awsKms } from '#server/platform/key-service.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { startTracing } from '#server/platform/open-telemetry.ts';
import { startSpan } from '#server/platform/tracing.ts';
import { VendorTimeouts } from '#server/platform/vendor-timeouts.ts';
import { VendorRedirected } from '#server/vendors/http-client.ts';
import { observedVendors } from '#server/vendors/observed.ts';
import { type Vendors, vendorMakers } from '#server/vendors/vendors.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { credentials, keyArn } from './key-management.ts';
import { person } from './vendor-person.ts';

const token = JSON.stringify({ access_token: 'token', expires_in: '1800' });
let strangersRequests = 0;
let calls = 0;
const stranger = await serve((_, response) => {
  strangersRequests += 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end(token);
});
const redirect: RequestListener = (request, response) => {
  calls += 1;
  response.writeHead(307, { location: `${stranger.url}${request.url}` }).end();
};
const vendor = await serve(redirect);
/** Only its sign-in answers. */
const bureau = await serve((request, response) =>
  request.url?.includes('oauth2') ? response.end(token) : redirect(request, response),
);
beforeAll(() => void Object.assign(process.env, credentials));
afterAll(() => {
  for (const name of Object.keys(credentials)) delete process.env[name];
  for (const server of [stranger, vendor, bureau]) server.close();
});

const signal = () => AbortSignal.timeout(60_000);
const clock = new MovableClock();
const timeouts = new VendorTimeouts(10);

function vendorsAt(url: string, metrics = createMetrics()): Vendors {
  const settings = Object.entries(developmentEnvironment({}) as Record<string, string>);
  const config = readConfig({
    ...Object.fromEntries(
      settings.map(([name, value]) => [
        name,
        value.replace(/^http:\/\/(\w+@)?[^/]+/, (_, key = '') => url.replace('//', `//${key}`)),
      ]),
    ),
    BLOB_STORE: 's3://documents',
    BLOB_URL: url,
  });
  const made = Object.entries(vendorMakers(config, clock, loadLender(), timeouts, {} as never));
  const vendors = { ...Object.fromEntries(made.map(([name, make]) => [name, make()])), timeouts };
  return observedVendors(vendors as unknown as Vendors, { metrics, log: createLog('silent') });
}

describe('a redirect', () => {
  it('of any vendor is not followed, and alerts with the vendor and the host', async () => {
    const metrics = createMetrics();
    const { timeouts: _, mailer: __, ...vendors } = vendorsAt(vendor.url, metrics);
    const alerting: string[] = [];
    for (const [name, adapter] of Object.entries(vendors)) {
      const before = calls;
      await expect(adapter?.tryKeys(signal()), name).rejects.toThrow(/redirects to|leads to no script \(307/);
      expect(calls, name).toBeGreaterThan(before);
      alerting.push(name);
    }
    expect(strangersRequests).toBe(0);
    expect(alerting.length).toBeGreaterThan(10);
    const { values } = await metrics.vendorRedirects.get();
    const { host } = new URL(stranger.url);
    // A script has no vendor's answer.
    const counted = alerting.filter((name) => name !== 'captcha');
    expect(values.map(({ labels }) => labels)).toEqual(
      expect.arrayContaining(counted.map((name) => ({ vendor: name, host }))),
    );
  });

  it('of a hard pull, a text code or a bank leaves the outcome unknown', async () => {
    const { bureau: atBureau } = vendorsAt(bureau.url);
    const { textCodes, textMessages, bankData, blobStore } = vendorsAt(vendor.url);
    const phone = { phone: '+18015550100', isConfirmed: false };
    for (const call of [
      () => atBureau.hardPull(person, [], signal()),
      () => textCodes.send(phone, 'text'),
      () => textCodes.check(phone, '123456'),
      () => textMessages.find({ to: '+18015550100', body: 'Hello' }, clock.now()),
      () => bankData.exchange('public-token', signal()),
      () => blobStore.put('documents/a', Buffer.from('a'), undefined, signal()),
    ])
      await expect(call(), String(call)).rejects.toBeInstanceOf(VendorRedirected);
    expect(VendorRedirected.prototype).toBeInstanceOf(OutcomeUnknown);
    expect(strangersRequests).toBe(0);
  });

  it('of the key service or the collector is not followed', async () => {
    const before = calls;
    await expect((await awsKms(keyArn, vendor.url)).open('k1', 'd3JhcHBlZA==')).rejects.toThrow();
    const stopTracing = startTracing({ url: vendor.url, headers: undefined, share: 1, role: 'web' });
    startSpan('GET /', {})?.end();
    await stopTracing().catch(() => {});
    expect(calls - before).toBeGreaterThanOrEqual(2);
    expect(strangersRequests).toBe(0);
  });
});

it('no code of the server fetches without a word about redirects', () => {
  const folder = join(import.meta.dirname, '../src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  for (const file of sources) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [call] of text.matchAll(/(?<![.\w])fetch\([^;]*/g))
      expect(call, file).toMatch(/redirect: 'manual'/);
    const clients = /from '(?:axios|undici)'|import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/;
    expect(text, file).not.toMatch(clients);
  }
});
