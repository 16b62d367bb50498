// Searches the OFAC list on the day of a payment: before the loan is booked and, if its file is for a later day, again on that day. A
// credit is only in a file of a day on which the list was searched and its applicant was clear.
import { sql } from 'kysely';
import { isStopped } from '../../journey/applications.ts';
import { lenderToday } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { applicationOfWaiting, isUnderway } from '../../platform/jobs/work-status.ts';
import { disbursementsOfDay, unwrittenDisbursements } from '../../records/disbursements.ts';
import { isPaymentStopped } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { isSearchedForPayment, paymentSearchKey, saveOfacSearch, searchOfac } from '../screening/ofac.ts';
import { screenPayment, writeAchFile } from './payout-jobs.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'vendorCalls' | 'vendors'>;

export const paymentScreening = (services: Needs) =>
  handle(screenPayment, {
    async run({ day }, { applicationId }) {
      const key = paymentSearchKey(applicationId, day);
      const search = await searchOfac(services, applicationId, { key, occasion: 'payment' });
      return async (tx) => {
        await saveOfacSearch(tx, services, applicationId, search);
        // One job writes the whole file, so searches that end at once wait for each other here. That of an application that a
        // restored backup stopped does not run.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${writeAchFile.name}:${day}`}, 0))`.execute(
          tx,
        );
        const waiting = await applicationOfWaiting(tx, writeAchFile.name, { day });
        if (waiting === undefined || (await isStopped(tx, waiting)))
          await services.jobs.enqueue(tx, writeAchFile, applicationId, { day });
      };
    },
  });

/** Has each credit of today searched for today, if that was not done yet, and moves those that missed the search on their day. */
export async function screenPayments(services: With<'clock' | 'db' | 'jobs' | 'lender'>): Promise<void> {
  const { db, jobs } = services;
  const today = lenderToday(services);
  const due = [...(await disbursementsOfDay(db, today)), ...(await unwrittenDisbursements(db, today))];
  for (const { application_id: id, file_day: day } of due) {
    if ((await isSearchedForPayment(db, id, day)) || (await isPaymentStopped(db, id))) continue;
    const job = day === today ? screenPayment : writeAchFile;
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, id, job.name))) await jobs.enqueue(tx, job, id, { day });
    });
  }
}
