// Makes the store that the settings name: a bucket in production, a folder for development and small installations.

import { hash, randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { GetObjectCommandOutput, PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../../platform/config.ts';
import { SetupError } from '../../platform/failure.ts';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { once } from '../../platform/once.ts';
import { isRedirect, neverSent, VendorRedirected, VendorRefused } from '../http-client.ts';
import { refusedKeys, ToFix } from '../vendor-check.ts';
import { type BlobStore, listedAtOnce } from './blobs.ts';

type BlobSettings = Pick<
  Config,
  | 'dataDirectory'
  | 'isProduction'
  | 'BLOB_STORE'
  | 'BLOB_URL'
  | 'BLOB_REGION'
  | 'BLOB_ACCESS_KEY_ID'
  | 'BLOB_SECRET_ACCESS_KEY'
>;

export function createBlobStore(config: BlobSettings): BlobStore {
  const { BLOB_STORE: place, BLOB_ACCESS_KEY_ID: id, BLOB_SECRET_ACCESS_KEY: secret } = config;
  if (place === undefined && config.isProduction)
    throw new SetupError('BLOB_STORE is not set. It names a bucket (s3://bucket), or a folder.');
  const bucket = /^s3:\/\/(.+)$/.exec(place ?? '')?.[1];
  if (bucket === undefined)
    return folderStore(resolve(place ?? join(config.dataDirectory, 'blobs')), {
      makesFolder: !config.isProduction,
    });
  return s3Store({
    bucket,
    url: config.BLOB_URL,
    region: config.BLOB_REGION,
    ...(id === undefined || secret === undefined
      ? {}
      : { credentials: { accessKeyId: id, secretAccessKey: secret } }),
  });
}

/** Production makes no folder: one that is missing is a share that was not mounted. */
export function folderStore(root: string, { makesFolder }: { readonly makesFolder: boolean }): BlobStore {
  try {
    if (makesFolder) mkdirSync(root, { recursive: true, mode: 0o700 });
    accessSync(root, constants.W_OK);
  } catch (error) {
    throw new SetupError(
      `BLOB_STORE ${root} cannot be written (${codeOf(error)}). Mount the folder that every process shares, or name a bucket (s3://bucket).`,
    );
  }

  /** A file or folder that is missing is undefined, as long as the store itself is there. */
  async function found<T>(use: () => Promise<T>): Promise<T | undefined> {
    try {
      return await use();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throwUnavailable(error);
      await readdir(root).catch(throwUnavailable);
      return undefined;
    }
  }

  async function* keysBelow(folder: string, after: string): AsyncGenerator<string> {
    const entries = (await found(() => readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    // A folder sorts as if its name ended in a slash, as its keys do.
    const named = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort();
    for (const key of named) {
      if (key <= after && !after.startsWith(key)) continue;
      if (key.endsWith('/')) yield* keysBelow(key, after);
      else if (key > after) yield key;
    }
  }

  return {
    async put(key, bytes) {
      const path = join(root, key);
      const unfinished = `${path}.${randomUUID()}`;
      try {
        await access(root, constants.W_OK);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(unfinished, path);
        await using folder = await open(dirname(path));
        await folder.sync();
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throwUnavailable(error);
      }
    },
    get: (key) => found(() => readFile(join(root, key))),
    async remove(key) {
      await found(() => rm(join(root, key)));
    },
    async list(prefix, after) {
      const keys: string[] = [];
      for await (const key of keysBelow(prefix.slice(0, prefix.lastIndexOf('/') + 1), after)) {
        if (key.startsWith(prefix)) keys.push(key);
        if (keys.length === listedAtOnce) break;
      }
      return keys;
    },
    async tryKeys() {
      await readdir(root).catch(throwUnavailable);
      return `uses the folder ${root}, which every process must share; it locks nothing`;
    },
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code ?? 'unknown');

function throwUnavailable(error: unknown): never {
  throw new NotPerformed(`the folder of the blob store cannot be used (${codeOf(error)})`);
}

type Sdk = typeof import('@aws-sdk/client-s3');

interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Of a VPC endpoint or another service; undefined for the region's own. */
  readonly url: string | undefined;
  /** Without them, AWS's own chain finds some. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export function s3Store({ bucket: Bucket, url, ...settings }: S3Settings): BlobStore {
  const options = { ...settings, ...(url !== undefined && { endpoint: url, forcePathStyle: true }) };
  const opened = once(async () => {
    // Loading it takes time and memory, which only those who use it spend.
    const sdk = await import('@aws-sdk/client-s3');
    return { sdk, client: new sdk.S3Client(options) };
  });
  async function call<T>(use: (client: S3Client, sdk: Sdk) => Promise<T>): Promise<T> {
    const { client, sdk } = await opened();
    return use(client, sdk).catch((error: unknown) => {
      throw classified(error, url);
    });
  }

  /** Without anything that a service may lack, and that the SDK adds by itself. */
  const putPlain = (more: Put, abortSignal: AbortSignal) =>
    call(async (_, { S3Client: Client, PutObjectCommand, DeleteObjectCommand }) => {
      const plain = new Client({ ...options, requestChecksumCalculation: 'WHEN_REQUIRED' });
      const Key = `checks/${randomUUID()}`;
      await plain.send(new PutObjectCommand({ Bucket, Key, ...more }), { abortSignal });
      await plain.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal });
    });

  const store: BlobStore = {
    async put(Key, bytes, lockedUntil, abortSignal) {
      const command = {
        Bucket,
        Key,
        Body: bytes,
        ContentType: 'application/octet-stream',
        ...Object.assign({}, ...Object.values(features).map((feature) => feature(bytes))),
        ...(lockedUntil && { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: lockedUntil }),
      };
      await call((client, { PutObjectCommand }) =>
        client.send(new PutObjectCommand(command), { abortSignal }),
      ).catch((error: unknown) => {
        // The client repeats a request whose response was lost. The object is then there already.
        if (!isStatus(error, 412)) throw error;
      });
    },
    get: (Key, abortSignal) =>
      call(async (client, { GetObjectCommand }) => {
        const command = new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' });
        const { Body }: GetObjectCommandOutput = await client.send(command, { abortSignal });
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      }).catch((error: unknown) => {
        if (isStatus(error, 404) && (error as VendorRefused).body === 'NoSuchKey') return undefined;
        throw error;
      }),
    async remove(Key, abortSignal) {
      await call((client, { DeleteObjectCommand }) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      );
    },
    list: (Prefix, StartAfter, abortSignal) =>
      call(async (client, { ListObjectsV2Command }) => {
        const command = new ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys: listedAtOnce });
        const { Contents = [] } = await client.send(command, { abortSignal });
        return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      }),
    async tryKeys(abortSignal) {
      const written = await tryObject(store, (more) => putPlain(more, abortSignal), abortSignal);
      const tried = call(async (client, { GetObjectLockConfigurationCommand }) =>
        client.send(new GetObjectLockConfigurationCommand({ Bucket }), { abortSignal }),
      );
      const { ObjectLockConfiguration: lock } = await tried.catch((error: unknown) => {
        if (isStatus(error, 501)) throw new ToFix('BLOB_STORE: the service lacks object lock');
        return asToFix(error);
      });
      if (lock?.ObjectLockEnabled !== 'Enabled')
        throw new ToFix('BLOB_STORE: the bucket was made without object lock');
      return `the bucket has object lock; ${written}`;
    },
  };
  return store;
}

type Put = Partial<PutObjectCommandInput>;
/** What we ask of a service besides storing an object, by its names. */
const features = {
  'SHA-256 checksums': (bytes: Buffer): Put => ({ ChecksumSHA256: hash('sha256', bytes, 'base64') }),
  'server-side encryption (AES256)': (): Put => ({ ServerSideEncryption: 'AES256' }),
  'If-None-Match': (): Put => ({ IfNoneMatch: '*' }),
};

function asToFix(error: unknown): never {
  if (isStatus(error, 404)) throw new ToFix(`BLOB_STORE: ${(error as VendorRefused).body}`);
  return refusedKeys('BLOB_ACCESS_KEY_ID and BLOB_SECRET_ACCESS_KEY, or the role of the process,')(error);
}

/** Writes, reads and deletes an object, which no list of ours has. Throws `ToFix` with what the service lacks. */
async function tryObject(store: BlobStore, putPlain: (more: Put) => Promise<unknown>, signal: AbortSignal) {
  const key = `checks/${randomUUID()}`;
  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  await store.put(key, first, undefined, signal).catch(async (error: unknown) => {
    if (!isStatus(error, 501) && !isStatus(error, 400)) return asToFix(error);
    const lacking: string[] = [];
    for (const [name, feature] of Object.entries(features))
      await putPlain({ Body: first, ...feature(first) }).catch((refusal: unknown) => {
        if (isStatus(refusal, 501) || isStatus(refusal, 400)) lacking.push(name);
      });
    const why = (error as VendorRefused).body;
    throw new ToFix(
      `BLOB_STORE: the service refuses an object (${why}): it lacks ${lacking.join(', ') || '?'}`,
    );
  });
  await store.put(key, second, undefined, signal);
  const read = await store.get(key, signal);
  await store.remove(key, signal);
  if (!read?.equals(first))
    throw new ToFix('BLOB_STORE: the service lacks If-None-Match: it replaced an object, or lost it');
  if ((await store.get(key, signal)) !== undefined)
    throw new ToFix('BLOB_STORE: the service still has an object that was deleted');
  return 'wrote, read and deleted an object';
}

const isStatus = (error: unknown, status: number) =>
  error instanceof VendorRefused && error.status === status;

/** The service's messages may repeat keys, so only its codes are kept. */
function classified(error: unknown, url = ''): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number };
    $response?: { headers: { location?: string } };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  if (isRedirect(status)) return new VendorRedirected('blob-store', status, $response?.headers.location, url);
  if ((status >= 400 && status < 500) || status === 501)
    return new VendorRefused('blob-store', status, error.name, error.name);
  if (neverSent(error) || error.name === 'CredentialsProviderError')
    return new NotPerformed(`blob-store cannot be reached (${error.name})`);
  return new OutcomeUnknown(`blob-store did not answer (${error.name})`);
}
