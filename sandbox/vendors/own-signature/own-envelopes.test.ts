import { afterAll, expect, it } from 'vitest';
import { serve, startSandbox } from '../../testing.ts';

const envelope = (to: string, sentAt: string) => ({
  id: to,
  status: 'completed',
  sentAt,
  completedAt: sentAt,
  subject: 'Your loan documents',
  to,
});

let isUp = true;
const product = await serve((request, response) => {
  if (!isUp || request.url !== '/dev/envelopes') return void response.writeHead(302, { location: '/' }).end();
  const body = [
    envelope('b@example.com', '2026-01-02T00:00:00Z'),
    envelope('a@example.com', '2026-01-01T00:00:00Z'),
  ];
  response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(body));
});
const sandbox = await startSandbox({ productUrl: product.url });
afterAll(async () => {
  await sandbox.close();
  product.close();
});

it('lists what the product has signed on its own pages, by signer, and nothing where it signs elsewhere', async () => {
  const ids = async (query = '') =>
    ((await sandbox.json('GET', `/console/api/envelopes${query}`)).body as { id: string }[]).map(
      ({ id }) => id,
    );
  expect(await ids()).toEqual(['b@example.com', 'a@example.com']);
  expect(await ids('?email=A@example.com')).toEqual(['a@example.com']);
  isUp = false;
  expect(await ids()).toEqual([]);
});
