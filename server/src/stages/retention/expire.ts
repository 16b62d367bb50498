// Ends applications whose offers or approval have expired, even if the applicant never returns.
import {
  applicationsInStates,
  lockApplication,
  lockExpired,
  transactOn,
} from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { transact } from '../../platform/db/database.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { Services, With } from '../../services.ts';
import { decide } from '../decision/decide.ts';
import { expire } from '../offers/expiry.ts';

export function expireOffers(services: With<'clock' | 'db' | 'jobs'>, batch: number): Promise<number> {
  return transact(services.db, async (tx) => {
    const past = await lockExpired(tx, due.expiry, services.clock.now(), batch);
    for (const id of past) await expire(tx, services, await lockApplication(tx, id));
    return past.length;
  });
}

/** Decides without a vehicle if the applicant named none in time: every applicant gets a decision (12 CFR 1002.9(a)(1)). */
export async function decideWithoutVehicles(services: Services, size: number): Promise<void> {
  const { db, clock } = services;
  const attempts = new IndependentTasks();
  for await (const past of applicationsInStates(db, due.vehicle, { size, dueBy: clock.now() }))
    for (const id of past)
      await attempts.run(async () => {
        const { write } = await decide(services, id, { given: { vehicle: null } });
        await transact(db, async (tx) => {
          if (isAllowed(await lockApplication(tx, id), 'withoutVehicle')) await write(tx);
        });
      });
  attempts.end();
}

/** Has the envelopes of approvals that have run out voided. Each stays in its state until that is done. */
export async function expireSentDocuments(
  services: With<'clock' | 'db' | 'jobs'>,
  size: number,
): Promise<void> {
  const { db, clock } = services;
  for await (const past of applicationsInStates(db, due.voiding, { size, dueBy: clock.now() }))
    for (const id of past) await transactOn(db, id, (tx, application) => expire(tx, services, application));
}
