// Fuzzing: every declared call rejects invalid input with the standard error shape and changes nothing.

import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorCodes, errorResponse } from '#contract/errors.ts';
import * as notices from '#contract/notices.ts';
import * as phoneCheck from '#contract/phone-check.ts';
import * as prequalification from '#contract/prequalification.ts';
import * as resume from '#contract/resume.ts';
import { runs } from '../../scripts/property-runs.ts';
import { decidedAs } from './journeys.ts';
import { applicationOf, type Browser, form, openWorld } from './world.ts';

/** Every call but files, which return nothing to parse, and the one that signs out, which would end the session. */
const endpoints = calls.flatMap(({ endpoint }) =>
  'response' in endpoint && endpoint.path !== prequalification.endSession.path ? [endpoint] : [],
);

const world = openWorld();
/** An applicant with offers, one before the text code, and a browser without a session. */
let visitors: { name: string; browser: Browser; application: string; job: string }[];
let others: { application: string; job: string };

beforeAll(async () => {
  const first = await decidedAs(world, 1);
  const stranger = await decidedAs(world, 1);
  const early = world.browser();
  const submitted = (await early.post('/api/v2/prequalifications/', form(1))).json();
  const ownOf = ({ id, job }: typeof first) => ({ application: id, job: job.split('/').at(-1) as string });
  visitors = [
    { name: 'an applicant with offers', browser: first.browser, ...ownOf(first) },
    {
      name: 'an applicant before the text code',
      browser: early,
      application: applicationOf(submitted.requestOtp.href),
      job: randomUUID(),
    },
    { name: 'no session', browser: world.browser(), application: randomUUID(), job: randomUUID() },
  ];
  others = ownOf(stranger);
  await world.services.jobs.stop();
});

/** All stored data except request counters and session activity. */
async function everything(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'limit_count%' order by 1`.execute(world.db);
  const digests = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ digest: string }>`
        select md5(coalesce(string_agg(r, '|' order by r), '')) as digest
        from (select (to_jsonb(t) - 'touched_at')::text as r from ${sql.raw(name)} t) one`.execute(world.db);
      return `${name} ${rows[0]?.digest}`;
    }),
  );
  return digests.join('\n');
}

const hostile = fc.constantFrom(
  ..."| |\0|\u0000a|\ud800|'; drop table application; --|<script>alert(1)</script>".split('|'),
  ...'../../etc/passwd|%00|__proto__|constructor|null|NaN|1e999|\u202e'.split('|'),
  ...['9'.repeat(400), 'é'.repeat(300), '🏦'.repeat(200)],
);
const scalar = fc.oneof(
  hostile,
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(-1, 0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
);
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 5 }), fc.object({ maxDepth: 3 }));

/** Property names that occur in requests, so garbage appears where a value is expected. */
const names = fc.constantFrom(
  ...new Set(
    endpoints.flatMap(({ body }) => Object.keys((body as { shape?: object } | undefined)?.shape ?? {})),
  ),
  '__proto__',
  'toString',
);
const aForm = form(1);
const garbledForm = fc
  .tuple(fc.constantFrom(...Object.keys(aForm)), fc.oneof(anything, fc.constant(undefined)))
  .map(([field, value]) => JSON.stringify({ ...aForm, [field]: value }));

const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(names, anything).map((body) => JSON.stringify(body)) },
  // A form that happens to be valid anyway is rejected for the unknown field.
  { weight: 3, arbitrary: garbledForm.map((body) => body.replace(/}$/, ',"unasked":1}')) },
  { weight: 2, arbitrary: anything.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{',
      '{"a":',
      '[1,2',
      '{"__proto__": {"admin": true}}',
      '{"constructor": {"prototype": {}}}',
      '\u0000',
      `{"firstName": "${'a'.repeat(70_000)}"}`,
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      '{"amount": 1, "amount": 2}',
      'null',
      '',
    ),
  },
);

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/xml' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-7' },
      { 'content-type': ';;;' },
      { 'content-type': 'application/json', prefer: 'wait=99999999999' },
      { 'content-type': 'application/json', prefer: 'wait=-1; nonsense' },
      { 'content-type': 'application/json', authorization: 'Bearer ' },
      { 'content-type': 'application/json', authorization: 'Basic Og==' },
      { 'content-type': 'application/json', 'idempotency-key': 'short' },
      { 'content-type': 'application/json', 'x-forwarded-for': "'; drop table session; --" },
      { 'content-type': 'application/json', host: 'evil.example' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      { 'content-type': 'application/json', accept: 'application/vnd.nonsense' },
      { 'content-type': 'application/json', range: 'bytes=0-9999999', 'if-none-match': '*' },
    ),
  },
);

const params = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own') },
  { weight: 2, arbitrary: fc.constant('other') },
  { weight: 1, arbitrary: hostile.map(encode) },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%c0%ae', 'a'.repeat(500), '%E0%A4%A', '..', '*') },
);

const queries = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '?amount= ?amount=-1 ?amount=1.5 ?amount=NaN ?amount=1e400 ?amount=500000&amount=1 ?amount[]=5',
        '?amount=0x10 ?amount=500000&program=__proto__ ?program=small ?session=%00 ?signing_ceremony=maybe ?%zz ?a=%E0%A4%A',
      ].flatMap((line) => line.split(' ')),
      `?${'a=1&'.repeat(2000)}`,
    ),
  },
  { weight: 1, arbitrary: hostile.map((text) => `?amount=${encode(text)}&used=${encode(text)}`) },
);

/** Lookups, and calls that accept an empty request, may succeed; they change nothing here. */
const isFine = ({ method, body, path }: Endpoint, status: number) =>
  status === 200 &&
  (method === 'GET' ||
    body?.safeParse({}).success === true ||
    path === prequalification.suggestAddresses.path ||
    // An invalid lead token is reported inside the response.
    path === resume.resumeLead.path);

describe('garbage', () => {
  it('is refused in one shape, without a server error, and changes nothing', async () => {
    const before = await everything();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...endpoints),
        fc.nat(2),
        bodies,
        headers,
        params,
        queries,
        async (endpoint, who, body, extra, param, query) => {
          // Resending the code takes no input, so an empty request is valid.
          fc.pre(endpoint.path !== phoneCheck.requestOtp.path || /\w/.test(body.replace(/^null$/, '')));
          // Neither do these, which any session may request.
          const open = [resume.emailResumeLink, notices.withdrawApplication, notices.chooseApplicationPaper];
          fc.pre(open.every(({ path }) => path !== endpoint.path) || who === 2);
          const { browser, application, job, name } = visitors[who] as (typeof visitors)[number];
          const url =
            endpoint.path.replace(/:(\w+)/g, (_, parameter: string) => {
              if (param === 'other') return parameter === 'jobId' ? others.job : others.application;
              if (param === 'own') return parameter === 'jobId' ? job : application;
              return param;
            }) + query;
          const response =
            endpoint.method === 'GET'
              ? await browser.get(url, extra)
              : await browser.call(endpoint.method, url, body, extra);
          const context = `${name}: ${endpoint.method} ${url} ${body.slice(0, 200)} → ${response.statusCode} ${response.body.slice(0, 300)}`;
          if (isFine(endpoint, response.statusCode)) return;
          expect(response.statusCode, context).toBeGreaterThanOrEqual(400);
          expect(response.statusCode, context).toBeLessThan(500);
          mustBeRefusal(response.body, context);
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(await everything()).toBe(before);
  });

  const submit = (body: string) =>
    world.browser().call('POST', '/api/v2/prequalifications/', body, { 'content-type': 'application/json' });

  it('as the form of an application is refused field by field', async () => {
    await fc.assert(
      fc.asyncProperty(garbledForm, async (body) => {
        fc.pre(body !== JSON.stringify(aForm));
        const response = await submit(body);
        // A mutation that is still valid isn't garbage: a name, for example, may be any text.
        fc.pre(response.statusCode !== 200);
        expect(response.statusCode, body).toBe(400);
        for (const error of mustBeRefusal(response.body, body)) {
          // Keys that would change an object's prototype are refused before any field is read.
          if (error.code === 'malformed') expect(body).toMatch(/__proto__|constructor/);
          else expect(error.field).toMatch(/^\w/);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['with a key that would change a prototype', JSON.stringify(aForm).replace('{', '{"__proto__":{},')],
    ['nested as deep as a body can be', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s is refused as a whole', async (_, body) => {
    const response = await submit(body);
    expect(response.statusCode).toBe(400);
    mustBeRefusal(response.body, body);
  });

  it.each([
    ['GET', '//evil.example/x'],
    ['GET', '/%'],
    ['GET', '/assets/..%2f..%2fpackage.json'],
    ['GET', '/assets/%00'],
    ['GET', '/lender/../policy/pricing.json'],
    ['GET', '/lender/branches.json'],
    ['GET', `/${'a'.repeat(5000)}`],
    ['GET', '/get-a-loan?experience=%zz&x=%'],
    ['DELETE', '/api/v1/journey'],
    ['OPTIONS', '/api/v1/journey'],
    ['TRACE', '/'],
  ])('%s %s is a page or a refusal, and no fault', async (method, url) => {
    const response = await world.browser().call(method as 'GET', url);
    expect(response.statusCode).toBeLessThan(500);
    if (response.statusCode >= 400) mustBeRefusal(response.body, url);
    else expect(response.body).not.toContain('"rows"');
  });

  const listening = async () => {
    const app = world.product.app as NonNullable<typeof world.product.app>;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return { server: app.server, port: (app.server.address() as AddressInfo).port };
  };

  it('of a connection that closed before it was read is refused, and is no fault', async () => {
    const { server, port } = await listening();
    server.once('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/prequalifications/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form(1)),
    });
    expect(response.status).toBe(400);
    mustBeRefusal(await response.text(), 'a closed connection');
  });

  it('that is not HTTP is refused in the same shape', async () => {
    const { port } = await listening();
    for (const sent of [
      'NONSENSE\r\n\r\n',
      'GET /api/v1/journey HTTP/1.1\r\nno colon\r\n\r\n',
      'POST /api/v2/prequalifications/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      mustBeRefusal(answer.split('\r\n\r\n')[1] as string, answer);
    }
  });
});

it('another applicant’s data is not found by any call', async () => {
  const { browser } = visitors[0] as (typeof visitors)[number];
  for (const endpoint of endpoints.filter(({ path }) => path.includes(':applicationId'))) {
    const url = endpoint.path.replace(':applicationId', others.application);
    const response = await browser.call(endpoint.method, url, endpoint.method === 'GET' ? undefined : {});
    expect([400, 404], `${endpoint.method} ${url}`).toContain(response.statusCode);
  }
});

it.each(['ChIJ', '%20', 'a'.repeat(350)])('an address unknown to Google, as %s, is not found', async (id) => {
  const response = await world.browser().get(`/api/v1/addresses/${id}?session=${randomUUID()}`);
  expect(response.statusCode).toBe(404);
  expect(mustBeRefusal(response.body, id)[0]).toMatchObject({ code: 'not-found' });
});

it('an unknown partner is no error: the response names none', async () => {
  const referrer = (id: string) => world.browser().get(`/api/v1/partners/referrer?sub_id=${id}`);
  const unknown = await referrer('nobody-of-ours');
  expect([unknown.statusCode, unknown.json()]).toEqual([200, {}]);
  const known = await referrer(world.services.lender.partners[0]?.subIds[0] as string);
  expect(known.json()).toEqual({ partner: { name: expect.any(String), logo: expect.any(String) } });
});

it('the clock is never moved back', { tags: ['full'] }, async () => {
  const before = world.clock.now().getTime();
  for (const advanceSeconds of [-1, -86_400, '60', null]) {
    const response = await world.browser().post('/dev/clock', { advanceSeconds });
    expect(response.statusCode, String(advanceSeconds)).toBe(400);
  }
  expect(world.clock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect((await world.browser().post('/dev/clock', { advanceSeconds: 1 })).statusCode).toBe(200);
});

function mustBeRefusal(body: string, context: string) {
  const parsed = errorResponse.safeParse(JSON.parse(body));
  expect(parsed.success, context).toBe(true);
  const { errors } = parsed.data as { errors: { field?: string; code: string; message: string }[] };
  expect(errors.length, context).toBeGreaterThan(0);
  expect(Object.keys(JSON.parse(body)), context).toEqual(['errors']);
  for (const { code, message } of errors) {
    expect(Object.keys(errorCodes), context).toContain(code);
    expect(code, context).not.toBe('internal');
    expect(message, context).toMatch(/\S/);
    const expected = /\bat .*\.(ts|js):|node_modules|select .* from|insert into|Kysely|zod|syntax/i;
    expect(message, context).not.toMatch(expected);
    expect(message, context).not.toMatch(/^Invalid|\bexpected\b|discriminator|unrecognized|[<>]=|regex/i);
  }
  return errors;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
