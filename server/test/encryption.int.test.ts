// Personal data is never stored in plaintext, and keys can be rotated while the app runs.
import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '#server/app.ts';
import { rotateKeys } from '#server/cli/keys-rotate.ts';
import { addDevelopmentKey } from '#server/platform/encryption.ts';
import { readApplicant } from '#server/records/applicants.ts';
import { readDecision } from '#server/records/decisions.ts';
import { acceptTerms } from './bank.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { handIn, lead } from './leads.ts';
import { keyFile, keysOf, randomKey, rotated } from './lookup-keys.ts';
import { rowsOf } from './rows.ts';
import { copyEmbeddedDatabase, createTestDatabase } from './test-databases.ts';
import { testFolder } from './test-folder.ts';
import { jobsEnded } from './waits.ts';
import { anyDatabase, type Browser, eventually, openWorld, testWorld, type World } from './world.ts';

const tracking = { experience: 'single_page', socureDeviceSessionId: 'device-of-a-test' };
/** Values that occur nowhere else. */
const applicant = {
  firstName: 'Quillonia',
  lastName: 'Zephyrstone',
  email: 'quillonia.zephyrstone@mailbox.example',
  phone: '+18015559876',
  dob: '07/23/1979',
  ssn: '666-98-0001',
  address: {
    streetAddress: '4711 Nightjar Hollow Rd',
    city: 'Salt Lake City',
    state: 'UT',
    zipCode: '84101',
    residentialStatus: 'live_with_parents',
    monthlyPayment: 1357,
  },
  income: { mainIncome: 987654, additionalIncome: 876543 },
  tracking: { ...tracking, utmTerm: 'loan for Zephyrstone' },
};
const personal =
  /Quillonia|Zephyrstone|mailbox\.example|801[ )-]*555-?9876|07\/23\/1979|1979-07-23|666-?98-?0001|Nightjar|Salt Lake|\b84101\b|live_with_parents|\b987654\b|\b876543\b|A browser of hers|203\.0\.113\.77/i;

describeOnEachDatabase('an application on the %s database', { repeats: true }, (database) => {
  let browser: Browser;
  const logged: string[] = [];

  // Without the process id, which could be a number of hers.
  const log = pino({ level: 'trace', base: null }, { write: (line) => void logged.push(line) });
  const world = openWorld({ database, log, env: { TRUST_PROXY: 'true', LOG_LEVEL: 'trace' } });
  beforeAll(async () => {
    const headers = { 'user-agent': 'A browser of hers', 'x-forwarded-for': '203.0.113.77' };
    const { tracking: _, ...person } = applicant;
    await handIn(world, lead(1, person));
    ({ browser } = await decidedAs(world, 1, applicant, headers));
    await acceptTerms(browser);
    // Both emails are on their way: the one that confirms the address, and the offers.
    await eventually(async () => (await world.console<unknown[]>('mail')).length > 1);
    await jobsEnded(world);
  });

  it('leaves nothing of the applicant in the clear in any table', async () => {
    const tables = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      world.db,
    );
    expect(tables.rows.length).toBeGreaterThan(12);
    let filled = 0;
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        world.db,
      );
      filled += rows.length;
      for (const { row } of rows) expect(row, name).not.toMatch(personal);
    }
    expect(filled).toBeGreaterThan(30);
  });

  it('leaves nothing of the applicant in the log', () => {
    const log = logged.join('');
    for (const part of ['"job done"', '/api/v1/applications/:applicationId/otp/verify'])
      expect(log).toContain(part);
    expect(log).not.toMatch(personal);
  });

  it('is encrypted again by the command, which finishes an interrupted run', async () => {
    const before = await everythingOf(world, browser);
    const had = keysOf(world).keys.length;
    // A run that ended after writing its key and before encrypting anything.
    const lines = await rotated(world, () => addDevelopmentKey(world.config.dataDirectory));
    expect(keysOf(world).keys).toHaveLength(had + 1);
    expect(lines[0]).toBe(`Encrypting under the key dev-${had + 1}.`);
    // Of the application 15, and of the lead 14.
    expect(lines).toContain('applicant: 29 fields re-encrypted');
    expect(lines.join('\n')).toContain(`every field is under the key dev-${had + 1}`);
    expect(await everythingOf(world, browser)).toEqual(before);

    await rotated(world);
    expect(keysOf(world).keys).toHaveLength(had + 2);
    expect(await everythingOf(world, browser)).toEqual(before);
  });
});

describe('the command in production', () => {
  it('starts no product with other keys than those of its database, recorded or not', async () => {
    const world = await testWorld();
    await decidedAs(world, 1);
    const own = keysOf(world);
    const lacking = /^LOOKUP_KEY lacks the key dev-1 that this database was written with/;
    const refusals = [
      [{ lookupKeys: [randomKey('dev-1')] }, lacking],
      [{ keys: [randomKey('dev-9')] }, /^ENCRYPTION_KEYS lacks the key dev-1/],
      [{ keys: [randomKey('dev-1')] }, /^The key dev-1 in ENCRYPTION_KEYS is not the key dev-1/],
    ] as const;
    const write = (keys: object) => writeFileSync(keyFile(world), JSON.stringify({ ...own, ...keys }));
    const startsWithNone = () =>
      world.restart(async () => {
        for (const [keys, sentence] of refusals) {
          write(keys);
          await expect(createProduct(world.config, { role: 'both' })).rejects.toThrow(sentence);
        }
        write({});
      });
    await startsWithNone();
    // A database from before its keys were recorded.
    await sql`delete from key_fingerprint`.execute(world.db);
    await startsWithNone();
  });

  it('encrypts under the first of ENCRYPTION_KEYS, and needs every key that still decrypts something', {
    tags: ['full'],
  }, async () => {
    const folder = testFolder();
    copyEmbeddedDatabase(folder);
    const database = anyDatabase === 'server' ? await createTestDatabase('migrated') : undefined;
    const [first, second, LOOKUP_KEY] = ['k1', 'k2', 'l1'].map(randomKey) as [string, string, string];
    const settings = { NODE_ENV: 'production', DATA_DIR: folder, DATABASE_URL: database?.url, LOOKUP_KEY };
    const lines: string[] = [];
    const rotate = (keys: string | undefined) =>
      rotateKeys({ ...settings, ENCRYPTION_KEYS: keys }, (line) => lines.push(line));
    await rotate(first);
    expect(lines[0]).toBe('Encrypting under the key k1.');
    await rotate(`${second},${first}`);
    expect(lines).toContain('Encrypting under the key k2.');
    await expect(rotate(undefined)).rejects.toThrow(/ENCRYPTION_KEYS and LOOKUP_KEY must both be set/);
    await expect(rotate(randomKey('dev-1'))).rejects.toThrow(/development key/);
    await rotate(second);
    await database?.drop();
  });
});

/** The application data the app reads: the applicant, the decision with its inputs, a stored vendor response. */
async function everythingOf(world: World, browser: Browser) {
  const { db, vault } = world.services;
  const id = await browser.applicationId();
  const calls = await rowsOf(world, 'vendor_call', id);
  return {
    applicant: await readApplicant(db, vault, id),
    decision: await readDecision(db, vault, id, 'prequalification'),
    responses: calls
      .flatMap(({ key, response }) =>
        response === null ? [] : [[key, vault.decrypt(response, `vendor_call.response:${key}`)]],
      )
      .sort(),
    consents: (await rowsOf(world, 'consent', id)).map(({ address, session_id: session }) =>
      vault.decrypt(address, `consent.address:${session}`),
    ),
  };
}
