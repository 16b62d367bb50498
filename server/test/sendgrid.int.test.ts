// SendGrid's events from the sandbox's mail server to the product, over HTTP and with their signature.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, it } from 'vitest';
import { auditEventsOf } from '#server/records/audit.ts';
import { decidedAs } from './journeys.ts';
import { eventually, openWorld } from './world.ts';

const front = createServer(async (request, response) => {
  const { url = '', headers } = request;
  const payload = await text(request);
  const answer = await world.product.app?.inject({ method: 'POST', url, headers, payload });
  response.writeHead(answer?.statusCode ?? 503).end();
});

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
beforeAll(() => once(front.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => front.close());
const world = openWorld(() => ({
  env: { MAIL_WEBHOOK_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') },
  sandbox: {
    productUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    credentials: { SENDGRID_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() },
  },
}));

it('a bounce that SendGrid reports is recorded for its application', async () => {
  const { browser } = await decidedAs(world, 10, { email: 'nobody@bounce.example' });
  const id = await browser.applicationId();
  await eventually(async () =>
    (await auditEventsOf(world.product.services.db, id)).find(({ type }) => type === 'email-bounced'),
  );
});
