// Personal data is never stored in plaintext, and keys can be rotated while the app runs.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '#server/app.ts';
import { countOld, reencrypt, rotateKeys } from '#server/cli/keys-rotate.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { addDevelopmentKey, readVault } from '#server/platform/encryption.ts';
import { readApplicant } from '#server/records/applicants.ts';
import { readDecision } from '#server/records/decisions.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { copyEmbeddedDatabase, createTestDatabase } from './test-databases.ts';
import { anyDatabase, type Browser, createWorld, eventually, type World } from './world.ts';

const run = promisify(execFile);

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
};
const personal =
  /Quillonia|Zephyrstone|mailbox\.example|801[ )-]*555-?9876|07\/23\/1979|1979-07-23|666-?98-?0001|Nightjar|Salt Lake|\b84101\b|live_with_parents|\b987654\b|\b876543\b|A browser of hers|203\.0\.113\.77/i;

describeOnEachDatabase('an application on the %s database', { repeats: true }, (database) => {
  let world: World;
  let browser: Browser;
  let logged = '';

  beforeAll(async () => {
    const log = pino(
      { level: 'trace' },
      {
        write: (line) => {
          logged += line;
        },
      },
    );
    world = await createWorld({ database, log, env: { TRUST_PROXY: 'true', LOG_LEVEL: 'trace' } });
    const headers = { 'user-agent': 'A browser of hers', 'x-forwarded-for': '203.0.113.77' };
    ({ browser } = await decidedAs(world, 1, applicant, headers));
    const { links } = await browser.journey();
    await browser.post((links.loanRequest as string).replace(/loan-request$/, 'accepted-terms'), {
      term: 48,
      amount: 500000,
      acceptAuthorization: true,
    });
    // Both emails are on their way: the one that confirms the address, and the offers.
    await eventually(async () => ((await world.console<unknown[]>('mail')).length > 1 ? true : undefined));
    await eventually(async () => {
      const work = await world.product.services.db.selectFrom('job').select('status').execute();
      return work.every(({ status }) => status === 'SUCCESS') || undefined;
    });
  });
  afterAll(() => world?.close());

  it('leaves nothing of the applicant in the clear in any table', async () => {
    const { db } = world.product.services;
    const tables = await sql<{ name: string }>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      db,
    );
    expect(tables.rows.length).toBeGreaterThan(12);
    let filled = 0;
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      filled += rows.length;
      for (const { row } of rows) expect(row, name).not.toMatch(personal);
    }
    expect(filled).toBeGreaterThan(30);
  });

  it('leaves nothing of the applicant in the log', () => {
    expect(logged).toContain('"job done"');
    expect(logged).toContain('/api/v1/applications/:applicationId/otp/verify');
    expect(logged).not.toMatch(personal);
  });

  it('is encrypted again under a new key, batch by batch, and read as before', async () => {
    const { db, config } = world.product.services;
    const before = await everythingOf(world);
    addDevelopmentKey(config.dataDirectory);
    const vault = readVault({
      keys: undefined,
      lookupKey: undefined,
      dataDirectory: config.dataDirectory,
      isProduction: false,
    });
    const old = await countOld(db, vault);
    expect(old).toBeGreaterThan(20);
    const done = await reencrypt(db, vault);
    expect(done.reduce((sum, one) => sum + one.fields, 0)).toBe(old);
    expect(await countOld(db, vault)).toBe(0);
    expect((await reencrypt(db, vault)).every((one) => one.fields === 0)).toBe(true);
    await world.restart();
    expect(await everythingOf(world)).toEqual(before);
  });

  it('is encrypted again by the command, which finishes an interrupted run', async () => {
    const before = await everythingOf(world);
    const { config } = world;
    const file = join(config.dataDirectory, 'keys.json');
    const keys = () => (JSON.parse(readFileSync(file, 'utf8')) as { keys: string[] }).keys;
    const lines: string[] = [];
    const env = { NODE_ENV: 'test', DATA_DIR: config.dataDirectory, DATABASE_URL: config.DATABASE_URL };
    const had = keys().length;
    await world.restart(async () => {
      // A run that ended after writing its key and before encrypting anything.
      addDevelopmentKey(config.dataDirectory);
      await rotateKeys(env, (line) => lines.push(line));
    });
    expect(keys().length).toBe(had + 1);
    expect(lines[0]).toBe(`Encrypting under the key dev-${had + 1}.`);
    expect(lines).toContain('applicant: 15 fields re-encrypted');
    expect(lines.join('\n')).toContain(`every field is under the key dev-${had + 1}`);
    expect(await everythingOf(world)).toEqual(before);

    await world.restart(() => rotateKeys(env, (line) => lines.push(line)));
    expect(keys().length).toBe(had + 2);
    expect(await everythingOf(world)).toEqual(before);
  });

  it('is left alone by the command while a running product has the embedded database', async () => {
    const { dataDirectory, DATABASE_URL } = world.config;
    const before = readFileSync(join(dataDirectory, 'keys.json'), 'utf8');
    const ended = await run(process.execPath, ['server/src/cli/keys-rotate.ts'], {
      env: {
        NODE_ENV: 'test',
        DATA_DIR: dataDirectory,
        ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
      },
    }).catch((error: { stderr: string; code: number }) => error);
    if (database === 'embedded') {
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.stderr).toMatch(/^The data folder .* is in use by another Branchline process .*\n$/);
      expect(readFileSync(join(dataDirectory, 'keys.json'), 'utf8')).toBe(before);
    } else {
      expect(ended).not.toHaveProperty('code');
      await world.restart();
      expect((await browser.get((await browser.journey()).links.user as string)).json()).toMatchObject({
        firstName: applicant.firstName,
      });
    }
  });
});

describe('the command in production', () => {
  it('starts no product with other keys than those of its database, recorded or not', async () => {
    const world = await createWorld();
    try {
      await decidedAs(world, 1);
      const file = join(world.config.dataDirectory, 'keys.json');
      const own = readFileSync(file, 'utf8');
      const otherLookup = { ...JSON.parse(own), lookupKeys: [`dev-1:${randomBytes(32).toString('base64')}`] };
      const otherKeys = { ...JSON.parse(own), keys: [`dev-9:${randomBytes(32).toString('base64')}`] };
      const otherSecret = { ...JSON.parse(own), keys: [`dev-1:${randomBytes(32).toString('base64')}`] };
      const refusals = [
        [otherLookup, /^LOOKUP_KEY lacks the key dev-1 that this database was written with/],
        [otherKeys, /^ENCRYPTION_KEYS lacks the key dev-1/],
        [otherSecret, /^The key dev-1 in ENCRYPTION_KEYS is not the key dev-1/],
      ] as const;
      const startsWithNone = () =>
        world.restart(async () => {
          for (const [keys, sentence] of refusals) {
            writeFileSync(file, JSON.stringify(keys));
            await expect(createProduct(world.config, { role: 'both' })).rejects.toThrow(sentence);
          }
          writeFileSync(file, own);
        });
      await startsWithNone();
      // A database from before its keys were recorded.
      await sql`delete from key_fingerprint`.execute(world.product.services.db);
      await startsWithNone();
    } finally {
      await world.close();
    }
  });

  it('encrypts under the first of ENCRYPTION_KEYS, and needs every key that still decrypts something', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'branchline-keys-'));
    copyEmbeddedDatabase(folder);
    const database = anyDatabase === 'server' ? await createTestDatabase('migrated') : undefined;
    const key = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;
    const [first, second] = [key('k1'), key('k2')];
    const lookup = key('l1');
    const lines: string[] = [];
    const rotate = (keys: string | undefined) =>
      rotateKeys(
        {
          NODE_ENV: 'production',
          DATA_DIR: folder,
          DATABASE_URL: database?.url,
          ENCRYPTION_KEYS: keys,
          LOOKUP_KEY: lookup,
        },
        (line) => lines.push(line),
      );
    await rotate(first);
    expect(lines[0]).toBe('Encrypting under the key k1.');
    await rotate(`${second},${first}`);
    expect(lines).toContain('Encrypting under the key k2.');
    await expect(rotate(undefined)).rejects.toThrow(/ENCRYPTION_KEYS and LOOKUP_KEY must both be set/);
    await expect(rotate(`dev-1:${randomBytes(32).toString('base64')}`)).rejects.toThrow(/development key/);
    // The database has recorded its keys by now.
    const [third, otherSecond] = [key('k3'), key('k2')];
    await expect(rotate(third)).rejects.toThrow(/^ENCRYPTION_KEYS lacks the key k2/);
    await expect(rotate(otherSecond)).rejects.toThrow(/^The key k2 in ENCRYPTION_KEYS is not the key k2/);
    await rotate(second);
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
});

/** The application data the app reads: the applicant, the decision with its inputs, a stored vendor response. */
async function everythingOf(world: World) {
  const { db, vault } = world.product.services;
  const id = await idOf(db);
  const calls = await db
    .selectFrom('vendor_call')
    .select(['key', 'response'])
    .where('response', 'is not', null)
    .orderBy('key')
    .execute();
  const consents = await db.selectFrom('consent').select(['session_id', 'address']).orderBy('id').execute();
  return {
    applicant: await readApplicant(db, vault, id),
    decision: await readDecision(db, vault, id, 'prequalification'),
    responses: calls.map(({ key, response }) =>
      vault.decrypt(response as never, `vendor_call.response:${key}`),
    ),
    consents: consents.map((one) => vault.decrypt(one.address, `consent.address:${one.session_id}`)),
  };
}

async function idOf(db: Db): Promise<ApplicationId> {
  const { id } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
  return id;
}
