// Repeats missing military checks on a schedule, and releases the applications that wait for the result.
import { lockApplication, readApplication, transactOn } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { deadlineOf, isPast } from '../../journey/deadlines.ts';
import { isAllowed } from '../../journey/guard.ts';
import { applyVehicleCheck } from '../../journey/jobs.ts';
import { longDate } from '../../pdf/format.ts';
import { lenderDay } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { isUnderway } from '../../platform/jobs/job-records.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { readLatestDocument } from '../../records/documents.ts';
import { openHolds, openHoldsOf } from '../../records/holds.ts';
import { missingVehicleDocuments, paperOf } from '../../records/vehicle-checks.ts';
import type { Services, With } from '../../services.ts';
import { saveMilitaryCheck, searchMilitary } from '../../stages/screening/military.ts';
import { papersByOf } from '../../wording/security-agreement.ts';
import { refuseHold, releaseHold } from './release.ts';

export const repeatMilitaryCheck = declareJob('repeat-military-check', {
  tries: 3,
  seconds: 60,
  concurrency: 2,
});

export const holdJobs = (services: Services) => [
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

export async function repeatHeldChecks({ db, jobs }: With<'db' | 'jobs'>): Promise<void> {
  for (const { applicationId } of await openHolds(db, 'military'))
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, applicationId, repeatMilitaryCheck.name)))
        await jobs.enqueue(tx, repeatMilitaryCheck, applicationId, {});
    });
}

/** Ends a signed loan whose vehicle's papers were not sent by the day that the signed agreement says: the notice names what is missing. */
export async function endUnprovenVehicles(services: Services): Promise<void> {
  const { db, vault, lender } = services;
  for (const { applicationId } of await openHolds(db, 'vehicle')) {
    await transactOn(db, applicationId, async (tx, application) => {
      // Who signed late has as many days from the signature, which is later than the day that the agreement says.
      if (deadlineOf(application, 'papers') === undefined || !isPast(services, application)) return;
      const signed = await readLatestDocument(tx, vault, applicationId, 'security-agreement');
      const papersBy = signed && papersByOf(lender, lenderDay(lender, new Date(signed.paper.madeAt)));
      if (papersBy === undefined || !JSON.stringify(signed?.paper).includes(longDate(papersBy))) return;
      const missing = await missingVehicleDocuments(tx, applicationId);
      const hold = (await openHoldsOf(tx, applicationId)).find(({ kind }) => kind === 'vehicle');
      if (hold === undefined || missing.length === 0 || !isAllowed(application, 'uploads')) return;
      const points = hold.points.filter((point) => missing.includes(paperOf(point)));
      const resolver = { by: 'the deadline', note: `The papers were due by ${papersBy}.` };
      await refuseHold(tx, services, hold, resolver, points);
    });
  }
}
