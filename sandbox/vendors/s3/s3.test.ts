import {
  DeleteObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
const { BLOB_ACCESS_KEY_ID: accessKeyId, BLOB_SECRET_ACCESS_KEY: secretAccessKey } = sandbox.credentials;
const client = new S3Client({
  endpoint: `${sandbox.url}/s3`,
  forcePathStyle: true,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey },
});
const Bucket = sandbox.credentials.BLOB_BUCKET;

const hash = 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=';
const put = (changes: Partial<PutObjectCommandInput>) =>
  client.send(
    new PutObjectCommand({
      Bucket,
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
  const ObjectLockRetainUntilDate = new Date(Date.now() + 86_400_000);
  await put({ Key, ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate });
  await expect(client.send(new DeleteObjectCommand({ Bucket, Key, VersionId: '1' }))).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
});
