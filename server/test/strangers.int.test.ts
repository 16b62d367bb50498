// Requests that the contract allows, with any values, over two processes: none ends with an error of ours. Development is stricter
// here than production: it also fails on a refusal that the contract does not declare.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '#contract/openapi.ts';
import type { Product } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { linkedAs } from './bank.ts';
import { crowdOf } from './crowd.ts';
import { valuesOf } from './from-schema.ts';
import { handIn, lead, open } from './leads.ts';
import { approvalDecidedAs, documentsSentAs } from './receive-funds.ts';
import { type Browser, createWorld, decidedAs, form, hasServer, type World } from './world.ts';

const { paths } = openApi({ title: '', version: '', url: '', sessionCookie: 's' });

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as 'GET',
    inPath: (operation.parameters ?? []).filter((one) => one.in === 'path'),
    query: (operation.parameters ?? []).filter((one) => one.in === 'query'),
    body: operation.requestBody?.content['application/json']?.schema,
  })),
);

describe.runIf(hasServer)('a stranger', () => {
  let world: World;
  let other: Product;
  let visitors: { readonly name: string; readonly browser: Browser; readonly id: string }[];
  const failures: string[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    const log = createLog('error', { write: (line) => logged.push(line) });
    world = await createWorld({ database: 'server', env: { LIMIT_SCALE: '1000' }, log });
    other = await world.another('web');
    const twice = crowdOf(
      () => [world.product, other],
      2,
      // A vendor refuses some of the values, which is answered with a request to try again.
      (what) => what.includes(': 503 ') || failures.push(what),
    );
    const visitor = async (name: string, own: Browser) => {
      const browser = twice().as(own);
      const { links } = await browser.journey();
      return { name, browser, id: (links.user ?? links.verifyOtp ?? '').split('/')[4] ?? randomUUID() };
    };
    const early = world.browser();
    await early.post('/api/v2/prequalifications/', form(1));
    const lending = world.browser();
    await open(lending, await handIn(world, lead(1)));
    visitors = await Promise.all([
      visitor('without a session', world.browser()),
      visitor('before the text code', early),
      visitor('with a lead', lending),
      visitor('with offers', (await decidedAs(world, 1)).browser),
      visitor('declined', (await decidedAs(world, 10)).browser),
      visitor('stepped up', (await decidedAs(world, 13)).browser),
      visitor('with a one-click offer', (await decidedAs(world, 6)).browser),
      visitor('with a bank', (await linkedAs(world)).browser),
      visitor('not verified', (await linkedAs(world, 'user_low_income')).browser),
      visitor('approved', (await approvalDecidedAs(world)).browser),
      visitor('with documents', (await documentsSentAs(world)).browser),
    ]);
  });
  afterAll(() => world?.close());

  const requests = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      who: fc.nat(visitors.length - 1),
      body: operation.body === undefined ? fc.constant(undefined) : valuesOf(operation.body),
      inPath: fc.record(
        Object.fromEntries(operation.inPath.map(({ name, schema }) => [name, valuesOf(schema)])),
      ),
      query: fc.record(
        Object.fromEntries(operation.query.map(({ name, schema }) => [name, valuesOf(schema)])),
        { requiredKeys: operation.query.filter(({ required }) => required).map(({ name }) => name) },
      ),
    }),
  );

  it('causes no error of ours with any request that the contract allows', { tags: ['full'] }, async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ operation, who, body, query, inPath }) => {
        const { name, browser, id } = visitors[who] as (typeof visitors)[number];
        const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
        const parts = Object.entries({ ...inPath, applicationId: id });
        const address = parts.reduce(
          (path, [part, value]) => path.replace(`{${part}}`, encodeURIComponent(String(value))),
          operation.path,
        );
        const url = `${address}?${search}`;
        await browser.call(operation.method, url, operation.method === 'GET' ? undefined : (body ?? {}));
        expect(failures.map((what) => `${name}: ${what}`)).toEqual([]);
      }),
      { numRuns: 3000, interruptAfterTimeLimit: 60_000 },
    );
    expect(logged).toEqual([]);
  });
});
