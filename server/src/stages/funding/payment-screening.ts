// Searches the OFAC list on the day of a payment: before the loan is booked and, if its file is for a later day, again on that day. A
// credit whose applicant is not clear is left out of the file.
import * as z from 'zod';
import { lenderDay } from '../../journey/consents.ts';
import { longPatience } from '../../journey/jobs.ts';
import { transact } from '../../platform/db/database.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle, type ScheduledJob } from '../../platform/jobs/jobs.ts';
import { isUnderway } from '../../platform/jobs/recovered-jobs.ts';
import { disbursementsOfDay } from '../../records/disbursements.ts';
import { ofacScreeningsOf } from '../../records/ofac-screenings.ts';
import type { With } from '../../services.ts';
import { paymentSearchKey, saveOfacSearch, searchOfac } from '../screening/ofac.ts';
import { writeDayFile } from './day-file.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'jobs' | 'lender' | 'vendorCalls' | 'vendors'>;

const screenPayment = declareJob('screen-payment', longPatience, z.object({ day: z.string() }));

export const paymentScreening = (services: Needs) =>
  handle(screenPayment, {
    async run({ day }, { applicationId }) {
      const key = paymentSearchKey(applicationId, day);
      const search = await searchOfac(services, applicationId, { key, occasion: 'payment' });
      return async (tx) => {
        const mayPay = await saveOfacSearch(tx, services, applicationId, search);
        if (!mayPay) await services.jobs.enqueue(tx, writeDayFile, applicationId, { day });
      };
    },
  });

export function paymentScreeningSchedule(services: With<'clock' | 'db' | 'jobs' | 'lender'>): ScheduledJob {
  return {
    name: 'screen-payments',
    when: '*/10 * * * *',
    seconds: 300,
    run: () => screenPayments(services),
  };
}

/** Has each credit in today's files searched for today, if that was not done yet. */
async function screenPayments(services: With<'clock' | 'db' | 'jobs' | 'lender'>): Promise<void> {
  const { db, jobs } = services;
  const day = lenderDay(services);
  for (const { application_id: id } of await disbursementsOfDay(db, day)) {
    const done = (await ofacScreeningsOf(db, id)).some(({ key }) => key === paymentSearchKey(id, day));
    if (done) continue;
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, id, screenPayment.name))) await jobs.enqueue(tx, screenPayment, id, { day });
    });
  }
}
