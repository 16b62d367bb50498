// Measures a replay: decisions about made-up people are stored in a database of their own, and decided again in two threads.
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { Vault } from '../server/src/platform/encryption.ts';
import { replayDecisions } from '../server/src/policy-analysis/replay/replay-decisions.ts';
import { demoLender, demoLenderDirectory, storeDecisions } from '../server/test/stored-decisions.ts';
import { createTestDatabase } from '../server/test/test-databases.ts';
import type { Row } from './setup.ts';

const from = new Date('2026-01-01T12:00:00Z');
const to = new Date('2027-01-01T12:00:00Z');

/** A replay of about so many people, in a database of its own, which has no other decisions. */
export async function measureReplay(people: number): Promise<readonly Row[]> {
  const own = process.env.TEST_DATABASE_URL === undefined ? undefined : await createTestDatabase('empty');
  const database = await openDatabase({ url: own?.url, poolSize: 2, dataDirectory: undefined });
  try {
    const { db } = database;
    await migrate(database.maintenance.db);
    const key = (id: string) => ({ id, secret: randomBytes(32) });
    const vault = new Vault([key('a')], [key('b')]);
    const lender = demoLender();
    const { length: decisions } = await storeDecisions({ db, vault, lender }, { people, from });
    const began = performance.now();
    const threads = { count: 2, lenderDirectory: demoLenderDirectory };
    await replayDecisions({ db, vault, lender }, lender, { until: to }, { threads });
    const seconds = (performance.now() - began) / 1000;
    return [[`Replay of ${decisions} stored decisions, two threads`, `${seconds.toFixed(1)} s`]];
  } finally {
    await database.close();
    await own?.drop();
  }
}
