// A blob store in a bucket of S3, or of a service that speaks its protocol. The bucket has versioning and object lock.

import { hash } from 'node:crypto';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { NotPerformed, OutcomeUnknown } from '../../platform/jobs/vendor-calls.ts';
import { isRedirect, VendorRedirected, VendorRefused } from '../http-client.ts';
import { neverSent } from '../never-sent.ts';
import { refusedKeys, ToFix } from '../vendor-check.ts';
import { type BlobStore, listedAtOnce } from './blob-store.ts';

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
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  async function open() {
    // Loading it takes time and memory, which only those who use it spend.
    const sdk = await import('@aws-sdk/client-s3');
    const own = url === undefined ? {} : { endpoint: url, forcePathStyle: true };
    return { sdk, client: new sdk.S3Client({ ...settings, ...own }) };
  }
  async function call<T>(use: (client: S3Client, sdk: Sdk) => Promise<T>): Promise<T> {
    opened ??= open();
    const { client, sdk } = await opened;
    return use(client, sdk).catch((error: unknown) => {
      throw classified(error, url);
    });
  }

  return {
    async put(Key, bytes, lockedUntil, abortSignal) {
      const command = {
        Bucket,
        Key,
        Body: bytes,
        ContentType: 'application/octet-stream',
        ChecksumSHA256: hash('sha256', bytes, 'base64'),
        ServerSideEncryption: 'AES256' as const,
        IfNoneMatch: '*',
        ...(lockedUntil && {
          ObjectLockMode: 'COMPLIANCE' as const,
          ObjectLockRetainUntilDate: lockedUntil,
        }),
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
      const tried = call(async (client, { GetObjectLockConfigurationCommand }) =>
        client.send(new GetObjectLockConfigurationCommand({ Bucket }), { abortSignal }),
      );
      const { ObjectLockConfiguration: lock } = await tried.catch((error: unknown) => {
        if (isStatus(error, 404)) throw new ToFix(`BLOB_STORE: ${(error as VendorRefused).body}`);
        return refusedKeys('BLOB_ACCESS_KEY_ID and BLOB_SECRET_ACCESS_KEY, or the role of the process,')(
          error,
        );
      });
      if (lock?.ObjectLockEnabled !== 'Enabled')
        throw new ToFix('BLOB_STORE: the bucket was made without object lock');
      return 'the bucket has object lock; nothing was written';
    },
  };
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
  if (status >= 400 && status < 500) return new VendorRefused('blob-store', status, error.name, error.name);
  if (neverSent(error) || error.name === 'CredentialsProviderError')
    return new NotPerformed(`blob-store cannot be reached (${error.name})`);
  return new OutcomeUnknown(`blob-store did not answer (${error.name})`);
}
