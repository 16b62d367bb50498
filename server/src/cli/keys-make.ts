// `npm run keys:make`: prints new production keys as settings. With `-- --kms ARN`, AWS KMS keeps those that encrypt and look up.
import { randomBytes } from 'node:crypto';
import { defineCommand, optional, refuseWord, runMain, type Word } from '../commands/command.ts';
import { currentDay } from '../commands/words.ts';
import { awsKms, isKmsKey, type KeyService } from '../platform/key-service.ts';

const kmsKey: Word<string> = {
  shown: 'arn:aws:kms:us-west-2:111122223333:key/…',
  read: (typed) => (isKmsKey(typed) ? typed : refuseWord('It is the ARN of a KMS key.')),
};
const key = () => randomBytes(32).toString('base64');

export async function keysFor(id: string, service: KeyService | undefined): Promise<string> {
  const named = async () => (service ? `${id}:kms:${await service.makeKey(id)}` : `${id}:${key()}`);
  return [
    `ENCRYPTION_KEYS=${await named()}`,
    `LOOKUP_KEY=${await named()}`,
    `AUDIT_KEY=${key()}`,
    `CORE_WEBHOOK_KEY=${key()}`,
  ].join('\n');
}

const making = defineCommand('npm run keys:make --', 'Prints new production keys as settings.', {
  options: { kms: optional(kmsKey, 'the key in AWS KMS that keeps those that encrypt and look up') },
  // The id of a key is the day on which it was made.
  run: async ({ env }, { kms }) =>
    keysFor(currentDay(), kms === undefined ? undefined : await awsKms(kms, env.KMS_URL)),
});

if (import.meta.main) runMain(making);
