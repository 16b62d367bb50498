// `npm run keys:make`: prints new production keys as settings. With `-- --kms ARN`, AWS KMS keeps those that encrypt and look up.
import { randomBytes } from 'node:crypto';
import { MovableClock } from '../platform/clock.ts';
import { SetupError } from '../platform/failure.ts';
import { awsKms, isKmsKey, type KeyService } from '../platform/key-service.ts';
import { readOptions, runMain } from './command.ts';

const usage =
  'Run `npm run keys:make`, or `npm run keys:make -- --kms arn:aws:kms:us-west-2:111122223333:key/…` for keys that AWS KMS keeps.';
const key = () => randomBytes(32).toString('base64');

export async function keysFor(id: string, service: KeyService | undefined): Promise<string> {
  const named = async () => (service ? `${id}:kms:${await service.makeKey(id)}` : `${id}:${key()}`);
  return [
    `ENCRYPTION_KEYS=${await named()}`,
    `LOOKUP_KEY=${await named()}`,
    `AUDIT_KEY=${key()}`,
    `CORE_WEBHOOK_KEY=${key()}`,
    `SOCURE_WEBHOOK_TOKEN=${key()}`,
  ].join('\n');
}

if (import.meta.main)
  runMain(async (print) => {
    const { kms } = readOptions(process.argv.slice(2), usage, { kms: 'string' });
    if (kms !== undefined && !isKmsKey(kms)) throw new SetupError(usage);
    // The id of a key is the day on which it was made.
    const id = new MovableClock().now().toISOString().slice(0, 10);
    print(await keysFor(id, kms === undefined ? undefined : await awsKms(kms, process.env.KMS_URL)));
  });
