// Repeats missing military checks on a schedule, and releases the applications that wait for the result.
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { applyVehicleCheck } from '../../journey/jobs.ts';
import { transact } from '../../platform/db/database.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { isUnderway } from '../../platform/jobs/work-status.ts';
import { openHolds, openHoldsOf } from '../../records/holds.ts';
import type { Services, With } from '../../services.ts';
import { searchMilitary } from '../../stages/screening/military.ts';
import { saveMilitaryCheck } from '../../stages/screening/military-checks.ts';
import { refuseHold, releaseHold } from './release.ts';

export const repeatMilitaryCheck = declareJob('repeat-military-check', {
  tries: 3,
  seconds: 60,
  concurrency: 2,
});

export function holdJobs(services: Services) {
  return [
    handle(applyVehicleCheck, {
      run:
        async ({ event, result }, { applicationId }) =>
        async (tx) => {
          const hold = (await openHoldsOf(tx, applicationId)).find(({ kind }) => kind === 'vehicle');
          if (hold === undefined) return;
          const resolver = { by: 'the branch', note: `Event ${event} of the core system: ${result}` };
          if (result === 'clear') await releaseHold(tx, services, hold, 'released', resolver);
          else await refuseHold(tx, services, hold, resolver);
        },
    }),

    handle(repeatMilitaryCheck, {
      async run(_, { applicationId }) {
        const { state } = await readApplication(services.db, applicationId);
        // The approval may have run out in the meantime, so that nothing waits anymore.
        const search =
          stateOf(state).phase === 'ended' ? undefined : await searchMilitary(services, applicationId);
        return async (tx) => {
          await lockApplication(tx, applicationId);
          if (search) await saveMilitaryCheck(tx, services, applicationId, search);
          if (search?.answer.answer === 'unknown') return;
          for (const hold of await openHoldsOf(tx, applicationId)) {
            if (hold.kind !== 'military') continue;
            // Signed documents may be for a loan that a covered borrower must not have: a reviewer decides.
            if (hold.stage === 'signing' && search?.answer.answer === 'covered') continue;
            await releaseHold(tx, services, hold, 'auto-cleared', { by: 'the military database', note: '' });
          }
        };
      },
    }),
  ];
}

export async function repeatHeldChecks({ db, jobs }: With<'db' | 'jobs'>): Promise<void> {
  for (const { applicationId } of await openHolds(db, 'military')) {
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, applicationId, repeatMilitaryCheck.name)))
        await jobs.enqueue(tx, repeatMilitaryCheck, applicationId, {});
    });
  }
}
