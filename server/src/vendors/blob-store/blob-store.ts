// Where sealed documents, uploads and signed copies are stored: objects under random keys, written once. A bucket in production, a
// folder for development and small installations.
import { join, resolve } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { SetupError } from '../../platform/failure.ts';
import type { Checkable } from '../vendor-check.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

/** The most keys that `list` returns. */
export const listedAtOnce = 1000;

/** Every method rejects with `VendorUnavailable` if the store is away or refuses. */
export interface BlobStore extends Checkable {
  /** Writes an object that no one deletes or overwrites before `lockedUntil`, where the store can hold to that. */
  put(key: string, bytes: Buffer, lockedUntil: Date | undefined, signal: AbortSignal): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>;
  /** An object that is not there counts as removed. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** The keys that begin with `prefix` and come after another one, in the order of their bytes, `listedAtOnce` at most. */
  list(prefix: string, after: string, signal: AbortSignal): Promise<readonly string[]>;
}

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
