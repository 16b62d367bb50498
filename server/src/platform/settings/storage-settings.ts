// Where data is stored, and the keys that it is encrypted with.
import { createRequire } from 'node:module';
import * as z from 'zod';
import { sinkAddress } from '../audit-sink.ts';
import { isKmsKey } from '../key-service.ts';
import { whyNoAddress } from '../server-addresses.ts';
import { address, oneOf, secret, setting, whole } from './setting.ts';

const load = createRequire(import.meta.url);

/** Checks the key's checksum, too. Only where a key is set, because age takes 20 MB. */
function isRecipient(text: string): boolean {
  const { Encrypter }: typeof import('age-encryption') = load('age-encryption');
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/./, 'it must be an address such as postgres://user@host:5432/branchline')
  .superRefine((url, context) => {
    const message = whyNoAddress(url);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .optional();

export const storageSettings = {
  DATABASE_URL: secret(
    databaseAddress,
    'The PostgreSQL server, with the [database role](operators-guide.md#database-roles) of the process or the operator. It may name several servers of a cluster (`one:5432,two:5432`) with `target_session_attrs=read-write` ([how](backup-and-restore.md#a-cluster))',
    {
      found: 'The operators of your database',
      example: 'postgres://branchline_web:…@db.lender.com:5432/branchline?sslmode=verify-full',
      neededFor: 'everything',
    },
  ),
  DATABASE_DIRECT_URL: secret(
    databaseAddress,
    'The same server past the pooler that `DATABASE_URL` leads to, for what needs a session or more time. See [a pooler](capacity.md#a-pooler)',
    {
      found: 'The operators of your database',
      example: 'postgres://branchline_web:…@db.lender.com:5432/branchline?sslmode=verify-full',
      neededFor: 'a pooler in transaction mode, such as PgBouncer',
      byDefault: '`DATABASE_URL`',
    },
  ),
  DATABASE_REPLICA_URL: secret(
    databaseAddress,
    'A replica of that server, from which commands and metrics read what may be old ([which](operators-guide.md#a-replica-for-reports))',
    {
      found: 'The operators of your database',
      example: 'postgres://pat:…@replica.lender.com:5432/branchline?sslmode=verify-full',
      neededFor: 'reports, exports and metrics that take nothing from the primary',
      byDefault: '`DATABASE_URL`',
    },
  ),
  DATABASE_TLS: setting(
    oneOf(['verify-full', 'trusted-network']).default('verify-full'),
    'How the connection to a database server on another machine is protected. `verify-full`: production refuses an address without `sslmode=verify-full`. `trusted-network`: you take responsibility for a connection that need not be encrypted, such as one between containers of one machine',
    {
      found: 'Your network; see [the database’s certificate](#the-databases-certificate)',
      example: 'trusted-network',
      neededFor: 'a database server on another machine without TLS',
    },
  ),
  DATABASE_POOL: setting(
    whole(1, 100).default(10),
    'Connections of each process, besides one that listens and up to two for maintenance',
    { found: 'Your choice; see [capacity](capacity.md)', example: '20', neededFor: 'more requests at once' },
  ),
  DATABASE_STATEMENT_SECONDS: setting(
    whole(1, 600).default(5),
    'Seconds that one statement of a request or a job may take. A lock and a new connection get 0.6 of it, the driver waits 1.2 of it, and a transaction may be idle for three times as long',
    { found: 'Your choice', example: '30', neededFor: 'nightly jobs over much data, for the workers alone' },
  ),
  DATABASE_PREPARED_STATEMENTS: setting(
    oneOf(['true', 'false']).optional(),
    'Whether each connection keeps the plans of our queries. `true` with a pooler that carries prepared statements along, which PgBouncer does from 1.21 with `max_prepared_statements` above 0; we have not tried it',
    {
      found: 'Your pooler',
      example: 'true',
      neededFor: 'such a pooler',
      byDefault: '`true`, and `false` with `DATABASE_DIRECT_URL`',
    },
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    'Where files are kept, and in development the embedded database and its keys',
    { found: 'Your choice', example: '/var/lib/branchline', neededFor: 'another folder' },
  ),
  ACH_DIR: setting(
    z.string().optional(),
    'Where each day’s ACH file is written. With several machines, a shared folder',
    {
      found: 'Where your bank’s file transfer takes files from',
      example: '/srv/ach/outgoing',
      neededFor: 'paying out from several machines',
      byDefault: '`ach` in the data folder',
    },
  ),
  ACH_RECIPIENTS: setting(
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .refine((all) => all.every(isRecipient), 'it must be age public keys (age1…), separated by commas'),
    'Public keys that ACH files are encrypted with, so that only those who send them to the bank can read them',
    {
      found: '`age-keygen`, where the files are sent to your bank',
      example: 'age1…',
      neededFor: 'ACH files without readable names and account numbers',
      byDefault: 'Files are not encrypted',
    },
  ),
  LETTERS_DIR: setting(z.string().optional(), 'Where `ops letters` writes', {
    found: 'Your choice',
    example: '/srv/letters',
    neededFor: 'another folder',
    byDefault: '`letters` in the data folder',
  }),
  ENCRYPTION_KEYS: secret(
    z.string().optional(),
    '`id:base64,id:base64`: 32-byte keys. The first encrypts; all of them decrypt',
    { found: '`npm run keys:make`', example: '2026:…', neededFor: 'everything' },
  ),
  LOOKUP_KEY: secret(
    z.string().optional(),
    '`id:base64,id:base64`: 32-byte keys, from which the keys for lookups, links, partners’ leads and limits are derived. The first makes them; all of them recognize what they made',
    { found: '`npm run keys:make`', example: '2026:…', neededFor: 'everything' },
  ),
  KMS_KEY_ARN: setting(
    z.string().refine(isKmsKey, 'it must be arn:aws:kms:region:account:key/id').optional(),
    'The key of AWS KMS that opens wrapped keys (`id:kms:base64`) of the two settings above. AWS’s own settings give the credentials',
    {
      found:
        'AWS KMS: a symmetric key whose policy allows `kms:Decrypt`, and for `npm run keys:make` `kms:GenerateDataKeyWithoutPlaintext`',
      example: 'arn:aws:kms:us-west-2:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
      neededFor: 'keys that no file has open',
    },
  ),
  KMS_URL: setting(address.optional(), 'The address of AWS KMS, if it is not the region’s own', {
    found: 'Your VPC endpoint',
    example: 'https://vpce-0123-kms.us-west-2.vpce.amazonaws.com',
    neededFor: 'a network that reaches AWS by VPC endpoints only',
  }),
  AUDIT_KEY: secret(
    z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'it must be 32 bytes in base64')
      .optional(),
    'The Ed25519 key, 32 bytes in base64, that signs the daily checkpoint of the audit log',
    {
      onlyWorkers: true,
      found: '`npm run keys:make`',
      example: '…',
      neededFor: 'workers in production',
      byDefault: '**must be set** for workers',
    },
  ),
  AUDIT_SINK: setting(
    z
      .string()
      .regex(sinkAddress, 'it must be file:/path, syslog+tls://host:port, or syslog://localhost:port')
      .optional(),
    'Where a worker writes each audit event as it happens, as a line of JSON: `file:/path`, `syslog+tls://host:port`, or `syslog://localhost:port`',
    {
      found: 'The operators of your log archive: storage that no one can rewrite',
      example: 'syslog+tls://logs.lender.com:6514',
      neededFor: 'evidence that survives an administrator of the database',
    },
  ),
};

export const partnerSettings = {
  PARTNER_KEYS: secret(
    z
      .string()
      .regex(
        /^\s*(?:[\w-]+:[0-9a-f]{64}\s*(?:,\s*|$))*$/i,
        'it must be partner:sha256, the hash as 64 hexadecimal digits, several separated by commas',
      )
      .default(''),
    'Hashes of API keys of partners that submit leads, beside those of `ops partner-keys`: `partner:sha256` in hexadecimal, separated by commas',
    {
      found: '`npm run -s ops -- partner-keys create <partner>` makes keys without this setting',
      example: 'clearlend:…',
      neededFor: 'keys that you keep in a secret store',
    },
  ),
};
