// Ends applications whose offers are past their time, also where nobody comes back to be told.
import { move } from '../../journey/move.ts';
import { canHappen } from '../../journey/policy.ts';
import { stateNames } from '../../journey/states.ts';
import { transact } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';

const expirable = stateNames.filter((name) => canHappen(name, 'offerExpired'));

export function expireOffers({ db, clock }: Services, batch: number): Promise<number> {
  return transact(db, async (tx) => {
    const past = await tx
      .selectFrom('application')
      .select('id')
      .where('state', 'in', expirable)
      .where('offers_expire_at', '<=', clock.now())
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of past) await move(tx, clock, { applicationId: id }, 'offerExpired');
    return past.length;
  });
}
