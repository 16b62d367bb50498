// ACH files hold names and account numbers: they are rewritten until their cutoff, and removed once the bank has them.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { isInFiles } from '#server/funding/ach/ach-file.ts';
import { removeAchFiles, unknownEntries } from '#server/funding/ach/ach-storage.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import { transact } from '#server/platform/db/database.ts';
import { signedAs } from './journeys.ts';
import { bankReturns, traceOf, writtenPayment } from './payouts.ts';
import { testWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await testWorld({ onBankingMorning: true, applicantsWalk: true });
});

const folder = () => join(world.config.dataDirectory, 'ach');
const names = () => readdirSync(folder()).filter((name) => name.startsWith('credits-'));

async function paid() {
  const { id } = await signedAs(world);
  const { sequence, file_day: fileDay } = await writtenPayment(world, id);
  return { id, sequence, fileDay };
}

const sequencesIn = (name: string) =>
  readNachaFile(readFileSync(join(folder(), name), 'utf8')).batches.flatMap((batch) =>
    batch.entries.map(({ traceNumber }) => Number(traceNumber.slice(-7))),
  );

const days = (count: number) => world.clock.advance(count * 86_400_000);

it('are rewritten until the cutoff, in a folder that only its owner reads', async () => {
  const payments = [await paid(), await paid()];
  const [name, ...others] = names();
  expect(others).toEqual([]);
  const modes = [folder(), join(folder(), name as string)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  expect(sequencesIn(name as string)).toEqual(payments.map(({ sequence }) => sequence));
  for (const payment of payments) expect(await isInFiles(world.services, payment)).toBe(true);
});

it('of the same day name the lender’s time of settlement, or none', { tags: ['full'] }, async () => {
  const mark = async (settlement: '1700' | undefined) => {
    Object.assign(world.services.lender.funding.sameDay ?? {}, { cutoff: '12:30', settlement });
    await paid();
    const [batch] = readNachaFile(readFileSync(join(folder(), names()[0] as string), 'utf8')).batches;
    return batch?.descriptiveDate;
  };
  expect(await mark(undefined)).toBe('');
  expect(await mark('1700')).toBe('SD1700');
});

it('are removed once confirmed or after the lender’s days; payments stay', { tags: ['full'] }, async () => {
  const payment = await paid();
  const file = `credits-${payment.fileDay}-same-day.ach`;
  mkdirSync(join(folder(), 'acknowledged'));
  writeFileSync(join(folder(), 'acknowledged', file), '');
  await removeAchFiles(world.services);
  // It may be rewritten until its day is over.
  expect(names()).toEqual([file]);

  days(1);
  await removeAchFiles(world.services);
  const left = `credits-${payment.fileDay}-same-day.entries.json`;
  expect(names()).toEqual([left]);
  expect(readdirSync(join(folder(), 'acknowledged'))).toEqual([]);
  expect(readFileSync(join(folder(), left), 'utf8')).not.toMatch(/RIVERA/i);
  // A canceled loan or a restored backup still finds that the bank has the money.
  expect(await isInFiles(world.services, payment)).toBe(true);
  await world.db.deleteFrom('disbursement').where('application_id', '=', payment.id).execute();
  const unknown = await transact(world.db, (tx) => unknownEntries(tx, world.services, new Date(0)));
  expect(unknown).toMatchObject([{ file, fileDay: payment.fileDay, sequence: payment.sequence }]);
});

it('are removed unconfirmed after the lender’s days, with read returns', { tags: ['full'] }, async () => {
  const payment = await paid();
  await bankReturns(world, { traceNumber: traceOf(world, payment.sequence), code: 'R03' });
  await readReturnFolder(world.services);
  const read = join(folder(), 'returns', 'read');
  expect(readdirSync(read)).toHaveLength(1);
  const { days: period } = world.services.lender.retention.achFiles;
  days(period - 1);
  await removeAchFiles(world.services);
  expect(existsSync(join(folder(), `credits-${payment.fileDay}-same-day.ach`))).toBe(true);
  days(2);
  // A file that cannot be read does not stop the removal of the others.
  writeFileSync(join(folder(), 'credits-2020-01-02.ach'), 'no ACH file');
  await expect(removeAchFiles(world.services)).rejects.toThrow(RangeError);
  expect(names()).toEqual(['credits-2020-01-02.ach', `credits-${payment.fileDay}-same-day.entries.json`]);
  expect(readdirSync(read)).toEqual([]);
});

it('keep what the bank returned when they are written again', { tags: ['full'] }, async () => {
  const payment = await paid();
  await bankReturns(world, { traceNumber: traceOf(world, payment.sequence), code: 'R03' });
  await readReturnFolder(world.services);
  expect(readdirSync(join(folder(), 'returns'))).toEqual(['read']);
  const next = await paid();
  expect(sequencesIn(names()[0] as string)).toEqual([payment.sequence, next.sequence]);
});
