// What becomes of an application whose final decision a vendor keeps waiting, or never answers.
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEndedLocked } from '../../journey/has-ended.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import { outageSeconds } from '../../journey/vendors-away.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { markUnresolved } from '../../platform/jobs/vendor-calls.ts';
import type { Services } from '../../services.ts';
import { oweBranchCase } from '../branches/cases.ts';
import { hardPullKey } from './decide.ts';

/**
 * Waits for the policy's time, then hands the application to its branch. A hard pull whose answer was lost is not repeated: an
 * operator settles it.
 */
export function whileVendorsAreAway(
  services: Services,
  events: Record<'delayed' | 'resumed' | 'inDoubt' | 'failed', JourneyEvent>,
): Pick<JobHandler<unknown>, 'onExhausted' | 'patience'> {
  const { clock } = services;
  return {
    onExhausted:
      (_, { applicationId }) =>
      async (tx) => {
        const isOver = await hasEndedLocked(tx, applicationId);
        const unresolved = await markUnresolved(tx, hardPullKey(applicationId));
        // An operator settles the call all the same.
        if (isOver) return;
        await moveIfOpen(tx, clock, { applicationId }, events.resumed);
        await move(tx, clock, { applicationId }, unresolved ? events.inDoubt : events.failed);
        if (!unresolved) await oweBranchCase(tx, services, applicationId, 'no-decision');
        await giveNotices(tx, services, applicationId);
      },
    patience: {
      seconds: () => outageSeconds(services),
      onDelayed:
        ({ applicationId }) =>
        async (tx) => {
          if (await moveIfOpen(tx, clock, { applicationId }, events.delayed))
            await giveNotices(tx, services, applicationId);
        },
    },
  };
}
