// The hourly retention job: ends what has expired, even if the applicant never returns, and deletes what the lender's
// retention periods no longer cover.
import { applicationsInStates, lockApplication, transactOn } from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { transact } from '../../platform/db/database.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { Services, With } from '../../services.ts';
import { decide } from '../../stages/decision/decide.ts';
import { expire } from '../../stages/offers/service.ts';
import { endBankAccesses } from './bank-access.ts';
import { maintainPartitions } from './partitions.ts';
import { purgeApplications } from './purge.ts';
import {
  deleteLeft,
  deleteShortLived,
  runInBatches,
  type ShortLivedKind,
  shortLivedKinds,
} from './short-lived-records.ts';

/** Rows per transaction: few enough that no other transaction waits long. */
const defaultBatch = 100;

export async function enforceRetention(services: Services, batch = defaultBatch): Promise<void> {
  const attempts = new IndependentTasks();
  const kinds = Object.keys(shortLivedKinds) as ShortLivedKind[];
  const parts: Readonly<Record<string, () => Promise<number>>> = {
    expired: () => endWhatIsPast(services, batch, attempts),
    bankAccesses: () => runInBatches((most) => endBankAccesses(services, most), batch),
    ...Object.fromEntries(kinds.map((kind) => [kind, () => deleteShortLived(services, kind, batch)])),
    measurements: () => maintainPartitions(services),
    leftUploads: () =>
      runInBatches((most) => transact(services.db, (tx) => deleteLeft(tx, services, most)), batch),
    applications: () => purgeApplications(services, batch),
  };
  await attempts.run(() => decideWithoutVehicles(services, batch));
  const done: Record<string, number> = {};
  for (const [name, part] of Object.entries(parts))
    await attempts.run(async () => {
      done[name] = await part();
    });
  services.log.info(done, 'retention');
  attempts.end();
}

/** Resolves to how many ended. What has an envelope to void stays in its state until that is done. */
export async function endWhatIsPast(
  { db, clock, jobs }: With<'clock' | 'db' | 'jobs'>,
  size: number,
  attempts: IndependentTasks,
): Promise<number> {
  let ended = 0;
  for await (const past of applicationsInStates(db, due.ending, { size, dueBy: clock.now() }))
    for (const id of past)
      await attempts.run(async () => {
        const isEnded = await transactOn(db, id, (tx, application) =>
          expire(tx, { clock, jobs }, application),
        );
        if (isEnded) ended += 1;
      });
  return ended;
}

/** Decides without a vehicle if the applicant named none in time: every applicant gets a decision (12 CFR 1002.9(a)(1)). */
async function decideWithoutVehicles(services: Services, size: number): Promise<void> {
  const { db, clock } = services;
  const attempts = new IndependentTasks();
  for await (const past of applicationsInStates(db, due.vehicle, { size, dueBy: clock.now() }))
    for (const id of past)
      await attempts.run(async () => {
        const { write } = await decide(services, id, { enteredVehicle: null });
        await transact(db, async (tx) => {
          if (isAllowed(await lockApplication(tx, id), 'withoutVehicle')) await write(tx);
        });
      });
  attempts.end();
}
