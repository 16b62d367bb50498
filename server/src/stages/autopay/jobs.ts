// The jobs that follow an automatic payment choice: they email about its end or change and notify the core system,
// which makes the debits.
import * as z from 'zod';
import { autopayStopReasons } from '#contract/autopay.ts';
import { isoDate } from '#finance/dates.ts';
import { lockApplication } from '../../journey/applications.ts';
import { longRetries, noticeRetries } from '../../journey/jobs.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { findAutopay, movedAuthorization, readDebited, saveFirstDebit } from '../../records/autopay.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import type { Services, With } from '../../services.ts';
import type { BodyOf } from '../../vendors/core-api.ts';
import { coreJob } from '../../vendors/core-job.ts';
import { autopayCanceledEmail, firstDebitMovedEmail } from '../../wording/emails.ts';
import { autopayStoppedEmail } from '../../wording/loan-emails.ts';
import { emailOnce } from '../notices/email-once.ts';
import { paymentPlan } from './plan.ts';

/** `fundsArriveOn` (ISO date): set to report the dates again, because the money arrives on another day than reported. */
const payload = z.object({
  about: z.enum(['authorized', 'canceled']),
  authorizationId: z.string(),
  fundsArriveOn: z.string().optional(),
});
/** `stopped`: the account did not work. `moved`: the money arrives later, and so does the first debit. */
const mailPayload = z.discriminatedUnion('about', [
  z.object({ about: z.enum(['canceled', 'moved']), authorizationId: z.string() }),
  z.object({
    about: z.literal('stopped'),
    authorizationId: z.string(),
    reason: z.enum(autopayStopReasons),
  }),
]);

/** Applicants rely on these dates, so the job retries for days before it alerts an operator. */
export const emailAutopay = declareJob('email-autopay', noticeRetries, mailPayload);

/** Reports every authorization and every cancellation to the core system, which makes the debits. */
export const reportAutopay = declareJob('report-autopay', { ...longRetries, seconds: 40 }, payload);

/**
 * Reports an authorization made before the loan was booked, in the transaction that books the loan. With `fundsArriveOn` (ISO
 * date), reports again an authorization whose loan moves to another day, in the transaction that moves it.
 */
export async function reportAutopayOf(
  tx: Tx,
  { jobs, vault }: With<'jobs' | 'vault'>,
  applicationId: ApplicationId,
  fundsArriveOn: string,
): Promise<void> {
  // Authorizing locks the application too, so one of the two transactions sees the other's change.
  await lockApplication(tx, applicationId);
  const authorized = (await findAutopay(tx, vault, applicationId))?.authorized;
  if (authorized === undefined) return;
  const { authorizationId } = authorized;
  await jobs.enqueue(tx, reportAutopay, applicationId, {
    about: 'authorized',
    authorizationId,
    fundsArriveOn,
  });
}

/** Emails the date of a first debit that moved. Not before the money is sent, because until then it may move again. */
export async function emailMovedDebit(
  tx: Tx,
  { jobs }: With<'jobs'>,
  applicationId: ApplicationId,
): Promise<void> {
  const authorizationId = await movedAuthorization(tx, applicationId);
  if (authorizationId && (await findDisbursement(tx, applicationId))?.sent_at)
    await jobs.enqueue(tx, emailAutopay, applicationId, { about: 'moved', authorizationId });
}

export function autopayJobs(services: Services) {
  return [mailingJob(services), reportingJob(services)];
}

function mailingJob(services: Services) {
  const { db, vault, clock, lender } = services;
  return handle(emailAutopay, {
    async run(event, { applicationId }) {
      const { about, authorizationId } = event;
      const mail = {
        applicationId,
        operation: `autopay-${about}`,
        id: `autopay-${about}.${authorizationId}`,
      };
      if (about === 'canceled') {
        await emailOnce(services, mail, ({ firstName }) => autopayCanceledEmail(lender, { firstName }));
      } else if (event.about === 'stopped') {
        await emailOnce(services, mail, ({ firstName }) =>
          autopayStoppedEmail(lender, { firstName, reason: event.reason }),
        );
      } else {
        const firstDebit = (await findAutopay(db, vault, applicationId))?.authorized?.firstDebit;
        if (firstDebit !== undefined) {
          const on = isoDate(firstDebit);
          // The money may move more than once.
          await emailOnce(services, { ...mail, id: `${mail.id}.${on}` }, ({ firstName }) =>
            firstDebitMovedEmail(lender, { firstName, on }),
          );
        }
      }
      return (tx) => audit(tx, clock, { applicationId }, { type: 'autopay-emailed', about });
    },
  });
}

function reportingJob(services: Services) {
  const { db, vault, clock } = services;
  /** The authorized debits, with the account's numbers opened for this one call. */
  async function debitsOf(
    id: ApplicationId,
    authorizationId: string,
  ): Promise<BodyOf<'setAutopay'> | undefined> {
    const [{ offered: plan, debitsOf: datesOf }, debited] = await Promise.all([
      paymentPlan(services, id),
      readDebited(db, vault, id, authorizationId),
    ]);
    const debits =
      debited && datesOf({ daysBeforeDue: debited.daysBeforeDue, firstDebit: isoDate(debited.firstDebit) });
    if (debited === undefined || debits === undefined) return undefined;
    const { daysBeforeDue, accountType, routingNumber, accountNumber } = debited;
    return {
      authorizationId,
      daysBeforeDue,
      firstDebitOn: debits.first,
      lastDebitOn: debits.last,
      amountCents: plan.paymentAmount,
      lastAmountCents: plan.loan.lastPayment,
      accountType,
      routingNumber,
      accountNumber,
    };
  }

  return coreJob(
    services,
    reportAutopay,
    async ({ about, authorizationId, fundsArriveOn }, applicationId) => {
      const loan = await findDisbursement(db, applicationId);
      // The job that books the loan reports the authorization that is in force when it runs.
      if (loan === undefined) return undefined;
      // The job for the newer day reports it.
      if (fundsArriveOn !== undefined && loan.effective_on !== fundsArriveOn) return undefined;
      // Undefined if the authorization was canceled or replaced before it was reported.
      const debits = about === 'authorized' ? await debitsOf(applicationId, authorizationId) : undefined;
      if (about === 'authorized' && debits === undefined) return undefined;
      const scope = `autopay:${applicationId}:${authorizationId}`;
      const key = fundsArriveOn === undefined ? scope : `${scope}:${fundsArriveOn}`;
      if (debits === undefined)
        return { call: 'endAutopay', id: loan.loan_id, json: { authorizationId }, key: `end-${key}` };
      const { firstDebitOn: firstDebit } = debits;
      return {
        call: 'setAutopay',
        id: loan.loan_id,
        json: debits,
        key: `set-${key}`,
        async done(tx) {
          if (!(await saveFirstDebit(tx, applicationId, authorizationId, firstDebit))) return;
          await audit(tx, clock, { applicationId }, { type: 'first-debit-moved', firstDebit });
          await emailMovedDebit(tx, services, applicationId);
        },
      };
    },
  );
}
