// The email with the link to the loan documents, once the envelope exists: one for each request, and a button
// pressed twice is one request.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { cents } from '#finance/money.ts';
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { branchZone } from '../../journey/branch-calls.ts';
import { isPast } from '../../journey/deadlines.ts';
import { fundingEstimateOf } from '../../journey/funding-estimate.ts';
import { isAllowed } from '../../journey/guard.ts';
import { noticeRetries } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import { givesUpAfterRestore } from '../../messages/message.ts';
import { sendEmail } from '../../messages/send-email.ts';
import { saveApprovalEmailed } from '../../notices/jobs.ts';
import { assertScoreDisclosed } from '../../notices/score-disclosed.ts';
import { daysAfter, secondsAfter } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle, type Outcome } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { readEnvelope, type SavedEnvelope, saveDelivery, saveEnvelope } from '../../records/envelopes.ts';
import type { Services, With } from '../../services.ts';
import { documentsEmail } from '../../wording/emails.ts';
import { expire } from '../offers/service.ts';
import { saveHeld } from '../screening/screening.ts';
import { createEnvelope, documentsLink, followSigner, linkDays, signableUntil } from './envelope.ts';
import { recheckLoan } from './recheck.ts';

/** `mail` is this sending: another press or address is another email. `generation` is its address's. */
export const sendDocumentsJob = {
  ...declareJob(
    'send-documents',
    { ...noticeRetries, seconds: 90 },
    z.object({ mail: z.string(), generation: z.int().optional() }),
  ),
  ...givesUpAfterRestore,
};

/** Whether the email to this address is on its way, or was sent a moment ago. Read the envelope with its application locked. */
export function isBeingSent(
  { clock }: With<'clock'>,
  { mailedTo, mailing, linkExpiresAt }: SavedEnvelope,
  email: string,
): boolean {
  if (mailedTo.toLowerCase() !== email.toLowerCase() || mailing === 'failed') return false;
  const requestedAt = daysAfter(linkExpiresAt, -linkDays);
  // A second request within a minute is a repeated press, even if the email was faster.
  return mailing === 'waiting' || secondsAfter(requestedAt, 60) > clock.now();
}

/** Call it with the application locked. Returns when the link expires. */
export async function sendTo(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs'>,
  id: ApplicationId,
  email: string,
): Promise<Date> {
  const expires = daysAfter(services.clock.now(), linkDays);
  const generation = await saveEnvelope(tx, services, id, email, expires);
  await services.jobs.enqueue(tx, sendDocumentsJob, id, { mail: randomUUID(), generation });
  return expires;
}

/** What to write if the loan must not be documented as approved; otherwise undefined. */
async function stopBeforeRendering(services: Services, id: ApplicationId): Promise<Outcome | undefined> {
  const { objection, save } = await recheckLoan(services, id);
  if (objection === undefined) {
    await transact(services.db, save);
    return undefined;
  }
  return async (tx) => {
    await save(tx);
    const rechecked = { type: 'loan-rechecked', at: 'rendering', objection } as const;
    await audit(tx, services.clock, { applicationId: id }, rechecked);
    // The documents are sent once the military database responds, or a reviewer releases the hold.
    if (objection === 'military-unknown') {
      const hold = { kind: 'military', stage: 'documents', reason: 'unknown', evidence: {} } as const;
      await saveHeld(tx, services, id, hold);
    } else await tryMove(tx, services, { applicationId: id }, 'approvalWithdrawn');
  };
}

export function documentJobs(services: Services) {
  const { db, clock, lender } = services;
  const job = handle(sendDocumentsJob, {
    async run({ mail, generation }, { applicationId }) {
      const application = await readApplication(db, applicationId);
      // The documents were signed or declined in the meantime, so there is nothing left to sign.
      if (!isAllowed(application, 'signature')) return async () => {};
      if (isPast(services, application))
        return async (tx) => expire(tx, services, await lockApplication(tx, applicationId));
      if ((await readEnvelope(services, applicationId))?.envelopeId === undefined) {
        const stop = await stopBeforeRendering(services, applicationId);
        if (stop) return stop;
      }
      await assertScoreDisclosed(services, applicationId);
      await createEnvelope(services, applicationId);
      await followSigner(services, applicationId);
      const envelope = await readEnvelope(services, applicationId);
      if (envelope === undefined) throw new Error('The envelope is gone.');
      // The applicant entered another address in the meantime, which has its own email.
      if (generation !== undefined && generation !== envelope.generation) return async () => {};
      const { approved_term: approved } = application;
      const facts = {
        amount: approved === null ? undefined : cents(approved.amount),
        promise: await fundingEstimateOf(services, application),
        link: documentsLink(services, applicationId, envelope.generation),
        expires: signableUntil(application, envelope.linkExpiresAt),
        timeZone: branchZone(lender, application),
      };
      const sent = await sendEmail(services, applicationId, {
        operation: 'documents',
        which: mail,
        to: envelope.mailedTo,
        email: documentsEmail(facts, lender),
      });
      if (sent === 'refused')
        return { failure: (tx) => saveDelivery(tx, applicationId, envelope.generation, 'failed') };
      return async (tx) => {
        await saveDelivery(tx, applicationId, envelope.generation, 'mailed');
        await saveApprovalEmailed(tx, clock, applicationId);
        await audit(tx, clock, { applicationId }, { type: 'documents-emailed' });
      };
    },
    onExhausted:
      ({ generation = 1 }, { applicationId }) =>
      (tx) =>
        saveDelivery(tx, applicationId, generation, 'failed'),
  });
  return [job];
}
