// Both stores by one contract, S3 through its official client against a strict stand-in.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { NotPerformed, VendorUnavailable } from '#server/platform/jobs/vendor-calls.ts';
import type { BlobStore } from '#server/vendors/blob-store/blobs.ts';
import { folderStore, s3Store } from '#server/vendors/blob-store/create-blob-store.ts';
import { testFolder } from './test-folder.ts';

const folder = testFolder(afterAll);
const sandbox = await startSandbox();
afterAll(() => sandbox.close());

function bucket(changes: { secret?: string; bucket?: string } = {}): BlobStore {
  const { BLOB_BUCKET, BLOB_ACCESS_KEY_ID: accessKeyId, BLOB_SECRET_ACCESS_KEY } = sandbox.credentials;
  return s3Store({
    bucket: changes.bucket ?? BLOB_BUCKET,
    region: 'us-east-1',
    url: `${sandbox.url}/s3`,
    credentials: { accessKeyId, secretAccessKey: changes.secret ?? BLOB_SECRET_ACCESS_KEY },
  });
}
const signal = () => AbortSignal.timeout(60_000);
const bytes = (text: string) => Buffer.from(text);
const nextYear = () => new Date(Date.now() + 365 * 86_400_000);

describe.each([
  ['a folder', () => folderStore(folder, { makesFolder: true })],
  ['a bucket of S3', bucket],
] as const)('%s', (_, make) => {
  it('returns what was stored, with a lock or empty too, and nothing where there is nothing', async () => {
    const store = make();
    const content = Buffer.from(Array.from({ length: 70_000 }, (_byte, at) => at % 251));
    await store.put('documents/2026-03-02/a', content, undefined, signal());
    await store.put('signed/2026-03-02/a', bytes('signed'), nextYear(), signal());
    await store.put('uploads/2026-03-02/a', bytes(''), undefined, signal());
    expect((await store.get('documents/2026-03-02/a', signal()))?.equals(content)).toBe(true);
    expect(String(await store.get('signed/2026-03-02/a', signal()))).toBe('signed');
    expect(await store.get('uploads/2026-03-02/a', signal())).toHaveLength(0);
    expect(await store.get('documents/2026-03-02/b', signal())).toBeUndefined();
  });

  it('removes an object, and one that is gone, without an error', async () => {
    const store = make();
    await store.put('documents/2026-03-04/a', bytes('a'), undefined, signal());
    for (const _time of [1, 2]) await store.remove('documents/2026-03-04/a', signal());
    expect(await store.get('documents/2026-03-04/a', signal())).toBeUndefined();
    expect(await store.list('documents/2026-03-04/', '', signal())).toEqual([]);
  });

  it('lists keys in the order of their bytes, a page at a time', async () => {
    const store = make();
    const keys = ['documents/2026-04-01/b', 'documents/2026-04-01/c', 'documents/2026-04-02/a'];
    for (const key of keys.toReversed()) await store.put(key, bytes(key), undefined, signal());
    expect(await store.list('documents/2026-04', '', signal())).toEqual(keys);
    expect(await store.list('documents/2026-04-01/', '', signal())).toEqual(keys.slice(0, 2));
    expect(await store.list('documents/2026-04', keys[0] as string, signal())).toEqual(keys.slice(1));
    expect(await store.list('documents/2026-04', keys[1] as string, signal())).toEqual(keys.slice(2));
  });

  it('passes its check', async () => {
    expect(await make().tryKeys(signal())).toMatch(/folder|object lock/);
  });
});

it('a folder leaves nothing unfinished behind, and is unavailable while it is not mounted', async () => {
  const root = join(folder, 'share');
  const store = folderStore(root, { makesFolder: true });
  await store.put('documents/2026-03-02/a', bytes('a'), undefined, signal());
  expect(readdirSync(join(root, 'documents/2026-03-02'))).toEqual(['a']);
  rmSync(root, { recursive: true });
  for (const call of [
    () => store.get('documents/2026-03-02/a', signal()),
    () => store.put('documents/2026-03-02/b', bytes('b'), undefined, signal()),
    () => store.list('documents/', '', signal()),
    () => store.remove('documents/2026-03-02/a', signal()),
  ])
    await expect(call()).rejects.toBeInstanceOf(NotPerformed);
  expect(() => folderStore(root, { makesFolder: false })).toThrow(/^BLOB_STORE .* cannot be written/);
});

describe('a bucket of S3', () => {
  const fault = (mode: string) => sandbox.json('PUT', '/console/api/faults/s3', { mode });

  it('is unavailable in an outage, and works after it', async () => {
    for (const mode of ['error', 'refused', 'timeout']) {
      await fault(mode);
      const brief = AbortSignal.timeout(2000);
      await expect(bucket().get('documents/2026-03-02/a', brief)).rejects.toBeInstanceOf(VendorUnavailable);
    }
    await fault('none');
    expect(await bucket().list('none/', '', signal())).toEqual([]);
  });

  it('stores an object once if the response to the first request is lost', async () => {
    await fault('twice');
    await bucket().put('documents/2026-05-01/a', bytes('once'), undefined, signal());
    expect(await bucket().list('documents/2026-05-01/', '', signal())).toHaveLength(1);
  });

  it('says which setting is wrong', async () => {
    await expect(bucket({ secret: 'wrong' }).tryKeys(signal())).rejects.toThrow(
      /BLOB_SECRET_ACCESS_KEY.*not accepted: blob-store refused with 403 \(SignatureDoesNotMatch\)/,
    );
    await expect(bucket({ bucket: 'another' }).tryKeys(signal())).rejects.toThrow('BLOB_STORE: NoSuchBucket');
  });
});
