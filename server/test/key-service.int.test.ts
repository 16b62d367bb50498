// Keys of the settings that AWS KMS keeps.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct } from '#server/app.ts';
import { keysFor } from '#server/cli/keys-make.ts';
import { readConfig } from '#server/platform/config.ts';
import { awsKms, openKeys } from '#server/platform/key-service.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { credentials, keyArn, startKeyManagement } from './key-management.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';
import { testFolder } from './test-folder.ts';

let service: Awaited<ReturnType<typeof startKeyManagement>>;
const folder = testFolder(afterAll);
const before = { ...process.env };
beforeAll(async () => {
  service = await startKeyManagement();
  Object.assign(process.env, credentials);
});
afterAll(() => {
  process.env = before;
  service.close();
});

const settings = (lines: string) => Object.fromEntries(lines.split('\n').map((line) => line.split(/=(.*)/)));
const at = () => ({ KMS_KEY_ARN: keyArn, KMS_URL: service.url });

it('are made wrapped, and opened by each process as it starts', { tags: ['full'] }, async () => {
  const made = settings(await keysFor('2026-01-31', await awsKms(keyArn, service.url)));
  expect(made.ENCRYPTION_KEYS).toMatch(/^2026-01-31:kms:[\w+/=]+$/);
  expect(made.LOOKUP_KEY).toMatch(/^2026-01-31:kms:/);
  expect(service.calls).toEqual(Array(2).fill('TrentService.GenerateDataKeyWithoutPlaintext'));
  copyEmbeddedDatabase(folder);
  const rest = { DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: '' };
  const env = developmentEnvironment({ ...made, ...at(), ...rest });
  const product = await createProduct(readConfig(env), { role: 'both' });
  const { vault } = product.services;
  expect(vault.currentKeyId).toBe('2026-01-31');
  expect(vault.decrypt(vault.encrypt('text', 'a place'), 'a place')).toBe('text');
  await product.close();
  expect(service.calls.slice(2)).toEqual(Array(2).fill('TrentService.Decrypt'));
});

it('may stand beside keys of the environment, so that one replaces the other', async () => {
  const wrapped = await (await awsKms(keyArn, service.url)).makeKey('new');
  const ENCRYPTION_KEYS = `new:kms:${wrapped}, old:abc=`;
  const opened = await openKeys({ ...at(), ENCRYPTION_KEYS, LOOKUP_KEY: 'l1:x' });
  expect(opened).toEqual({ keys: expect.stringMatching(/^new:[\w+/]{43}=,old:abc=$/), lookupKey: 'l1:x' });
});

it('are refused for another id, by another key of the service, or without its permission', async () => {
  const wrapped = await (await awsKms(keyArn, service.url)).makeKey('k1');
  const other = keyArn.replace('1234abcd', '9999abcd');
  const ENCRYPTION_KEYS = `k1:kms:${wrapped}`;
  const opening = (changes: object = {}) => openKeys({ ...at(), ENCRYPTION_KEYS, ...changes });
  const mistakes = [
    [{ ENCRYPTION_KEYS: `k2:kms:${wrapped}` }, 'k2', 'InvalidCiphertextException'],
    [{ KMS_KEY_ARN: other }, 'k1', 'NotFoundException'],
  ] as const;
  for (const [given, id, reason] of mistakes)
    await expect(opening(given)).rejects.toThrow(
      `The key service did not open the key ${id} of ENCRYPTION_KEYS (${reason}).`,
    );
  service.deny(true);
  await expect(opening()).rejects.toThrow(/\(AccessDeniedException\)/);
  service.deny(false);
  await expect(openKeys({ ENCRYPTION_KEYS })).rejects.toThrow(/^KMS_KEY_ARN is not set/);
});
