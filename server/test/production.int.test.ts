// From a production start with the documented settings alone to a scheduled disbursement and the bank's file.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssnUnissued } from '#contract/fields.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { createProduct, type Product } from '#server/app.ts';
import { checkVendors } from '#server/cli/vendors-check.ts';
import { dayIn, MovableClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { untilBankingMorning } from './banking-morning.ts';
import { copyEmbeddedDatabase } from './embedded-template.ts';
import { createProductionWorld, lenderWithoutMaintenance, type ProductionWorld } from './production.ts';
import { signedAs } from './receive-funds.ts';
import { createTestDatabase, eventually, form, hasServer } from './world.ts';

/** A file like person 01's. Production refuses the numbers of the test people, which no one has. */
const ssn = '123-45-0428';

const zone = 'America/New_York';

describe('a production start with the documented settings alone', () => {
  let world: ProductionWorld;
  let product: Product;
  const clock = new MovableClock();
  clock.advance(untilBankingMorning());
  beforeAll(async () => {
    world = await createProductionWorld('postgres://branchline@db.lender.com:5432/branchline');
    // Vendors live on the same day.
    const advanceSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
    await fetch(`${world.sandboxUrl}/console/api/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds }),
    });
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
    const answer = await product.app?.inject({
      method: 'POST',
      url: '/api/v2/prequalifications/',
      payload: form(1),
    });
    expect([answer?.statusCode, answer?.json()]).toEqual([
      400,
      { errors: [{ field: 'ssn', code: 'invalid', message: ssnUnissued }] },
    ]);
  });

  it('finds every vendor, and pays person 01 out by the ACH file of the day', async () => {
    const lines: string[] = [];
    expect(await checkVendors(world.settings, (line) => lines.push(line)), lines.join('\n')).toBe(true);
    const day = dayIn(zone, clock.now());
    const { id } = await signedAs(world, undefined, { ssn });
    const row = await eventually(async () => {
      const found = await product.services.db
        .selectFrom('disbursement')
        .selectAll()
        .where('application_id', '=', id)
        .executeTakeFirst();
      return found?.written_at == null ? undefined : found;
    });
    const name = `credits-${day}-same-day.ach`;
    const file = readNachaFile(readFileSync(join(world.folder, 'ach', name), 'utf8'));
    expect(file.batches[0]?.entries.map(({ amount }) => amount)).toEqual([row.amount]);
    expect([file.batches[0]?.effectiveOn, row.effective_on]).toEqual([day, day]);
  });
});

it.skipIf(!hasServer)(
  'web and worker, started with the documented settings, pay person 01 out',
  {
    tags: ['full'],
  },
  async () => {
    const database = await createTestDatabase();
    const world = await createProductionWorld(database.url);
    const LENDER_DIR = lenderWithoutMaintenance(world.folder);
    const processes = ['web', 'worker'].map((role) =>
      spawn(process.execPath, ['server/src/main.ts', role], {
        env: {
          ...world.settings,
          ...(role === 'worker' ? { METRICS_PORT: '0' } : {}),
          LENDER_DIR,
          NODE_EXTRA_CA_CERTS: world.certificates,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    const ended = processes.map((one) => new Promise((resolve) => one.once('exit', resolve)));
    const client = new pg.Client({ connectionString: database.url });
    try {
      await Promise.all(
        processes.map(
          (one) =>
            new Promise<void>((ready, failed) => {
              one.once('message', () => ready());
              one.once('exit', (code) => failed(new Error(`It ended with ${code}.`)));
            }),
        ),
      );
      const { id } = await signedAs(world, undefined, { ssn });
      await client.connect();
      const scheduled = await eventually(async () => {
        const { rows } = await client.query('select amount from disbursement where application_id = $1', [
          id,
        ]);
        return rows[0];
      });
      expect(Number(scheduled.amount)).toBeGreaterThan(0);
    } finally {
      for (const one of processes) one.kill('SIGTERM');
      expect(await Promise.all(ended)).toEqual([0, 0]);
      await client.end();
      await world.close();
      await database.drop();
    }
  },
);
