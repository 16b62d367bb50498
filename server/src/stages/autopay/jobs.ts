// The job that reports an automatic payment choice to the core system, which makes the debits.
import * as z from 'zod';
import { isoDate } from '#finance/dates.ts';
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { longRetries } from '../../journey/jobs.ts';
import { emailAutopay } from '../../messages/loan-messages.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { audit } from '../../records/audit.ts';
import { findAutopay, movedAuthorization, readDebited, saveFirstDebit } from '../../records/autopay.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import type { Services, With } from '../../services.ts';
import type { BodyOf } from '../../vendors/core/api.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { paymentPlan } from './plan.ts';

/** `fundsArriveOn` (ISO date): set to report the dates again, because the money arrives on another day than reported. */
const payload = z.object({
  about: z.enum(['authorized', 'canceled']),
  authorizationId: z.string(),
  fundsArriveOn: z.string().optional(),
});

export const reportAutopay = declareJob('report-autopay', { ...longRetries, seconds: 40 }, payload);

/** Call it in the transaction that books the loan, or moves it to `fundsArriveOn` (ISO date). */
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
export async function emailMovedDebit(tx: Tx, { jobs }: With<'jobs'>, applicationId: ApplicationId) {
  const authorizationId = await movedAuthorization(tx, applicationId);
  if (authorizationId && (await findDisbursement(tx, applicationId))?.sent_at)
    await jobs.enqueue(tx, emailAutopay, applicationId, { about: 'moved', authorizationId });
}

export function autopayJobs(services: Services) {
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
    const debits = debited && datesOf(debited.daysBeforeDue, isoDate(debited.firstDebit));
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

  return [
    coreJob(services, reportAutopay, async ({ about, authorizationId, fundsArriveOn }, applicationId) => {
      const scope = `autopay:${applicationId}:${authorizationId}`;
      if (about === 'canceled') {
        // Even without a disbursement, which a return deletes: the core system would debit without authorization.
        const { loan_id: id } = await readApplication(db, applicationId);
        return id === null
          ? undefined
          : { call: 'endAutopay', id, json: { authorizationId }, key: `end-${scope}` };
      }
      const loan = await findDisbursement(db, applicationId);
      // The job that books the loan reports the authorization that is in force when it runs.
      if (loan === undefined) return undefined;
      // The job for the newer day reports it.
      if (fundsArriveOn !== undefined && loan.effective_on !== fundsArriveOn) return undefined;
      const debits = await debitsOf(applicationId, authorizationId);
      // It was canceled or replaced before it was reported.
      if (debits === undefined) return undefined;
      const key = fundsArriveOn === undefined ? scope : `${scope}:${fundsArriveOn}`;
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
    }),
  ];
}
