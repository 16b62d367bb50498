import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { get, post } from '#contract/endpoint.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { type Call, createClient, requestTimeout } from './client.ts';
import { NetworkFailure } from './failures.ts';

const response = z.object({ n: z.int() });
const record = get('/api/v1/records/:recordId', { response });
const send = post('/api/v1/records', { body: z.object({ name: z.string() }), response });

function clientThat(answer: (url: string, init: RequestInit) => Promise<Response> | Response) {
  const timers = manualTimers();
  const requests: { url: string; init: RequestInit }[] = [];
  const call = createClient({
    timers,
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init ?? {} });
      return answer(String(url), init ?? {});
    },
  });
  return { call, requests, timers };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

it('follows an href with its query and reads the response by the contract', async () => {
  const { call, requests } = clientThat(() => json({ n: 3, more: 'ignored' }));
  const query = { amount: 5, left: undefined };
  expect(await call(record, '/api/v1/records/7?a=1', { query })).toEqual({ n: 3 });
  expect(requests[0]?.url).toBe('/api/v1/records/7?a=1&amount=5');
  expect(requests[0]?.init.headers).toEqual({ Accept: 'application/json' });
});

it('sends JSON with its content type', async () => {
  const { call, requests } = clientThat(() => json({ n: 1 }));
  await call(send, undefined, { body: { name: 'Ada' }, headers: { 'Idempotency-Key': 'k' } });
  expect(requests[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"name":"Ada"}',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
  });
});

it('fills a fixed path and escapes its parameters', async () => {
  const { call, requests } = clientThat(() => json({ n: 1 }));
  await call(record, undefined, { parameters: { recordId: 'a/b' } });
  expect(requests[0]?.url).toBe('/api/v1/records/a%2Fb');
});

it('compiles only what the contract declares for the endpoint', () => {
  const search = get('/api/v1/search', { query: z.object({ text: z.string() }), response: z.object({}) });
  const wrongCalls = (call: Call) => [
    // @ts-expect-error The body is missing.
    call(send, '/api/x'),
    // @ts-expect-error The body has another shape.
    call(send, '/api/x', { body: { title: 'Ada' } }),
    // @ts-expect-error The endpoint takes no body.
    call(record, '/api/x', { body: {} }),
    // @ts-expect-error The endpoint takes no query.
    call(record, '/api/x', { query: { n: 1 } }),
    // @ts-expect-error The query is missing.
    call(search, undefined),
    // @ts-expect-error The query has another shape.
    call(search, undefined, { query: { words: 'loan' } }),
    // @ts-expect-error The path has no such part.
    call(record, undefined, { parameters: { id: '7' } }),
  ];
  expect(wrongCalls).toBeTypeOf('function');
});

const errors = [{ field: 'email', code: 'invalid', message: 'This is not a valid email address.' }];

it.each([
  [
    'a refusal with its status and errors',
    json({ errors }, 400),
    { name: 'ApiFailure', status: 400, body: { errors }, errors },
  ],
  [
    'a refusal that cannot be read with its status only',
    new Response('<html>', { status: 502 }),
    { name: 'ApiFailure', status: 502, body: undefined, errors: undefined },
  ],
  ['a response of another shape than the contract’s', json({ n: 'three' }), { name: 'ApiFailure' }],
  ['no network', new TypeError('Failed to fetch'), { name: 'NetworkFailure', reason: 'unreachable' }],
])('fails with %s', async (_, answer, failure) => {
  const { call } = clientThat(() => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await expect(call(record, '/api/r')).rejects.toMatchObject(failure);
});

/** Never responds, and ends as the browser's fetch does when its signal aborts. */
const silence = (_: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

it('gives up after ten seconds', async () => {
  const { call, timers } = clientThat(silence);
  const answer = call(record, '/api/r');
  const seen = expect(answer).rejects.toMatchObject({ reason: 'too-slow' });
  await timers.advance(requestTimeout);
  await seen;
  await expect(answer).rejects.toBeInstanceOf(NetworkFailure);
});

it('ends when the caller aborts, with the caller’s reason', async () => {
  const { call } = clientThat(silence);
  const stop = new AbortController();
  const answer = call(record, '/api/r', { signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

it('is not sent if the caller has aborted before', async () => {
  const { call, requests } = clientThat(() => json({ n: 1 }));
  const signal = AbortSignal.abort();
  await expect(call(record, '/api/r', { signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(requests).toEqual([]);
});

it('reports after how long a refused call may be repeated', async () => {
  const refused = (headers: Record<string, string>) =>
    clientThat(() => new Response('{}', { status: 429, headers })).call(record, '/api/v1/records/7');
  await expect(refused({ 'Retry-After': '90' })).rejects.toMatchObject({ retryAfterSeconds: 90 });
  await expect(refused({ 'Retry-After': 'soon' })).rejects.toMatchObject({ retryAfterSeconds: undefined });
  await expect(refused({})).rejects.toMatchObject({ status: 429, retryAfterSeconds: undefined });
});
