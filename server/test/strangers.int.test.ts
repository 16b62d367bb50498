// Any values that the contract allows end with no error of ours. Development also fails on undeclared
// refusals.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '#contract/openapi.ts';
import { createProduct, type Product } from '#server/app.ts';
import { runMigrate } from '#server/cli/migrate.ts';
import { clockOf } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { crowdOf } from './crowd.ts';
import { valuesOf } from './from-schema.ts';
import { approvalDecidedAs, decidedAs, documentsSentAs, linkedAs } from './journeys.ts';
import { handIn, lead, open } from './leads.ts';
import { createProductionWorld, lenderWithoutMaintenance, settingsOfWeb } from './production.ts';
import { createTestDatabase, urlAs } from './test-databases.ts';
import { type Browser, createWorld, form, hasServer, type Surroundings } from './world.ts';

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

type Logged = Parameters<typeof createLog>[1];

interface Stage {
  readonly world: Surroundings;
  readonly products: readonly Product[];
  /** Applicants by how far they are. */
  readonly visitors: Readonly<Record<string, Browser>>;
  close(): Promise<void>;
}

async function inDevelopment(destination: Logged): Promise<Stage> {
  const log = createLog('error', destination);
  const world = await createWorld({ database: 'server', env: { LIMIT_SCALE: '1000' }, log });
  const products = [world.product, await world.another('web')];
  const early = world.browser();
  await early.post('/api/v2/prequalifications/', form(1));
  const lending = world.browser();
  await open(lending, await handIn(world, lead(1)));
  const arrived = {
    'with offers': decidedAs(world, 1),
    declined: decidedAs(world, 10),
    'stepped up': decidedAs(world, 13),
    'with a one-click offer': decidedAs(world, 6),
    'with a bank': linkedAs(world),
    'not verified': linkedAs(world, 'user_low_income'),
    approved: approvalDecidedAs(world),
    'with documents': documentsSentAs(world),
  };
  const visitors = { ...(await browsersOf(arrived)), 'before the text code': early, 'with a lead': lending };
  return { world, products, visitors, close: () => world.close() };
}

/** Production refuses the numbers of the test people; the sandbox has good files for these. */
async function inProduction(destination: Logged): Promise<Stage> {
  const database = await createTestDatabase('migrated');
  const world = await createProductionWorld(database.url);
  const production = { ...world.settings, LENDER_DIR: lenderWithoutMaintenance(world.folder) };
  await runMigrate(production, () => {});
  const name = new URL(database.url).pathname.slice(1);
  const start = (role: 'web' | 'worker') => {
    const settings = role === 'web' ? settingsOfWeb(production) : production;
    const read = readConfig({ ...settings, DATABASE_URL: urlAs(database.url, `${name}_${role}`) }, role);
    const config = { ...read, VENDOR_TIMEOUT_SCALE: 10, LIMIT_SCALE: 1000 };
    return createProduct(config, { role, clock: clockOf(config), log: createLog('error', destination) });
  };
  const [worker, ...products] = [await start('worker'), await start('web'), await start('web')];
  await products[0]?.app?.listen({ port: Number(world.settings.PORT), host: '127.0.0.1' });
  const early = world.browser();
  await early.post('/api/v2/prequalifications/', form(1, { ssn: '123-45-0401' }));
  const arrived = {
    'with offers': decidedAs(world, 1, { ssn: '123-45-0418' }),
    'with a bank': linkedAs(world, 'user_good', 1, { ssn: '123-45-0434' }),
    approved: approvalDecidedAs(world, 1, 1, { ssn: '123-45-0439' }),
  };
  const visitors = { ...(await browsersOf(arrived)), 'before the text code': early };
  const close = async () => {
    for (const product of [...products, worker]) await product?.close();
    await world.close();
    await database.drop();
  };
  return { world, products, visitors, close };
}

async function browsersOf(
  arriving: Readonly<Record<string, Promise<{ readonly browser: Browser }>>>,
): Promise<Readonly<Record<string, Browser>>> {
  const arrived = Object.entries(arriving).map(
    async ([name, applicant]) => [name, (await applicant).browser] as const,
  );
  return Object.fromEntries(await Promise.all(arrived));
}

describe.runIf(hasServer).each([
  ['development', inDevelopment],
  ['production', inProduction],
])('a stranger in %s', { tags: ['full'] }, (_mode, prepare) => {
  let stage: Stage;
  let visitors: readonly { readonly name: string; readonly browser: Browser; readonly id: string }[];
  const failures: string[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    stage = await prepare({ write: (line) => logged.push(line) });
    const twice = crowdOf(
      () => stage.products,
      2,
      // A vendor refuses some of the values, which is answered with a request to try again.
      (what) => what.includes(': 503 ') || failures.push(what),
    );
    const all = { ...stage.visitors, 'without a session': stage.world.browser() };
    visitors = await Promise.all(
      Object.entries(all).map(async ([name, own]) => {
        const browser = twice().as(own);
        const { links } = await browser.journey();
        return { name, browser, id: (links.user ?? links.verifyOtp ?? '').split('/')[4] ?? randomUUID() };
      }),
    );
  });
  afterAll(() => stage?.close());

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

  it('gets no 500 for any request that the contract allows', async () => {
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
