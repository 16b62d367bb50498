// ACH files hold names and account numbers: they can be encrypted for the bank, and are removed once the bank has them.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, expect, it } from 'vitest';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { returnFile, sendReturnFile, sentEntries } from '#sandbox/vendors/ach-bank/return-file.ts';
import { transact } from '#server/platform/db/database.ts';
import { readVault } from '#server/platform/encryption.ts';
import { isInFiles } from '#server/stages/funding/ach-file.ts';
import { reencryptAchFileKeys } from '#server/stages/funding/ach-storage.ts';
import { removeAchFiles } from '#server/stages/funding/removed-files.ts';
import { unknownEntries } from '#server/stages/funding/restored-files.ts';
import { readReturnFolder } from '#server/stages/funding/return-folder.ts';
import { signedAs } from './journeys.ts';
import { bankReturns, traceOf, writtenPayment } from './payouts.ts';
import { createWorld, type World } from './world.ts';

const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);

let world: World;
afterEach(() => world?.close());

const folder = () => join(world.config.dataDirectory, 'ach');
const names = () => readdirSync(folder()).filter((name) => name.startsWith('credits-'));

async function decrypted(name: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(readFileSync(join(folder(), name)), 'text');
}

/** The payment of a loan that was just signed, once it is in its file. */
async function paid() {
  const { id } = await signedAs(world);
  const { sequence, file_day: fileDay } = await writtenPayment(world, id);
  return { id, sequence, fileDay };
}

const days = (count: number) => world.clock.advance(count * 86_400_000);

it('are encrypted from the day on which the lender names the bank’s key, and are rewritten until the cutoff', async () => {
  world = await createWorld({ onBankingMorning: true, applicantsWalk: true });
  const first = await paid();
  const name = `credits-${first.fileDay}-same-day.ach`;
  expect(names()).toEqual([name]);
  (world.config as { ACH_RECIPIENTS: readonly string[] }).ACH_RECIPIENTS = [recipient];
  const payments = [first, await paid()];
  expect(names()).toEqual([`${name}.age`]);
  const raw = readFileSync(join(folder(), `${name}.age`), 'latin1');
  expect(raw).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  expect(raw).not.toMatch(/RIVERA/i);
  const entries = readNachaFile(await decrypted(`${name}.age`)).batches.flatMap((batch) => batch.entries);
  expect(entries.map(({ traceNumber }) => Number(traceNumber.slice(-7)))).toEqual(
    payments.map(({ sequence }) => sequence),
  );
  expect(entries[0]?.individualName).toMatch(/RIVERA/i);
  for (const payment of payments) expect(await isInFiles(world.product.services, payment)).toBe(true);
});

it('of the same day leave the time of settlement to the bank, or name the lender’s, and never its cutoff', async () => {
  world = await createWorld({ onBankingMorning: true, applicantsWalk: true });
  const { sameDay } = world.product.services.lender.funding;
  const mark = async (settlement: '1700' | undefined) => {
    Object.assign(sameDay ?? {}, { cutoff: '12:30', settlement });
    await paid();
    const [batch] = readNachaFile(readFileSync(join(folder(), names()[0] as string), 'utf8')).batches;
    return batch?.descriptiveDate;
  };
  expect(await mark(undefined)).toBe('');
  expect(await mark('1700')).toBe('SD1700');
});

it('are removed after the bank’s confirmation, or after the lender’s days, but what was paid stays known', async () => {
  world = await createWorld({ onBankingMorning: true, applicantsWalk: true });
  const { services } = world.product;
  const payment = await paid();
  const file = `credits-${payment.fileDay}-same-day.ach`;
  mkdirSync(join(folder(), 'acknowledged'));
  writeFileSync(join(folder(), 'acknowledged', file), '');
  await removeAchFiles(services);
  // It may be rewritten until its day is over.
  expect(names()).toEqual([file]);

  days(1);
  await removeAchFiles(services);
  const left = `credits-${payment.fileDay}-same-day.entries.json`;
  expect(names()).toEqual([left]);
  expect(readdirSync(join(folder(), 'acknowledged'))).toEqual([]);
  const text = readFileSync(join(folder(), left), 'utf8');
  expect(text).not.toMatch(/RIVERA/i);
  // A canceled loan or a restored backup still finds that the bank has the money.
  expect(await isInFiles(services, payment)).toBe(true);
  await services.db.deleteFrom('disbursement').where('application_id', '=', payment.id).execute();
  const unknown = await transact(services.db, (tx) => unknownEntries(tx, services, new Date(0)));
  expect(unknown).toMatchObject([{ file, fileDay: payment.fileDay, sequence: payment.sequence }]);
});

it('are removed after the lender’s days without a confirmation, with the return files that were read', async () => {
  world = await createWorld({ onBankingMorning: true, applicantsWalk: true });
  const { services } = world.product;
  const payment = await paid();
  await bankReturns(world, { traceNumber: traceOf(world, payment.sequence), code: 'R03' });
  await readReturnFolder(services);
  const read = join(folder(), 'returns', 'read');
  expect(readdirSync(read)).toHaveLength(1);
  const { days: period } = services.lender.retention.achFiles;
  days(period - 1);
  await removeAchFiles(services);
  expect(existsSync(join(folder(), `credits-${payment.fileDay}-same-day.ach`))).toBe(true);
  days(2);
  // A file that cannot be read does not stop the removal of the others.
  writeFileSync(join(folder(), 'credits-2020-01-02.ach'), 'no ACH file');
  await expect(removeAchFiles(services)).rejects.toThrow(RangeError);
  expect(names()).toEqual(['credits-2020-01-02.ach', `credits-${payment.fileDay}-same-day.entries.json`]);
  expect(readdirSync(read)).toEqual([]);
});

it('that the bank returned are encrypted, too, once they were read', { tags: ['full'] }, async () => {
  world = await createWorld({ onBankingMorning: true, env: { ACH_RECIPIENTS: recipient } });
  const { services } = world.product;
  const payment = await paid();
  const readable = join(world.config.dataDirectory, 'readable');
  mkdirSync(readable);
  writeFileSync(join(readable, 'sent.ach'), await decrypted(`credits-${payment.fileDay}-same-day.ach.age`));
  const [entry] = sentEntries(readable);
  if (entry === undefined) throw new Error('The file has no entry.');
  sendReturnFile(folder(), returnFile(entry, 'R03', '', world.clock.now(), 1), 1);
  await readReturnFolder(services);
  expect(readdirSync(join(folder(), 'returns'))).toEqual(['read']);
  const [name, ...others] = readdirSync(join(folder(), 'returns', 'read'));
  expect([name, others]).toEqual(['return-0000001.ach.age', []]);
  expect(await decrypted(join('returns', 'read', name as string))).toContain('R03');
  // What the bank returned stays in the file, which is written again for the next loan.
  const next = await paid();
  const [batch] = readNachaFile(await decrypted(`credits-${next.fileDay}-same-day.ach.age`)).batches;
  expect(batch?.entries.map(({ traceNumber }) => Number(traceNumber.slice(-7)))).toEqual([
    payment.sequence,
    next.sequence,
  ]);
});

it('are readable after the key of ours that encrypted theirs was replaced, and unchanged for the bank', {
  tags: ['full'],
}, async () => {
  world = await createWorld({ onBankingMorning: true, env: { ACH_RECIPIENTS: recipient } });
  const payment = await paid();
  const name = names()[0] as string;
  const before = readFileSync(join(folder(), name));
  const { config } = world;
  const { keys, lookupKeys } = JSON.parse(readFileSync(join(config.dataDirectory, 'keys.json'), 'utf8'));
  const newKey = `new:${randomBytes(32).toString('base64')}`;
  const vaultOf = (...all: string[]) =>
    readVault({
      keys: all.join(','),
      lookupKey: lookupKeys.join(','),
      dataDirectory: config.dataDirectory,
      isProduction: false,
    });
  expect(await reencryptAchFileKeys({ config, vault: vaultOf(newKey, ...keys) })).toBe(1);
  expect(await reencryptAchFileKeys({ config, vault: vaultOf(newKey, ...keys) })).toBe(0);
  expect(readFileSync(join(folder(), name)).equals(before)).toBe(true);
  expect(await isInFiles({ config, vault: vaultOf(newKey) }, payment)).toBe(true);
  // The next credit rewrites the file under the product's own key, and the earlier key of the file goes.
  await paid();
  expect(names()).toEqual([name]);
  expect(await isInFiles(world.product.services, payment)).toBe(true);
});
