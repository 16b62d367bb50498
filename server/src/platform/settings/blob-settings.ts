// Where encrypted documents, uploads and signed copies are stored.
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import { address, secret, setting, text } from './setting.ts';

export const blobSettings = {
  BLOB_STORE: setting(
    z
      .string()
      .refine(
        (value) => /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value) || isAbsolute(value),
        'it must be s3://bucket or the absolute path of a folder',
      )
      .optional(),
    'Where encrypted documents, uploads and signed copies are: `s3://bucket`, or the path of a folder. The folder must be there and be the same for every process on every machine',
    {
      found: 'AWS S3: a bucket with versioning and object lock ([how](go-live.md#the-bucket-for-documents))',
      example: 's3://lender-branchline-documents',
      neededFor: 'everything',
    },
  ),
  BLOB_URL: setting(
    address.optional(),
    'The address of the store, if it is not the region’s own: a VPC endpoint, or another service with the protocol of S3',
    {
      found: 'Your VPC endpoint, or that service',
      example: 'https://bucket.vpce-0123-s3.us-west-2.vpce.amazonaws.com',
      neededFor: 'another address',
    },
  ),
  BLOB_REGION: setting(text.default('us-east-1'), 'The region of the bucket', {
    found: 'AWS S3',
    example: 'us-west-2',
    neededFor: 'a bucket elsewhere',
  }),
  BLOB_ACCESS_KEY_ID: setting(
    text.optional(),
    'The ID of an access key for the bucket. Without it, AWS’s own settings give the credentials, such as the role of the machine',
    { found: 'The operators of the bucket', example: 'AKIA…', neededFor: 'a store outside AWS' },
  ),
  BLOB_SECRET_ACCESS_KEY: secret(text.optional(), 'Its secret', {
    found: 'The operators of the bucket',
    example: '…',
    neededFor: 'a store outside AWS',
  }),
};
