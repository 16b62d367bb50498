// Reads the return files that the bank's transfer saves beside the day's files, in the folder `returns`. Files that were read move
// to `returns/read`, refused ones to `returns/refused`.
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScheduledJob } from '../../platform/jobs/jobs.ts';
import type { Services, With } from '../../services.ts';
import { achFolder } from './ach-file.ts';
import { applyReturnFile, ReturnFileRefused } from './ach-returns.ts';

export function returnFolderSchedule(services: Services): ScheduledJob {
  return {
    name: 'read-ach-returns',
    when: '*/5 * * * *',
    seconds: 5 * 60,
    run: () => readReturnFolder(services),
  };
}

/** What the folder of return files is found by. */
export type AchServices = Pick<With<'db' | 'clock'>, 'db' | 'clock'> & Parameters<typeof achFolder>[0];

export const returnFolder = (services: Parameters<typeof achFolder>[0]) =>
  join(achFolder(services), 'returns');

export async function readReturnFolder(
  services: With<'config' | 'clock' | 'log' | 'db' | 'vault' | 'jobs' | 'lender'>,
): Promise<void> {
  const folder = returnFolder(services);
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of files.filter((one) => one.endsWith('.ach')).sort()) {
    const text = await readFile(join(folder, name), 'utf8');
    try {
      const { applied, known, unmatched } = await applyReturnFile(services, text);
      services.log.info({ file: name, applied: applied.length, known, unmatched }, 'ACH return file');
      await put(folder, name, 'read');
    } catch (error) {
      if (!(error instanceof ReturnFileRefused)) throw error;
      services.log.error({ file: name, reason: error.message }, 'ACH return file refused');
      await put(folder, name, 'refused');
    }
  }
}

async function put(folder: string, name: string, where: 'read' | 'refused'): Promise<void> {
  await mkdir(join(folder, where), { recursive: true, mode: 0o700 });
  await rename(join(folder, name), join(folder, where, name));
}
