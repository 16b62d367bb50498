// The server implements exactly the contract's calls and returns only the errors the contract declares.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { getJourney } from '#contract/journey.ts';
import { openApi } from '#contract/openapi.ts';
import { createApp } from '#server/create-app.ts';
import type { Config } from '#server/platform/config.ts';
import { fail } from '#server/platform/failure.ts';
import { serve } from '#server/platform/http/http.ts';
import { createHttp } from '#server/platform/http/http-server.ts';
import { createLog } from '#server/platform/log.ts';
import { openWorld } from './world.ts';

const world = openWorld();

describe('the server', () => {
  it.each(calls)('serves $name', ({ endpoint }) => {
    const app = world.product.app as FastifyInstance;
    // Fastify stores its routes without the trailing slash.
    const url = endpoint.path.replace(/\/$/, '');
    expect(app.hasRoute({ method: endpoint.method as HTTPMethods, url })).toBe(true);
  });

  it('starts with no other route under /api', async () => {
    const app = await bareApp();
    expect(() => app.get('/api/v1/undeclared', async () => ({}))).toThrow('not a call of the contract');
    expect(() => app.delete(getJourney.path, async () => ({}))).toThrow('not a call of the contract');
  });

  it('sends a refusal that the contract declares for the call', async () => {
    const refused = await refuse('session-ended');
    expect([refused.statusCode, refused.code, refused.logged]).toEqual([401, 'session-ended', []]);
  });

  it('fails outside production on a refusal that the contract does not declare for the call', async () => {
    const failed = await refuse('term-gone');
    expect([failed.statusCode, failed.code]).toEqual([500, 'internal']);
    expect(failed.body).not.toContain('term');
    expect(failed.logged).toEqual([
      expect.objectContaining({
        msg: 'unhandled error in a request',
        err: expect.objectContaining({ message: expect.stringContaining('refused with "term-gone"') }),
      }),
    ]);
  });

  it('sends such a refusal in production and logs an error with the call and the code only', async () => {
    const refused = await refuse('term-gone', { isProduction: true, isDevelopment: false });
    expect([refused.statusCode, refused.code]).toEqual([409, 'term-gone']);
    expect(refused.logged).toEqual([
      {
        level: 50,
        time: expect.any(String),
        requestId: expect.any(String),
        endpoint: `GET ${getJourney.path}`,
        code: 'term-gone',
        msg: 'undeclared refusal',
      },
    ]);
  });
});

describe('the description of the API', () => {
  it('is OpenAPI in development', async () => {
    const { product, config } = world;
    const answer = await world.browser().get('/dev/api.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: config.publicUrl }] });
    const { paths } = openApi({ title: '', version: '', url: '', sessionCookie: '' });
    expect(answer.json().paths).toEqual(JSON.parse(JSON.stringify(paths)));
    expect(answer.json().components.securitySchemes.session.name).toBe(product.services.sessions.cookieName);
  });

  it('is a page that names every call, its errors and their meaning, and runs nothing', async () => {
    const answer = await world.browser().get('/dev/api');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    for (const { name, summary } of calls) {
      expect(answer.body).toContain(`id="${name}"`);
      expect(answer.body).toContain(summary);
    }
    expect(answer.body).toContain('The chosen term is no longer offered.');
    expect(answer.body).not.toMatch(/<script|https?:\/\/|undefined|\[object/);
  });

  it('is not there in production', async () => {
    const { product, config } = world;
    const app = await createApp({
      ...product.services,
      config: { ...config, isDevelopment: false },
    });
    for (const url of ['/dev/api', '/dev/api.json'])
      expect((await app.inject(url)).body).not.toContain('getJourney');
    await app.close();
  });
});

const bareApp = (changes: Partial<Config> = {}, log = world.product.services.log) => {
  const { config, metrics } = world.product.services;
  return createHttp({ config: { ...config, ...changes }, log, metrics });
};

/** What a browser gets, and the errors that are logged, when a call is refused with a code. */
async function refuse(code: ErrorCode, changes: Partial<Config> = {}) {
  const lines: string[] = [];
  const app = await bareApp(changes, createLog('warn', { write: (line) => lines.push(line) }));
  serve(app, getJourney, async () => fail(code, 'Alex Rivera cannot do this.'));
  const { statusCode, body, json } = await app.inject(getJourney.path);
  const logged = lines.map((line) => JSON.parse(line) as unknown);
  return { statusCode, body, code: json().errors[0].code, logged };
}

describe('behind a proxy that no setting names', () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const statusOf = async (changes: Partial<Config>, headers: Record<string, string>) => {
    const lines: string[] = [];
    const app = await bareApp(changes, createLog('warn', { write: (line) => lines.push(line) }));
    serve(app, getJourney, async () => fail('no-session', 'There is no session.'));
    const statuses = [];
    for (const _ of [1, 2]) statuses.push((await app.inject({ url: getJourney.path, headers })).statusCode);
    return { statuses, logged: lines.join('') };
  };

  it('production refuses every request and logs once what to set', async () => {
    const { statuses, logged } = await statusOf({ isProduction: true, TRUST_PROXY: undefined }, from);
    expect(statuses).toEqual([503, 503]);
    expect(logged.match(/set TRUST_PROXY to the number of proxies/g)).toHaveLength(1);
  });

  it.each<[string, Partial<Config>, Record<string, string>]>([
    ['without one', { isProduction: true, TRUST_PROXY: undefined }, {}],
    ['where the lender states that there is none', { isProduction: true, TRUST_PROXY: false }, from],
    ['where it is named', { isProduction: true, TRUST_PROXY: 1 }, from],
    ['in development', { isProduction: false, TRUST_PROXY: undefined }, from],
  ])('serves requests %s', async (_, changes, headers) => {
    expect((await statusOf(changes, headers)).statuses).not.toContain(503);
  });
});
