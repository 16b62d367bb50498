// Makes the store that the settings name: a bucket in production, a folder for development and small installations.
import { join, resolve } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { SetupError } from '../../platform/failure.ts';
import type { BlobStore } from './blob-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

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
