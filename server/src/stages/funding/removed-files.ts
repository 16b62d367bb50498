// Removes ACH files once they are no longer needed: the bank has confirmed them, or the lender's period for them is over. What
// shows that a loan was paid stays, without names and account numbers.
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isClosed } from '../../journey/funding-days.ts';
import { lenderDay } from '../../platform/clock.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { With } from '../../services.ts';
import { overBefore } from '../retention/periods.ts';
import { storedAchFiles } from './ach-file.ts';
import { achFolder, keepEntriesOnly, unlessMissing } from './ach-storage.ts';
import { returnFolder } from './return-folder.ts';

type Needs = With<'config' | 'clock' | 'log' | 'vault' | 'lender'>;

export async function removeAchFiles(services: Needs): Promise<void> {
  const { lender, clock, log } = services;
  const zone = lender.brand.hours.timeZone;
  const now = clock.now();
  const before = overBefore(services, 'achFiles');
  const [today, lastDay] = [lenderDay(lender, now), lenderDay(lender, before)];
  const acknowledged = join(achFolder(services), 'acknowledged');
  const confirmed = new Set(await unlessMissing(readdir(acknowledged)));
  let files = 0;
  const attempts = new IndependentTasks();
  for (const { window, day, path, isWhole } of await storedAchFiles(services)) {
    const names = [basename(path), `${basename(path)}.age`].filter((name) => confirmed.has(name));
    // A file is rewritten until its cutoff, which the lender may move within the day.
    const isOver = day < today && isClosed(lender.funding, zone, window, day, now);
    if (!isWhole || !isOver || (names.length === 0 && day > lastDay)) continue;
    // One file that cannot be read must not keep the names and account numbers in the others.
    await attempts.run(async () => {
      await keepEntriesOnly(services, path);
      for (const name of names) await rm(join(acknowledged, name));
      files += 1;
    });
  }
  const read = join(returnFolder(services), 'read');
  for (const name of (await unlessMissing(readdir(read))) ?? []) {
    if ((await stat(join(read, name))).mtime >= before) continue;
    await rm(join(read, name));
    files += 1;
  }
  if (files > 0) log.info({ files }, 'ACH files removed');
  attempts.end();
}
