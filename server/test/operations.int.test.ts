// What an operator sees of the product from outside: reports, metrics, health, the log and traces.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serve } from '#sandbox/testing.ts';
import { createProduct, jobsOf } from '#server/app.ts';
import { requested } from '#server/platform/jobs/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { serveOperations } from '#server/platform/operations-server.ts';
import { readinessProbe } from '#server/platform/readiness.ts';
import { stages } from '#server/routes-and-jobs.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { decidedAs } from './journeys.ts';
import { anyDatabase, applyAs, eventually, hasServer, openWorld } from './world.ts';

const logged: string[] = [];
const lines = (message: string) =>
  logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message);

/** Random ids are longer than the number that one of them may begin with. */
const ssnOrPhone = /\b666-?\d\d-?\d{4}\b|\+1801555/;

const spans: CollectedSpan[] = [];
const resources: object[] = [];
let collectorHeaders: IncomingHttpHeaders = {};
const collector = await serve(async (request, response) => {
  const { resourceSpans } = (await json(request)) as {
    resourceSpans: { resource: { attributes: object[] }; scopeSpans: { spans: CollectedSpan[] }[] }[];
  };
  collectorHeaders = request.headers;
  resources.push(...resourceSpans.flatMap(({ resource }) => resource.attributes));
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)));
  response.end('{}');
});

interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

const headers = 'x-key=of%20ours';
afterAll(() => void collector.close());
const world = openWorld({
  // Only a server's queries have spans: the embedded database is for development.
  database: anyDatabase,
  log: createLog('info', { write: (line) => void logged.push(line) }),
  env: { LIMIT_SCALE: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: headers },
});

describe('a report of what a page’s policy refused', () => {
  // As browsers send it from a page that sends no referrer.
  const headers = { 'content-type': 'application/csp-report', origin: 'null' };
  const report = async (body: unknown) =>
    (await world.browser().call('POST', '/webhooks/csp-reports', JSON.stringify(body), headers)).statusCode;
  const refused = 'a page tried what its policy refuses';

  it('goes to the address that every page names', async () => {
    const { headers } = await world.browser().get('/get-a-loan');
    expect(headers['content-security-policy']).toContain('report-uri /webhooks/csp-reports');
    const expected = "require-trusted-types-for 'script';report-uri /webhooks/csp-reports";
    expect(headers['content-security-policy-report-only']).toBe(expected);
  });

  it('is logged with only our own names and the registrable domain', async () => {
    const secret = 'token=secret';
    await report({
      'csp-report': {
        'document-uri': `http://localhost:3000/loan-request/offers?${secret}`,
        'effective-directive': 'script-src-elem',
        'blocked-uri': `https://alex-rivera.evil.example/x.js?${secret}`,
        'source-file': 'http://localhost:3000/assets/start-Abc.js',
        'script-sample': secret,
      },
    });
    const page = { 'document-uri': 'http://localhost:3000/get-a-loan' };
    const sink = 'require-trusted-types-for';
    await report({ 'csp-report': { ...page, 'violated-directive': secret, 'blocked-uri': 'inline' } });
    await report({
      'csp-report': { ...page, 'effective-directive': sink, 'blocked-uri': 'trusted-types-sink' },
    });
    for (const noReport of ['nonsense', { 'csp-report': 7 }, [7], {}, null])
      expect(await report(noReport)).toBe(200);
    expect(lines(refused)).toMatchObject([
      { directive: 'script-src-elem', blocked: 'evil.example', screen: 'offers', file: 'start-Abc.js' },
      { directive: 'default-src', blocked: 'inline', screen: 'landing' },
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', screen: 'landing' },
    ]);
    expect(JSON.stringify(lines(refused))).not.toContain('secret');
  });

  it('is limited for each connection', async () => {
    const answers = [];
    for (let at = 0; at < 200; at += 1) answers.push(await report({}));
    expect(answers.at(-1)).toBe(429);
  });
});

it('security.txt names where to report a vulnerability', async () => {
  const answer = await world.browser().get('/.well-known/security.txt');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain('Contact: mailto:security@branchline.example\n');
  const expires = new Date(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '').getTime();
  const days = (expires - world.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

describe('an application', () => {
  let application: string;
  beforeAll(async () => {
    const { browser } = await decidedAs(world, 1);
    await browser.get('/api/v1/journey');
    application = await browser.applicationId();
    // Its end is logged after the applicant may see it.
    await eventually(async () => lines('job done').some(({ job }) => job === 'decide-prequalification'));
  });

  it('is named on every line of its requests and jobs, and each job names its request', () => {
    const requests = [
      '/api/v2/prequalifications/',
      '/api/v1/applications/:applicationId/otp/verify',
      '/api/v1/journey',
    ].map((path) => lines('request').findLast(({ route, status }) => route === path && status === 200));
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(requests).toMatchObject(Array(3).fill({ applicationId: application, requestId }));
    expect(new Set(requests.map((line) => line?.requestId)).size).toBe(3);
    const jobs = lines('job done');
    expect(jobs.length).toBeGreaterThan(1);
    const known = new Set(lines('request').map(({ requestId }) => requestId));
    for (const job of jobs)
      expect(job).toMatchObject({ applicationId: application, job: expect.any(String) });
    expect(jobs.some(({ requestId }) => known.has(requestId))).toBe(true);
    expect(logged.join('')).not.toMatch(/\[object|@example\.com/);
    expect(logged.join('')).not.toMatch(ssnOrPhone);
  });

  it('shows in the metrics: its jobs, the calls to vendors with their time, the queue, the pool and its session', async () => {
    const server = await serveOperations(world.product.operations, 0, '127.0.0.1');
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const values = new Map(metrics.split('\n').map((line) => line.split(/ (?=\S+$)/) as [string, string]));
    const value = (line: string) => Number(values.get(line));
    for (const [line, expected] of [
      ['jobs_total{job="decide-prequalification",outcome="done"}', 1],
      ['jobs_total{job="decide-prequalification",outcome="gave-up"}', 0],
      ['job_seconds_count{job="decide-prequalification"}', 1],
      ['database_up', 1],
      ['database_synchronous', 0],
      ['queue_jobs{queue="decide-prequalification",state="waiting"}', 0],
      ['queue_oldest_seconds{queue="decide-prequalification"}', 0],
      ['unresolved_oldest_seconds', 0],
      ['sessions', 1],
    ] as const)
      expect([line, value(`branchline_${line}`)]).toEqual([line, expected]);
    for (const vendor of ['bureau', 'textCodes']) {
      const calls = `vendor_call_seconds_count{vendor="${vendor}",operation="\\w+",outcome="succeeded"} [1-9]`;
      expect(metrics).toMatch(new RegExp(calls));
    }
    const connections = ['busy', 'idle'].map((state) =>
      value(`branchline_pool_connections{state="${state}"}`),
    );
    expect(Math.max(...connections)).toBeGreaterThan(0);
    expect(metrics).toContain('branchline_nodejs_eventloop_lag_p99_seconds');

    const probe = async (path: string) => {
      const answer = await fetch(`${address}${path}`);
      return [answer.status, await answer.json()];
    };
    expect(await probe('/healthz')).toEqual([200, { status: 'ok', version: packageJson.version }]);
    const policy = world.services.lender.policy.version;
    expect(await probe('/readyz')).toEqual([200, { status: 'ready', policy }]);
    expect(await probe('/accepting')).toEqual([200, { status: 'accepting' }]);
    expect((await fetch(`${address}/`)).status).toBe(404);
  });

  it('is not ready while the database cannot be written, or the folder of the ACH files', async () => {
    const { database, db, clock } = world.services;
    // An answer is repeated for a second.
    const ready = () => {
      world.clock.advance(2000);
      return world.product.operations.readiness();
    };
    const errors = () => logged.filter((line) => JSON.parse(line).level >= 50).length;
    const before = errors();
    const query = vi.spyOn(database.pool, 'query').mockImplementation(() => {
      throw new Error('connection terminated');
    });
    expect(await ready()).toMatchObject({ isReady: false, status: 'the database does not respond' });
    query.mockRestore();
    expect(errors()).toBe(before);
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`create function refuse() returns trigger language plpgsql as 'begin raise disk_full; end'`);
    await run('create trigger full_disk before insert on readiness_probe execute function refuse()');
    expect(await ready()).toMatchObject({ isReady: false, status: 'the database cannot be written' });
    for (const [path, status] of [
      ['/readyz', 503],
      ['/healthz', 200],
      ['/accepting', 200],
    ] as const)
      expect((await world.browser().get(path)).statusCode, path).toBe(status);
    await run('drop trigger full_disk on readiness_probe');
    const size = async () => {
      expect(await ready()).toMatchObject({ isReady: true, status: 'ready' });
      const { rows } = await sql<{ size: number }>`
        select pg_relation_size('readiness_probe') as size`.execute(db);
      return rows[0]?.size ?? 0;
    };
    // On a full disk only what exists can be written.
    expect(await size()).toBeLessThan(await size());
    // A file stands where the folder would be.
    const worker = readinessProbe({ database, clock, folder: join(import.meta.filename, 'ach') });
    const status = 'the folder of the ACH files cannot be written';
    expect(await worker()).toEqual({ isReady: false, status });
  });

  it('does not start with a folder that cannot be written', async () => {
    const start = (changes: object) => createProduct({ ...world.config, ...changes }, { role: 'worker' });
    const unwritable = join(import.meta.filename, 'folder');
    await expect(start({ ACH_DIR: unwritable })).rejects.toThrow(/^ACH_DIR .+ cannot be written: /);
    await expect(start({ dataDirectory: unwritable })).rejects.toThrow(/^DATA_DIR .+ cannot be written: /);
  });

  it('counts forged messages and wrong keys from zero in a fresh process, so that the first one alerts', async () => {
    const { services } = await world.another('web');
    const metrics = await services.metrics.registry.metrics();
    const leads = '/api/v1/partners/:partner/leads';
    for (const [event, routes] of [
      ['webhook-forged', ['/webhooks/plaid', '/webhooks/core', '/webhooks/mail', '/webhooks/texts/replies']],
      ['wrong-key', [leads, `${leads}/:leadId`, '/api/v1/partners/:partner/ping']],
    ] as const)
      for (const route of routes)
        expect(metrics).toContain(`security_events_total{event="${event}",route="${route}"} 0`);
  });

  it.each([
    ['/webhooks/docusign', { 'x-docusign-signature-1': 'AAAA' }, '{}'],
    ['/webhooks/plaid', { 'plaid-verification': 'not.a.token' }, '{}'],
    ['/webhooks/texts/replies', { 'x-twilio-signature': 'AAAA' }, 'From=%2B18015550100'],
    ['/webhooks/texts/codes', { 'x-twilio-signature': 'AAAA' }, '[]'],
    ['/webhooks/core', { 'x-core-signature': 'AAAA', 'x-core-timestamp': '1' }, '{}'],
    [
      '/webhooks/mail',
      {},
      JSON.stringify({
        signature: { timestamp: '1', token: 'x', signature: 'aa' },
        'event-data': { event: 'failed', recipient: 'private@example.com' },
      }),
    ],
  ])('reports a forged message to %s apart from one that is not signed, without its body', async (url, headers, payload) => {
    const counted = async (event: string) => {
      const { values } = await world.services.metrics.securityEvents.get();
      return values.find(({ labels }) => labels.event === event && labels.route === url)?.value ?? 0;
    };
    const post = async (more: Record<string, string>, body: string) =>
      (await world.browser().call('POST', url, body, { 'content-type': 'application/json', ...more }))
        .statusCode;
    expect(await post(headers, payload)).toBe(400);
    expect(await counted('webhook-forged')).toBe(1);
    expect(await post({}, '{}')).toBe(400);
    expect(await counted('webhook-unsigned')).toBe(1);
    const events = lines('security event').filter(({ route }) => route === url);
    expect(events.map(({ securityEvent }) => securityEvent)).toEqual(['webhook-forged', 'webhook-unsigned']);
    expect(logged.join('')).not.toContain('private@');
  });

  it('reports a request from another site, and one with the id of another applicant', async () => {
    const { browser } = await applyAs(world, 1);
    const before = lines('security event').length;
    await browser.post('/api/v1/journey/restart', {}, { origin: 'https://elsewhere.example' });
    await browser.get(`/api/v1/applications/${randomUUID()}/user`);
    const events = lines('security event').slice(before);
    expect(events).toMatchObject([{ securityEvent: 'other-origin' }, { securityEvent: 'foreign-id' }]);
  });

  it('logs an error that prevents the metrics from being read', async () => {
    await sql`alter table breaker rename column failures to failed`.execute(world.db);
    await world.product.operations.refresh();
    await sql`alter table breaker rename column failed to failures`.execute(world.db);
    expect(lines('metrics not read from the database')).toMatchObject([{ level: 50 }]);
  });

  it('shows what waits for a person and for a vendor', async () => {
    const hourAgo = new Date(world.clock.now().getTime() - 3_600_000);
    await world.db
      .updateTable('vendor_call')
      .set({ status: 'unresolved', intended_at: hourAgo })
      .where('vendor', '=', 'bureau')
      .execute();
    const breaker = { failures: 8, since: hourAgo, opened_at: world.clock.now() };
    await world.db
      .insertInto('breaker')
      .values({ vendor: 'bureau', ...breaker })
      .onConflict((conflict) => conflict.column('vendor').doUpdateSet(breaker))
      .execute();
    await world.product.operations.refresh();
    const metrics = await world.product.operations.metrics.registry.metrics();
    for (const line of [
      /branchline_unresolved_calls\{vendor="bureau"\} [1-9]/,
      /branchline_unresolved_oldest_seconds 36\d\d/,
      'branchline_breaker_open{vendor="bureau"} 1',
      'branchline_breaker_failures{vendor="bureau"} 8',
    ])
      expect(metrics).toMatch(line);
  });
});

it('the reference names every scheduled job', () => {
  const page = readFileSync('docs/operators-reference.md', 'utf8');
  const named = page.matchAll(/^\| `([a-z-]+)`, (?:every|daily) /gm);
  const { scheduled } = jobsOf(world.services);
  const names = scheduled.filter(({ when }) => when !== requested).map(({ name }) => name);
  expect([...named].map(([, name]) => name).sort()).toEqual(names.sort());
});

it('no two stages register the same effect of the journey', () => {
  const names = stages.flatMap(({ effects = {} }) => Object.keys(effects));
  expect(names).toEqual([...new Set(names)]);
});

it('a trace leads from the request to its job and on to the calls to vendors, and has nothing personal', async () => {
  expect((await world.browser().get('/icon.svg')).statusCode).toBe(200);
  expect((await world.browser().get('/assets/none.js')).statusCode).toBe(404);
  // What is left is sent when the process ends.
  await world.restart();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const request = named('POST /api/v1/applications/:applicationId/otp/verify')[0];
  const job = named('job decide-prequalification')[0];
  expect(request?.parentSpanId ?? '').toBe('');
  expect(job).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
  const calls = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name);
  const both = [expect.stringMatching(/^bureau /), expect.stringMatching(/^fraud /)];
  expect(calls).toEqual(expect.arrayContaining(both));
  expect(lines('job done').find((one) => one.job === 'decide-prequalification')?.traceId).toBe(job?.traceId);
  expect(collectorHeaders['x-key']).toBe('of ours');
  expect(resources).toContainEqual({ key: 'service.version', value: { stringValue: packageJson.version } });
  expect(spans.filter(({ name }) => /assets|icon/.test(name))).toEqual([]);
  if (hasServer) {
    const queries = spans.filter(({ name }) => /^(?:select|insert|update) \w+$/.test(name));
    expect(queries.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
  }
  expect(JSON.stringify(spans)).not.toMatch(/@example\.com|Rivera/);
  expect(JSON.stringify(spans)).not.toMatch(ssnOrPhone);
});
