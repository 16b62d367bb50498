// Ends applications whose offers or approval have expired, even if the applicant never returns.
import { applicationsInStates, lockApplication, transactOn } from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { transact } from '../../platform/db/database.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { Services, With } from '../../services.ts';
import { decide } from '../decision/decide.ts';
import { expire } from '../offers/expiry.ts';

/** Resolves to how many ended. What has an envelope to void stays in its state until that is done. */
export async function endWhatIsPast(services: With<'clock' | 'db' | 'jobs'>, size: number): Promise<number> {
  const { db, clock } = services;
  let ended = 0;
  for await (const past of applicationsInStates(db, due.ending, { size, dueBy: clock.now() }))
    for (const id of past)
      if (await transactOn(db, id, (tx, application) => expire(tx, services, application))) ended += 1;
  return ended;
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
