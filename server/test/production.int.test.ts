// From a production start with the documented settings alone to a scheduled disbursement and the bank's file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssnUnissued } from '#contract/fields.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { createProduct, type Product } from '#server/app.ts';
import { checkVendors } from '#server/cli/vendors-check.ts';
import { dayIn, MovableClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { untilBankingMorning } from './banking-morning.ts';
import { signedAs } from './journeys.ts';
import { writtenPayment } from './payouts.ts';
import { createProductionWorld, lenderWithoutMaintenance, type ProductionWorld } from './production.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';
import { sandboxAhead } from './vendors.ts';
import { form } from './world.ts';

/** A file like person 01's. Production refuses the numbers of the test people, which no one has. */
const ssn = '123-45-0428';

const zone = 'America/New_York';

describe('a production start with the documented settings alone', () => {
  let world: ProductionWorld;
  let product: Product;
  const clock = new MovableClock();
  clock.advance(untilBankingMorning());
  beforeAll(async () => {
    world = await createProductionWorld('postgres://branchline@db.lender.com/branchline?sslmode=verify-full');
    // Vendors live on the same day.
    const advanceSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
    await sandboxAhead(world, advanceSeconds);
    copyEmbeddedDatabase(world.folder);
    const { DATABASE_URL: _, ...read } = readConfig(world.settings);
    // A busy machine needs more time than production gives, and the embedded database is quicker than a server.
    const config: Config = { ...read, VENDOR_TIMEOUT_SCALE: 10, DATABASE_STATEMENT_SECONDS: 60 };
    expect(config.isProduction).toBe(true);
    const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
    product = await createProduct(config, { role: 'both', clock, log });
    await product.app?.listen({ port: config.PORT, host: config.HOST });
  });
  afterAll(async () => {
    await product?.close();
    await world?.close();
  });

  it('refuses the Social Security number of a test person', async () => {
    const request = { method: 'POST', url: '/api/v2/prequalifications/', payload: form(1) } as const;
    const answer = await product.app?.inject(request);
    expect(answer?.statusCode).toBe(400);
    expect(answer?.json().errors).toEqual([{ field: 'ssn', code: 'invalid', message: ssnUnissued }]);
  });

  it('finds every vendor, and pays person 01 by the ACH file of the day', { tags: ['full'] }, async () => {
    const lines: string[] = [];
    expect(await checkVendors(world.settings, (line) => lines.push(line)), lines.join('\n')).toBe(true);
    const day = dayIn(zone, clock.now());
    const { id } = await signedAs(world, undefined, { ssn });
    const row = await writtenPayment({ product }, id);
    const name = `credits-${day}-same-day.ach`;
    const file = readNachaFile(readFileSync(join(world.folder, 'ach', name), 'utf8'));
    expect(file.batches[0]?.entries.map(({ amount }) => amount)).toEqual([row.amount]);
    expect([file.batches[0]?.effectiveOn, row.effective_on]).toEqual([day, day]);
  });
});

describe('with vendors at their production addresses', () => {
  let world: ProductionWorld;
  let config: Config;
  const logged: string[] = [];
  const start = (changes: Partial<Config>) =>
    createProduct(
      { ...config, ...changes },
      { role: 'web', log: createLog('warn', { write: (line) => void logged.push(line) }) },
    );
  beforeAll(async () => {
    world = await createProductionWorld('postgres://branchline@localhost:5432/branchline');
    copyEmbeddedDatabase(world.folder);
    const { DATABASE_URL: _, ...read } = readConfig(world.settings);
    config = { ...read, DATABASE_STATEMENT_SECONDS: 60 };
  });
  afterAll(() => world?.close());

  it('refuses the demo lender, of which it only warns with sandboxes', async () => {
    const demo = /^public\/brand\.json is the demo lender's \(companySite, .*nmlsId, /;
    await expect(start({ usesRealVendors: true })).rejects.toThrow(demo);
    await (await start({ usesRealVendors: false })).close();
    expect(logged.filter((line) => line.includes('the demo lender, with sandboxes'))).toHaveLength(1);
  });

  it('serves only states whose requirements and blended rates are confirmed', async () => {
    const lenderDirectory = lenderWithoutMaintenance(world.folder);
    const edit = (file: string, change: (text: string) => string) =>
      writeFileSync(join(lenderDirectory, file), change(readFileSync(join(lenderDirectory, file), 'utf8')));
    const replaced = (text: string) =>
      text.replaceAll('branchline.example', 'lender.com').replaceAll('0000000', '1234567');
    edit('public/brand.json', replaced);
    edit('state-requirements.json', (text) => {
      const { requirements, ...rest } = JSON.parse(text) as { requirements: { states: string[] }[] };
      const confirmed = requirements.map((row) =>
        row.states.includes('AL') ? row : { ...row, confirmedBy: { name: 'Counsel', on: '2026-01-05' } },
      );
      return JSON.stringify({ ...rest, requirements: confirmed });
    });
    const product = await start({ usesRealVendors: true, lenderDirectory });
    const served = await product.app?.inject('/api/v1/tradeareas/states/');
    await product.close();
    const codes = served?.json().map(({ code }: { code: string }) => code);
    expect(codes).toContain('UT');
    expect(codes).not.toContain('AL');
    // Its payoff by a blended rate is not confirmed.
    expect(codes).not.toContain('NC');
  });
});
