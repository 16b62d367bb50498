// Encrypted documents, uploads and signed copies in a bucket that fails, is killed and started again, and differs from the database.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSandbox, type Sandbox } from '#sandbox/app.ts';
import { reencrypt } from '#server/cli/keys-rotate.ts';
import { tidyBlobs } from '#server/evidence/blobs.ts';
import { purge } from '#server/evidence/retention/purge.ts';
import { transact } from '#server/platform/db/database.ts';
import { insertRow } from '#server/platform/db/rows.ts';
import type { ApplicationId, BlobKey } from '#server/platform/db/tables.ts';
import { addDevelopmentKey, readVault } from '#server/platform/encryption.ts';
import { OutcomeUnknown, VendorUnavailable } from '#server/platform/jobs/vendor-calls.ts';
import { VendorTimeouts } from '#server/platform/vendor-timeouts.ts';
import { readLatestDocument } from '#server/records/documents.ts';
import { findNotice } from '#server/records/notices.ts';
import type { BlobStore } from '#server/vendors/blob-store/blobs.ts';
import { Blobs, MissingBlob, orphanDays } from '#server/vendors/blob-store/blobs.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';
import { freePort } from '../../scripts/free-port.js';
import { decidedAs } from './journeys.ts';
import { operate } from './operator.ts';
import { rowsOf } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { jobsEnded } from './waits.ts';
import { createWorld, eventually, type World } from './world.ts';

let world: World;
let bucket: Sandbox;
let port = 0;
const folder = testFolder(afterAll);

/** The store is a server of its own, whose data survives it. */
async function startBucket(): Promise<void> {
  bucket = buildSandbox({ dataDir: folder });
  await bucket.listen({ port });
}

beforeAll(async () => {
  port = await freePort();
  await startBucket();
  world = await createWorld({
    onBankingMorning: true,
    env: {
      BLOB_STORE: `s3://${bucket.credentials.BLOB_BUCKET}`,
      BLOB_URL: `http://localhost:${port}/s3`,
      VENDOR_TIMEOUT_SCALE: '1',
    },
  });
  // Before any test moves the clock.
  kept = await declined();
  purged = await declined();
});
afterAll(async () => {
  await world?.close();
  await bucket?.close();
});

type Declined = Awaited<ReturnType<typeof declined>>;
let kept: Declined;
let purged: Declined;

const signal = () => AbortSignal.timeout(60_000);
const blobsOf = async (id: ApplicationId) => (await rowsOf(world, 'blob', id)).map(({ key }) => key).sort();
const all = () => world.services.vendors.blobStore.list('', '', signal());
const latest = (id: ApplicationId, kind: string) =>
  readLatestDocument(world.db, world.services.vault, id, kind);
/** The blobs in another store than the product's. */
function blobsIn(store: BlobStore, changes: Partial<ConstructorParameters<typeof Blobs>[0]> = {}): Blobs {
  const { db, vault, clock, vendors } = world.services;
  const { timeouts } = vendors;
  return new Blobs({ db, vault, clock, timeouts, lockMonths: 1, store: () => store, ...changes });
}
const later = (days: number) => world.clock.advance(days * 86_400_000);
const missing = async () => (await world.services.metrics.missingBlobs.get()).values[0]?.value ?? 0;
async function declined() {
  const { browser, id } = await decidedAs(world, 10);
  const object = await eventually(async () => (await latest(id, 'adverse-action'))?.pdf ?? undefined);
  await jobsEnded(world, { of: id });
  const { adverseActionAttachment: pdf } = await browser.read('adverseAction');
  return { browser, id, object, pdf: pdf as string, keys: await blobsOf(id) };
}

describe('the blob store', () => {
  it('returns other bytes than were stored: nothing is stored, and nothing is read', async () => {
    const { vendors, blobs } = world.services;
    const store = {
      ...vendors.blobStore,
      get: async (key: string) => {
        const bytes = await vendors.blobStore.get(key, signal());
        bytes?.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
        return bytes;
      },
    };
    const onMissing = vi.fn();
    const flipped = blobsIn(store, { onMissing });
    await expect(flipped.store('uploads', Buffer.from('a'))).rejects.toThrow(OutcomeUnknown);

    await expect(flipped.read(kept.object)).rejects.toBeInstanceOf(MissingBlob);
    expect(onMissing).toHaveBeenCalledTimes(1);
    expect((await blobs.read(kept.object)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('takes no part in when a notice was given: its PDF is shown once the store is back, and the calm error before', async () => {
    await bucket.close();
    const { id } = await decidedAs(world, 10);
    const given = async () => (await findNotice(world.db, id, 'denial'))?.sentAt ?? undefined;
    const sentAt = await eventually(given);
    const stored = async () => (await latest(id, 'adverse-action'))?.pdf ?? undefined;
    expect(await stored()).toBeUndefined();
    const shown = await kept.browser.get(kept.pdf, { accept: 'text/html' });
    expect(shown.statusCode).toBe(503);
    expect(shown.body).toMatch(/Our systems aren\S{1,8}t answering right now/);
    await startBucket();
    await eventually(async () => {
      // As if the minutes until the next try had passed.
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(world.db);
      return stored();
    });
    expect(await given()).toEqual(sentAt);
    expect((await kept.browser.get(kept.pdf)).statusCode).toBe(200);
  });

  it('loses the objects of a purged application after the commit, also if the store was unavailable then', async () => {
    const { id, keys } = purged;
    await bucket.close();
    await transact(world.db, (tx) => purge(tx, world.services, [id]));
    expect(await blobsOf(id)).toEqual([]);
    await expect(tidyBlobs(world.services)).rejects.toThrow(/blob-store/);
    await startBucket();
    expect(await all()).toEqual(expect.arrayContaining(keys));
    await tidyBlobs(world.services);
    expect((await all()).filter((key) => keys.includes(key as never))).toEqual([]);
    expect(await world.db.selectFrom('removed_blob').select('key').execute()).toEqual([]);
  });

  it('is given up at the end of its time, also if it ignores that', async () => {
    const endless = () => new Promise<never>(() => {});
    const store = { ...world.services.vendors.blobStore, put: endless, list: endless };
    const blobs = blobsIn(store, { timeouts: new VendorTimeouts(0.001) });
    await expect(blobs.store('uploads', Buffer.from('a'))).rejects.toThrow(VendorUnavailable);
    await expect(blobs.compare('uploads/')).rejects.toThrow(VendorUnavailable);
  });

  it('refuses to remove one object: the others are removed, and that one stays recorded', async () => {
    const { db, vendors } = world.services;
    const keys = ['documents/2026-01-01/a', 'documents/2026-01-01/b'] as BlobKey[];
    for (const key of keys) await insertRow(db, 'removed_blob', { key });
    const removed: string[] = [];
    const store = {
      ...vendors.blobStore,
      remove: async (key: string) => {
        if (key === keys[0]) throw new VendorRefused('blob-store', 403, 'AccessDenied', 'AccessDenied');
        removed.push(key);
      },
    };
    await expect(blobsIn(store).removeDeleted()).rejects.toThrow('AccessDenied');
    expect(removed).toEqual([keys[1]]);
    expect(await db.selectFrom('removed_blob').select('key').execute()).toEqual([{ key: keys[0] }]);
    expect(await world.services.blobs.removeDeleted()).toBe(1);
  });

  it('that is older than the database lacks documents: each is named, counted, and never shown as empty', async () => {
    const { id, browser, object, pdf } = kept;
    await world.services.vendors.blobStore.remove(object, signal());
    const before = await missing();
    await expect(world.services.blobs.read(object)).rejects.toBeInstanceOf(MissingBlob);
    expect((await browser.get(pdf)).statusCode).toBe(500);
    expect(await missing()).toBe(before + 2);
    later(1);
    await tidyBlobs(world.services);
    expect(await missing()).toBe(before + 3);
    expect(await operate(world, 'blobs')).toContain(`application ${id} lacks ${object}`);
  });

  it('that is newer than the database has objects without rows, which stay for a week and then go', async () => {
    const stored = await world.services.blobs.store('signed', Buffer.from('of after the backup'));
    expect(await operate(world, 'blobs', '--remove-orphans')).toContain('0 orphans removed.');
    later(orphanDays);
    const removed = await operate(world, 'blobs', '--remove-orphans');
    expect(removed).toMatch(/^[1-9]\d* orphans removed\.$/m);
    expect(await world.services.vendors.blobStore.get(stored.key, signal())).toBeUndefined();
  });

  it('holds nothing that can be read without our keys, and a change of keys rewrites no object', async () => {
    const { db, vendors, blobs } = world.services;
    const pdf = Buffer.from('%PDF-1.7 of Alex Rivera');
    const stored = await blobs.store('documents', pdf);
    const key = await transact(db, (tx) => blobs.save(tx, kept.id, stored));
    const encrypted = await vendors.blobStore.get(key, signal());
    expect(String(encrypted)).not.toContain('%PDF');
    expect(key).toMatch(/^documents\/\d{4}-\d\d-\d\d\/[\da-f-]{36}$/);
    const { dataDirectory } = world.config;
    addDevelopmentKey(dataDirectory);
    const both = readVault({ keys: undefined, lookupKey: undefined, dataDirectory, isProduction: false });
    await reencrypt(db, both);
    const blob = (await rowsOf(world, 'blob', kept.id)).find((row) => row.key === key);
    expect(blob?.secret.startsWith(`${both.currentKeyId}.`)).toBe(true);
    const underNew = blobsIn(vendors.blobStore, { vault: both });
    expect((await underNew.read(key)).equals(pdf)).toBe(true);
    expect((await vendors.blobStore.get(key, signal()))?.equals(encrypted as Buffer)).toBe(true);
  });
});
