// The funding jobs: after signing, they book the loan and put one credit into the day's ACH file.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isoDate } from '#finance/dates.ts';
import { traceNumber } from '#finance/nacha.ts';
import type { DatedRow } from '#finance/payment.ts';
import {
  isStopped,
  lockApplication,
  readApplication,
  transactOn,
  updateApplication,
} from '../journey/applications.ts';
import { isPayable } from '../journey/chart.ts';
import { achWindowOf, creditDays, isClosed, paidOutOf, restsOn } from '../journey/funding-estimate.ts';
import { cancelLoan, fundLoan, writeAchFile } from '../journey/jobs.ts';
import { sendText } from '../messages/application-messages.ts';
import { emailLoanUpdate } from '../messages/loan-messages.ts';
import { lenderDay, lenderToday } from '../platform/clock.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { RegisteredEffect } from '../platform/jobs/job-declaration.ts';
import { applicationOfWaiting, isBeingPerformed, isUnderway } from '../platform/jobs/job-records.ts';
import { handle, NeedsOperator, RetryLater } from '../platform/jobs/jobs.ts';
import { audit } from '../records/audit.ts';
import { endWithLoan } from '../records/autopay.ts';
import { mayPay, readDepositNumbers } from '../records/deposit-accounts.ts';
import {
  deleteDisbursement,
  disbursementsOfDay,
  findDisbursement,
  insertDisbursement,
  saveSent,
  unsentOfFiles,
  unwrittenDisbursements,
} from '../records/disbursements.ts';
import { isHeldBy, isPaymentStopped, openHoldsOf } from '../records/holds.ts';
import { voidSpouseNotice } from '../records/notices.ts';
import type { Services, With } from '../services.ts';
import { scheduleOf } from '../stages/approval/loan-figures.ts';
import { emailMovedDebit, reportAutopayOf } from '../stages/autopay/jobs.ts';
import {
  isSearchedForPayment,
  paymentSearchKey,
  saveOfacSearch,
  searchOfac,
} from '../stages/screening/ofac.ts';
import { keyedCoreCall } from '../vendors/core/core.ts';
import { coreJob } from '../vendors/core/job.ts';
import { isInFiles, writeAchFiles } from './ach/ach-file.ts';
import { boardingOf, scheduleRows } from './boarding/boarding.ts';
import { monitorPayment } from './checks/fraud-monitoring.ts';
import { dropPayment, reportLoanDates, screenPayment } from './payout-jobs.ts';

export const fundingJobs = (services: Services) => [
  fundingJob(services),
  cancelingJob(services),
  droppingJob(services),
  handle(writeAchFile, {
    async run({ day }) {
      await writeFilesOf(services, day);
      return async () => {};
    },
  }),
  loanDatesJob(services),
  screeningJob(services),
];

function fundingJob(services: Services) {
  const { db, clock, lender, jobs, vendorCalls, vendors } = services;
  return handle(fundLoan, {
    async run(_, { applicationId }) {
      if (!(await mayPay(services, applicationId))) return async () => {};
      // A canceled loan is never paid. The release of a hold enqueues this job again.
      const { state, approved_term: term } = await readApplication(db, applicationId);
      if (!isPayable(state) || (await isPaymentStopped(db, applicationId))) return async () => {};
      // No path leads here with another open hold; money must not leave if one ever does.
      if ((await openHoldsOf(db, applicationId)).length > 0)
        throw new RetryLater('The application is held for review.');
      if (term === null) throw new Error('An application without an approved offer cannot be funded.');
      if (!(await transactOn(db, applicationId, (tx) => monitorPayment(tx, services, applicationId))))
        return async () => {};
      const key = paymentSearchKey(applicationId, lenderToday(services));
      const search = await searchOfac(services, applicationId, { key, occasion: 'payment' });
      if (!(await transactOn(db, applicationId, (tx) => saveOfacSearch(tx, services, applicationId, search))))
        return async () => {};
      const { loanId } = await vendorCalls.call({
        ...keyedCoreCall,
        operation: 'book-loan',
        key: `loan:${applicationId}`,
        applicationId,
        isCalledOff: async (tx) => !isPayable((await lockApplication(tx, applicationId)).state),
        perform: async (signal) =>
          vendors.core.bookLoan(await boardingOf(services, applicationId), applicationId, signal),
      });
      return async (tx) => {
        // A change of the account takes the same lock, and enqueues this job again once the account is valid.
        const { state: now } = await lockApplication(tx, applicationId);
        await updateApplication(tx, applicationId, { loan_id: loanId });
        if (!isPayable(now)) return;
        if (!(await mayPay({ ...services, db: tx }, applicationId))) return;
        // Another account may have been given and confirmed while the loan was booked.
        if (!(await monitorPayment(tx, services, applicationId))) return;
        const paidOut = paidOutOf(term);
        const days = await creditDays({ db: tx, lender, clock }, applicationId, term);
        const disbursement = { application_id: applicationId, amount: paidOut, loan_id: loanId };
        if (!(await insertDisbursement(tx, clock, disbursement, days))) return;
        await audit(tx, clock, { applicationId }, { type: 'disbursed', amount: paidOut, ...days });
        await jobs.enqueue(tx, writeAchFile, applicationId, { day: days.fileDay });
        await jobs.enqueue(tx, reportLoanDates, applicationId, {});
        // For a loan that is paid a second time, the core system has the authorization with the dates of the first payment.
        await reportAutopayOf(tx, services, applicationId, days.effectiveOn);
      };
    },
  });
}

const writeFilesOf = (services: Services, day: string) =>
  writeAchFiles(services, day, async (tx, applicationId, later, moved) => {
    const isDueToday = moved === 'disbursement' && later.fileDay === lenderToday(services);
    // Not only with the next round, which may come after the cutoff.
    const job = isDueToday ? screenPayment : writeAchFile;
    await services.jobs.enqueue(tx, job, applicationId, { day: later.fileDay });
    if (moved !== 'disbursement') return;
    await services.jobs.enqueue(tx, reportLoanDates, applicationId, {});
    await reportAutopayOf(tx, services, applicationId, later.effectiveOn);
  });

/** Ends what depends on the loan. What its file had of the payment is taken out by the job. */
export const enqueueCancellation: RegisteredEffect = async (tx, { clock, jobs }, { id }) => {
  await endWithLoan(tx, clock, id);
  await voidSpouseNotice(tx, id);
  const paid = await findDisbursement(tx, id);
  if (paid) await deleteDisbursement(tx, id);
  const payment = paid && { sequence: paid.sequence, fileDay: paid.file_day };
  return jobs.enqueue(tx, cancelLoan, id, payment ? { payment } : {});
};

function cancelingJob(services: Services) {
  const { db, vendors } = services;
  return coreJob(services, cancelLoan, async ({ payment }, applicationId) => {
    if (payment !== undefined) {
      await writeFilesOf(services, payment.fileDay);
      if (await isInFiles(services, payment))
        throw new NeedsOperator(
          'The bank has the money of a canceled loan. Have the bank reverse the credit.',
        );
    }
    if (await isBeingPerformed(db, applicationId, 'book-loan'))
      throw new RetryLater('The loan is being booked.');
    const booked = await vendors.core.findLoan(applicationId, vendors.timeouts.signal(15));
    // Canceled already, before a backup was restored.
    if (booked === undefined || booked.canceled) return undefined;
    const { loanId } = booked;
    const { state_since: since } = await readApplication(db, applicationId);
    return {
      call: 'cancelLoan',
      id: loanId,
      json: { canceledOn: lenderDay(services.lender, since) },
      key: `loan-canceled:${applicationId}`,
      done: (tx) => updateApplication(tx, applicationId, { loan_id: loanId }),
    };
  });
}

function droppingJob(services: Services) {
  return handle(dropPayment, {
    async run({ sequence, day }, { applicationId }) {
      await writeFilesOf(services, day);
      if (await isInFiles(services, { sequence, fileDay: day }))
        throw new NeedsOperator(
          'The bank has the money for an account that returned its micro-entries. Have the bank reverse the credit.',
        );
      return async (tx) => {
        await lockApplication(tx, applicationId);
        if ((await findDisbursement(tx, applicationId))?.sequence === sequence)
          await deleteDisbursement(tx, applicationId);
      };
    },
  });
}

function loanDatesJob(services: Services) {
  const { db, vault, lender } = services;
  return coreJob(services, reportLoanDates, async (_, applicationId) => {
    const [{ approved_term: term }, loan] = await Promise.all([
      readApplication(db, applicationId),
      findDisbursement(db, applicationId),
    ]);
    // Canceled, or returned, in the meantime: the job that pays it again reports its dates.
    if (loan === undefined) return undefined;
    if (term === null) throw new Error('A booked loan has an approved offer.');
    const fundsArriveOn = isoDate(loan.effective_on);
    const { schedule } = scheduleOf(term, fundsArriveOn);
    const [first, last] = [schedule.rows[0] as DatedRow, schedule.rows.at(-1) as DatedRow];
    const account = (await readDepositNumbers(db, vault, [applicationId])).get(applicationId);
    if (account === undefined) throw new Error('A loan that is paid out has an account.');
    return {
      call: 'setDates',
      id: loan.loan_id,
      // A loan that is paid a second time may arrive on the same day, with another number.
      key: `loan-dates:${applicationId}:${fundsArriveOn}:${loan.sequence}`,
      json: {
        fundsArriveOn,
        firstDueOn: first.dueOn,
        lastDueOn: last.dueOn,
        schedule: scheduleRows(schedule),
        disbursement: {
          amountCents: loan.amount,
          traceNumber: traceNumber(lender.funding.originatingBank, loan.sequence),
          account,
        },
      },
    };
  });
}

/** A credit is only in a file of a day on which the list was searched and its applicant was clear. */
const screeningJob = (services: Services) =>
  handle(screenPayment, {
    async run({ day }, { applicationId }) {
      const key = paymentSearchKey(applicationId, day);
      const search = await searchOfac(services, applicationId, { key, occasion: 'payment' });
      return async (tx) => {
        await saveOfacSearch(tx, services, applicationId, search);
        // One job writes the whole file, so searches that end at once wait here for each other.
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
    // A payment that rested on its day was searched then, and may be in no file.
    const isRested = day < today && (await restsOn(db, services, id, day));
    if ((!isRested && (await isSearchedForPayment(db, id, day))) || (await isPaymentStopped(db, id)))
      continue;
    const job = day === today ? screenPayment : writeAchFile;
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, id, job.name))) await jobs.enqueue(tx, job, id, { day });
    });
  }
}

export async function notifyMoneySent({ db, clock, jobs, lender }: With<'clock' | 'db' | 'jobs' | 'lender'>) {
  const now = clock.now();
  const closed = async (of: Db, id?: ApplicationId) =>
    (await unsentOfFiles(of, lenderDay(lender, now), id)).filter(
      ({ file_day: fileDay, effective_on: effectiveOn }) =>
        isClosed(lender, achWindowOf({ fileDay, effectiveOn }), fileDay, now),
    );
  for (const { application_id: id } of await closed(db))
    await transactOn(db, id, async (tx) => {
      if (await isHeldBy(tx, id, 'restore')) return;
      for (const { sequence } of await closed(tx, id)) {
        await saveSent(tx, id, clock.now());
        // From here on the core system knows of the loan: the application no longer blocks a new one.
        await updateApplication(tx, id, { live_ssn: null });
        await jobs.enqueue(tx, sendText, id, { about: 'money', text: randomUUID() });
        await jobs.enqueue(tx, emailLoanUpdate, id, { about: 'money-sent', id: String(sequence) });
        await emailMovedDebit(tx, { jobs }, id);
      }
    });
}
