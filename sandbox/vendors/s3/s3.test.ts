import {
  DeleteObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '../../testing.ts';

let sandbox: TestSandbox;
let client: S3Client;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = new S3Client({
    endpoint: `${sandbox.url}/s3`,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: {
      accessKeyId: sandbox.credentials.BLOB_ACCESS_KEY_ID,
      secretAccessKey: sandbox.credentials.BLOB_SECRET_ACCESS_KEY,
    },
  });
});
afterAll(() => sandbox.close());

const hash = 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=';
const put = (changes: Partial<PutObjectCommandInput>) =>
  client.send(
    new PutObjectCommand({
      Bucket: sandbox.credentials.BLOB_BUCKET,
      Key: 'documents/a',
      Body: 'a',
      ChecksumSHA256: hash,
      ServerSideEncryption: 'AES256',
      IfNoneMatch: '*',
      ...changes,
    }),
  );

it('refuses an object without its SHA-256, with another one, unencrypted, or that may overwrite', async () => {
  await expect(put({ ChecksumSHA256: undefined })).rejects.toThrow('x-amz-checksum-sha256 is missing');
  await expect(put({ Body: 'b' })).rejects.toMatchObject({ name: 'BadDigest' });
  await expect(put({ ServerSideEncryption: undefined })).rejects.toMatchObject({ name: 'AccessDenied' });
  await expect(put({ IfNoneMatch: undefined })).rejects.toMatchObject({ name: 'AccessDenied' });
  await put({});
  await expect(put({})).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

it('refuses to delete a locked version, and hides it behind a delete marker', async () => {
  const Key = 'signed/a';
  const Bucket = sandbox.credentials.BLOB_BUCKET;
  await put({
    Key,
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: new Date(Date.now() + 86_400_000),
  });
  await expect(client.send(new DeleteObjectCommand({ Bucket, Key, VersionId: '1' }))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
});
