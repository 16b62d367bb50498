// Reads the return files that the bank's transfer saves beside the day's files, in the folder `returns`. Files that were read move
// to `returns/read`, encrypted like the day's files, refused ones to `returns/refused` for an operator to read.
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { With } from '../../services.ts';
import { applyReturnFile, ReturnFileRefused } from './ach-returns.ts';
import { achFolder, storeAchFile, unlessMissing } from './ach-storage.ts';

/** What the folder of return files is found by. */
export type AchServices = Pick<With<'db' | 'clock'>, 'db' | 'clock'> & Parameters<typeof achFolder>[0];

export const returnFolder = (services: Parameters<typeof achFolder>[0]) =>
  join(achFolder(services), 'returns');

export async function readReturnFolder(
  services: With<'config' | 'clock' | 'log' | 'metrics' | 'db' | 'vault' | 'jobs' | 'lender'>,
): Promise<void> {
  const { log, metrics } = services;
  const folder = returnFolder(services);
  const files = (await unlessMissing(readdir(folder))) ?? [];
  for (const name of files.filter((one) => one.endsWith('.ach')).sort()) {
    const text = await readFile(join(folder, name), 'utf8');
    try {
      const { applied, known, unmatched, refused } = await applyReturnFile(services, text);
      log.info({ file: name, applied: applied.length, known, unmatched }, 'ACH return file');
      if (refused.length > 0) log.error({ file: name, entries: refused }, 'ACH return entries refused');
      metrics.returnsNotApplied.inc(refused.length);
      await storeAchFile(services, join(folder, 'read', name), text);
      await rm(join(folder, name));
    } catch (error) {
      if (!(error instanceof ReturnFileRefused)) throw error;
      log.error({ file: name, reason: error.message }, 'ACH return file refused');
      metrics.returnsNotApplied.inc();
      await mkdir(join(folder, 'refused'), { recursive: true, mode: 0o700 });
      await rename(join(folder, name), join(folder, 'refused', name));
    }
  }
}
