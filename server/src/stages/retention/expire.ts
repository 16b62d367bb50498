// Ends applications whose offers have expired, even if the applicant never comes back.
import { lockExpired } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { canHappen } from '../../journey/policy.ts';
import { stateNames } from '../../journey/states.ts';
import { transact } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';

const expirable = stateNames.filter((name) => canHappen(name, 'offerExpired'));

export function expireOffers({ db, clock }: Services, batch: number): Promise<number> {
  return transact(db, async (tx) => {
    const past = await lockExpired(tx, expirable, clock.now(), batch);
    for (const applicationId of past) await move(tx, clock, { applicationId }, 'offerExpired');
    return past.length;
  });
}
