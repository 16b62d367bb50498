// Ends applications whose offers or approval have expired, even if the applicant never returns.
import {
  applicationsInStates,
  lockApplication,
  lockExpired,
  transactOn,
} from '../../journey/applications.ts';
import { isAllowed } from '../../journey/guard.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { Services, With } from '../../services.ts';
import { decide } from '../decision/decide.ts';
import { endAfterVoiding, endAtOnce, expire } from '../offers/expiry.ts';

export function expireOffers(services: With<'clock' | 'db' | 'jobs'>, batch: number): Promise<number> {
  return transact(services.db, async (tx) => {
    const past = await lockExpired(tx, endAtOnce, services.clock.now(), batch);
    for (const id of past) await expire(tx, services, await lockApplication(tx, id));
    return past.length;
  });
}

/** Decides without a vehicle if the applicant named none in time: every applicant gets a decision (12 CFR 1002.9(a)(1)). */
export async function decideWithoutVehicles(services: Services, size: number): Promise<void> {
  const { db, clock } = services;
  const attempts = new IndependentTasks();
  for (let after: ApplicationId | undefined; ; ) {
    const past = await applicationsInStates(db, ['VEHICLE_NEEDED'], { after, size, expiredBy: clock.now() });
    after = past.at(-1);
    if (after === undefined) return attempts.end();
    for (const id of past)
      await attempts.run(async () => {
        const { write } = await decide(services, id, { given: { vehicle: null } });
        await transact(db, async (tx) => {
          if (isAllowed(await lockApplication(tx, id), 'withoutVehicle')) await write(tx);
        });
      });
  }
}

/** Has the envelopes of approvals that have run out voided. Each stays in its state until that is done. */
export async function expireSentDocuments(
  services: With<'clock' | 'db' | 'jobs'>,
  size: number,
): Promise<void> {
  const { db, clock } = services;
  for (let after: ApplicationId | undefined; ; ) {
    const past = await applicationsInStates(db, endAfterVoiding, { after, size, expiredBy: clock.now() });
    after = past.at(-1);
    if (after === undefined) return;
    for (const id of past) await transactOn(db, id, (tx, application) => expire(tx, services, application));
  }
}
