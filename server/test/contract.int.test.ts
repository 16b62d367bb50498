// The server implements exactly the contract's calls and returns only the errors the contract declares.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { getJourney } from '#contract/journey.ts';
import { openApi } from '#contract/openapi.ts';
import type { Config } from '#server/platform/config.ts';
import { fail } from '#server/platform/failure.ts';
import { serve } from '#server/platform/http/http.ts';
import { createHttp } from '#server/platform/http/http-server.ts';
import { createLog } from '#server/platform/log.ts';
import { openWorld } from './world.ts';

const world = openWorld();
const fromProxy = { 'x-forwarded-for': '203.0.113.7' };

describe('the server', () => {
  it.each(calls)('serves $name', ({ endpoint }) => {
    const app = world.product.app as FastifyInstance;
    // Fastify stores its routes without the trailing slash.
    const url = endpoint.path.replace(/\/$/, '');
    expect(app.hasRoute({ method: endpoint.method as HTTPMethods, url })).toBe(true);
  });

  it('starts with no other route under /api', async () => {
    const { app } = await refusing('session-ended');
    expect(() => app.get('/api/v1/undeclared', async () => ({}))).toThrow('not a call of the contract');
    expect(() => app.delete(getJourney.path, async () => ({}))).toThrow('not a call of the contract');
  });

  it('fails outside production on a refusal that the contract does not declare for the call', async () => {
    const failed = await refuse('term-gone');
    expect([failed.statusCode, failed.code]).toEqual([500, 'internal']);
    expect(failed.body).not.toContain('term');
    const message = expect.stringContaining('refused with "term-gone"');
    expect(failed.logged).toMatchObject([{ msg: 'unhandled error in a request', err: { message } }]);
  });

  it('sends such a refusal in production and logs an error with the call and the code only', async () => {
    const refused = await refuse('term-gone', { isProduction: true, isDevelopment: false });
    expect([refused.statusCode, refused.code]).toEqual([409, 'term-gone']);
    const line = { level: 50, time: expect.any(Number), code: 'term-gone', msg: 'undeclared refusal' };
    const call = { requestId: expect.any(String), endpoint: `GET ${getJourney.path}` };
    expect(refused.logged).toEqual([{ ...line, ...call }]);
  });
});

it('the description of the API is OpenAPI in development', async () => {
  const { product, config } = world;
  const answer = await world.browser().get('/dev/api.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: config.publicUrl }] });
  const { paths } = openApi({ title: '', version: '', url: '', sessionCookie: '' });
  expect(answer.json().paths).toEqual(JSON.parse(JSON.stringify(paths)));
  expect(answer.json().components.securitySchemes.session.name).toBe(product.services.sessions.cookieName);
});

/** An app that refuses one call with a code, and the lines that it logs. */
async function refusing(code: ErrorCode, changes: Partial<Config> = {}) {
  const { config, metrics } = world.services;
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const app = await createHttp({ config: { ...config, ...changes }, log, metrics });
  serve(app, getJourney, async () => fail(code, 'Alex Rivera cannot do this.'));
  return { app, lines };
}

/** What a browser gets, and the errors that are logged, when a call is refused with a code. */
async function refuse(code: ErrorCode, changes: Partial<Config> = {}) {
  const { app, lines } = await refusing(code, changes);
  const { statusCode, body, json } = await app.inject(getJourney.path);
  const logged = lines.map((line) => JSON.parse(line) as unknown);
  return { statusCode, body, code: json().errors[0].code, logged };
}

it.each<[string, number, Partial<Config>, Record<string, string>]>([
  ['refuses, and logs once what to set', 503, { isProduction: true, TRUST_PROXY: undefined }, fromProxy],
  ['serves without one', 401, { isProduction: true, TRUST_PROXY: undefined }, {}],
  ['serves where the lender states none', 401, { isProduction: true, TRUST_PROXY: false }, fromProxy],
  ['serves where it is named', 401, { isProduction: true, TRUST_PROXY: 1 }, fromProxy],
  ['serves in development', 401, { isProduction: false, TRUST_PROXY: undefined }, fromProxy],
])('behind a proxy that no setting names the server %s', async (_, status, changes, headers) => {
  const { app, lines } = await refusing('session-ended', changes);
  for (const _request of [1, 2])
    expect((await app.inject({ url: getJourney.path, headers })).statusCode).toBe(status);
  const logged = lines.join('').match(/set TRUST_PROXY to the number of proxies/g) ?? [];
  expect(logged).toHaveLength(status === 503 ? 1 : 0);
});
