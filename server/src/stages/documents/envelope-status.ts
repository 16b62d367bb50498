// Finds out how an envelope ended: by the signing service's message or, if that is lost, by a request.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import { type SigningEvent, signingEvents } from '#contract/signing-return.ts';
import { applicationsInStates, lockApplication, readApplication } from '../../journey/applications.ts';
import { stateOf, statesWith } from '../../journey/chart.ts';
import { isPast } from '../../journey/deadlines.ts';
import { tryMove } from '../../journey/move.ts';
import { emailUnsigned } from '../../messages/application-messages.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { isUnderway } from '../../platform/jobs/job-records.ts';
import type { StageDone } from '../../platform/jobs/job-updates.ts';
import { handle, type Outcome, RetryLater } from '../../platform/jobs/jobs.ts';
import { ifUnavailable, NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { policyOf, readDecision } from '../../records/decisions.ts';
import {
  claimStatusRequests,
  dropStatusRequests,
  type KnownStatus,
  readEnvelope,
  readKnownStatus,
  saveSigned,
  saveSignedCopy,
  saveStatusResponse,
  storeSignedCopy,
  withEndedEnvelope,
} from '../../records/envelopes.ts';
import { type NewHold, openHold } from '../../records/holds.ts';
import type { VehiclePoint } from '../../records/vehicle-checks.ts';
import type { Services, With } from '../../services.ts';
import { VendorRefused } from '../../vendors/http-client.ts';
import { type EnvelopeStatus, isFinal } from '../../vendors/signature.ts';
import type { VehicleTitle } from '../../vendors/vehicle-data.ts';
import { saveHeld } from '../screening/screening.ts';
import { isSameName } from '../verification/names.ts';
import { notifySpouse } from './marital-status.ts';
import { recheckLoan } from './recheck.ts';

export const checkEnvelopeStatus = declareJob(
  'check-envelope-status',
  {
    awaited: true,
    // A signature stays valid while the vendor is down: retry most of a day, then leave it to the schedule.
    tries: 100,
    seconds: 60,
    concurrency: 4,
    longestDelaySeconds: 900,
  },
  z.object({
    /** How and when the applicant returned. Absent if they have not. */
    event: z.optional(z.enum(signingEvents)),
    since: z.optional(z.iso.datetime()),
  }),
);

/** For how many seconds we trust what the signing page reported, while the envelope doesn't show it yet. */
const shortClaimSeconds = 30;
const claimSeconds: { readonly [E in SigningEvent]?: number } = {
  signing_complete: 2700,
  // Documents that are to be read only: perhaps the applicant signed them earlier.
  viewing_complete: shortClaimSeconds,
  decline: shortClaimSeconds,
};
const timeouts: readonly (SigningEvent | undefined)[] = ['session_timeout', 'ttl_expired'];

type UnsignedEnd = 'signatureMissing' | 'signingTimedOut' | 'signingDeclined' | 'envelopeVoided' | 'expired';

export function envelopeStatusJobs(services: Services) {
  const { clock, jobs } = services;

  /** Ends the signing without a signature, and sends the email if the page promised one. */
  const ended =
    (applicationId: ApplicationId, event: UnsignedEnd): Outcome =>
    async (tx) => {
      const { state_since: since } = await lockApplication(tx, applicationId);
      const moved = await tryMove(tx, services, { applicationId }, event);
      // The states of the other ends have emails of their own.
      if (moved === undefined || (event !== 'signatureMissing' && event !== 'signingTimedOut')) return;
      const { by } = stateOf(moved.from).notifiedBy;
      const isPromised =
        by === 'email' || (by === 'outcome' && secondsAfter(since, promiseAfterSeconds) <= clock.now());
      if (isPromised) await jobs.enqueue(tx, emailUnsigned, applicationId, { mail: randomUUID() });
    };

  return [
    handle(checkEnvelopeStatus, {
      async run({ event, since }, { applicationId, stageDone }) {
        const missing = timeouts.includes(event) ? 'signingTimedOut' : 'signatureMissing';
        const notSigned = { failure: ended(applicationId, missing) };
        const envelopeId = (await readEnvelope(services, applicationId))?.envelopeId;
        if (envelopeId === undefined) return notSigned;
        const status = await requestIfDue(services, applicationId);
        switch (status.final) {
          case 'completed':
            await stageDone('signature');
            return signedOutcome(services, applicationId, envelopeId, stageDone);
          case 'declined':
            return ended(applicationId, 'signingDeclined');
          case 'voided': {
            // Voided by us or by an operator. An approval that has run out always ends as expired.
            const isExpired = isPast(services, await readApplication(services.db, applicationId));
            return { failure: ended(applicationId, isExpired ? 'expired' : 'envelopeVoided') };
          }
          default: {
            const claimed = event && since ? (claimSeconds[event] ?? 0) : 0;
            if (since && secondsAfter(new Date(since), claimed) > clock.now())
              throw new RetryLater('The envelope does not show yet what the signing page reported.');
            // An answer from before the return may be older than the signature.
            const isSigningClaimed = event === 'signing_complete' || event === 'viewing_complete';
            if (!isAnswered(status, isSigningClaimed && since ? new Date(since) : undefined))
              // It was not requested, or not received, since the applicant returned.
              throw new RetryLater('The signing service has not returned the status of the envelope.');
            return notSigned;
          }
        }
      },
      onExhausted:
        (_, { applicationId }) =>
        (tx) =>
          tryMove(tx, services, { applicationId }, 'failed'),
    }),
  ];
}

/** The stored status of the envelope, after a new request if the last one is long enough ago. */
export async function requestIfDue(
  services: With<'clock' | 'db' | 'metrics' | 'vendors'>,
  id: ApplicationId,
): Promise<KnownStatus> {
  const { db, clock, vendors } = services;
  const { signatures, timeouts } = vendors;
  for (const { envelopeId } of await claimStatusRequests(db, clock, [id], signatures.statusEverySeconds)) {
    const status = await attempt(services, [id], () => signatures.status(envelopeId, timeouts.signal(15)));
    await saveStatusResponse(db, clock, id, status);
    countFound(services, status);
  }
  return readKnownStatus(db, id);
}

/** An end that a webhook did not report first. Without webhooks there is nothing to miss. */
function countFound({ metrics, vendors }: With<'metrics' | 'vendors'>, status: EnvelopeStatus): void {
  if (isFinal(status) && vendors.signatures.webhook !== undefined)
    metrics.vendorEvents.inc({ vendor: 'signatures', by: 'polling' });
}

/** A request that did not reach the vendor may be repeated at once. */
async function attempt<A>(
  { db }: With<'db'>,
  ids: readonly ApplicationId[],
  request: () => Promise<A>,
): Promise<A> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof NotPerformed && !(error instanceof VendorRefused)) await dropStatusRequests(db, ids);
    throw error;
  }
}

/** Of a signature that the page reported, only a response after that counts. */
function isAnswered({ requestedAt, answeredAt }: KnownStatus, since: Date | undefined): boolean {
  const from = since ?? requestedAt;
  return answeredAt !== undefined && (from === undefined || answeredAt >= from);
}

async function signedOutcome(
  services: Services,
  applicationId: ApplicationId,
  envelopeId: string,
  stageDone: StageDone,
): Promise<Outcome> {
  const { clock, vendors } = services;
  const fetched = (which: 'combined' | 'certificate') =>
    vendors.signatures.document(envelopeId, which, vendors.timeouts.signal(20));
  const documents = await fetched('combined');
  const certificate = await fetched('certificate');
  await stageDone('copies');
  const copy = await storeSignedCopy(services, { documents, certificate });
  const signedBy = await signedByAnother(services, applicationId);
  const { objection, save } = await recheckLoan(services, applicationId);
  const isLate = isPast(services, await readApplication(services.db, applicationId));
  const vehicle = await vehicleHoldOf(services, applicationId);
  const byName = signedBy === undefined ? undefined : 'other-name';
  const holdReason = (isLate ? 'late' : objection) ?? byName;
  const event = holdReason ? 'held' : vehicle ? 'vehicleUnproven' : 'signed';
  return async (tx) => {
    const subject = { applicationId };
    // If two checks both see the signature, only the first funds the loan.
    if (!(await tryMove(tx, services, subject, event))) return;
    await save(tx);
    await saveSignedCopy(tx, services, applicationId, copy);
    await saveSigned(tx, clock, applicationId);
    await audit(tx, clock, subject, { type: 'documents-signed' });
    if (vehicle && (await openHold(tx, services, applicationId, vehicle))) {
      const { kind, stage, reason } = vehicle;
      await audit(tx, clock, subject, { type: 'held', kind, stage, reason });
    }
    if (event === 'signed') await notifySpouse(tx, services, applicationId);
    if (holdReason) {
      // A signed contract is not undone automatically: a reviewer decides, and nothing is funded until then.
      const rechecked = { type: 'loan-rechecked', at: 'signing', objection: holdReason } as const;
      await audit(tx, clock, subject, rechecked);
      const kind = holdReason === 'military-unknown' ? 'military' : 'signature';
      const evidence = { reason: holdReason, ...(signedBy !== undefined && { signedBy }) };
      const held = { stage: 'signing', evidence } as const;
      await saveHeld(tx, services, applicationId, { ...held, kind, reason: holdReason });
      // A military answer that arrives releases its own hold by itself, and not the name's.
      if (byName !== undefined && kind === 'military')
        await saveHeld(tx, services, applicationId, { ...held, kind: 'signature', reason: byName });
    }
  };
}

/** The name in the envelope, where it is not the borrower's: a person may have signed for them. */
async function signedByAnother(services: Services, id: ApplicationId): Promise<string | undefined> {
  const { db, vault, vendors } = services;
  const envelope = await readEnvelope(services, id);
  if (envelope?.envelopeId === undefined) return undefined;
  const name = await vendors.signatures.signedName?.(envelope.envelopeId, vendors.timeouts.signal(15));
  if (name === undefined || name === envelope.signer.name) return undefined;
  const { nameMatchPercent } = (await policyOf(services, id)).lender.policy.verification;
  return isSameName(await readApplicant(db, vault, id), name, nameMatchPercent) ? undefined : name;
}

export const statesToSign = statesWith('signed');

/** Requests the status of many envelopes at once, within the vendor's limits, and enqueues a check for each that ended. */
export async function checkOpenEnvelopes(
  services: With<'clock' | 'db' | 'jobs' | 'metrics' | 'vendors'>,
  batch = 50,
): Promise<void> {
  const { db, clock, jobs, vendors } = services;
  const { signatures, timeouts } = vendors;
  for await (const waiting of applicationsInStates(db, statesToSign, { size: batch })) {
    const due = await claimStatusRequests(db, clock, waiting, signatures.statusEverySeconds);
    if (due.length > 0) {
      const applicationIds = due.map(({ applicationId }) => applicationId);
      const envelopeIds = due.map(({ envelopeId }) => envelopeId);
      const request = () => signatures.statuses(envelopeIds, timeouts.signal(30));
      const statuses = await attempt(services, applicationIds, request);
      for (const { applicationId, envelopeId } of due) {
        const status = statuses.get(envelopeId);
        if (status === undefined) continue;
        await saveStatusResponse(db, clock, applicationId, status);
        countFound(services, status);
      }
    }
    for (const applicationId of await withEndedEnvelope(db, waiting))
      await transact(db, async (tx) => {
        if (!(await isUnderway(tx, applicationId, checkEnvelopeStatus.name)))
          await jobs.enqueue(tx, checkEnvelopeStatus, applicationId, {});
      });
  }
}

type Needs = With<'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'policies' | 'vendors' | 'log'>;

/** Undefined for a loan without a vehicle. A person always sees the insurance; a missing title is unknown. */
async function vehicleHoldOf(services: Needs, id: ApplicationId): Promise<NewHold | undefined> {
  const { db, vault, lender } = services;
  const { approved_term: term } = await readApplication(db, id);
  if (!term?.isAutoSecured) return undefined;
  const made = await readDecision(db, vault, id, 'approval');
  const vin = made?.inputs.vehicle?.vin;
  const byBranch = lender.funding.titleCheck === 'branch';
  const title = byBranch || !vin ? null : await titleOf(services, id, vin);
  const applicant = await readApplicant(db, vault, id);
  const { nameMatchPercent: least } = (await policyOf(services, id)).lender.policy.verification;
  const ours = lender.brand.legalName.toUpperCase();
  const points: VehiclePoint[] = ['insurance'];
  if (byBranch) points.push('title-branch');
  else if (title === null) points.push('title-unknown');
  else {
    // Another owner beside the applicant has not signed.
    if (!title.owners.every((owner) => isSameName(applicant, owner, least))) points.push('title-owner');
    if (title.lienholders.some((holder) => holder.toUpperCase() !== ours)) points.push('title-lien');
  }
  return {
    kind: 'vehicle',
    stage: 'signing',
    reason: points.at(-1) ?? 'insurance',
    evidence: { vin, title, waitsFor: points },
    points,
  };
}

async function titleOf(services: Needs, id: ApplicationId, vin: string): Promise<VehicleTitle | null> {
  const { vendors, vendorCalls, log } = services;
  const { vehicleData } = vendors;
  if (vehicleData === undefined) return null;
  const call = vendorCalls.call({
    vendor: 'vehicle-data',
    operation: 'vehicle-title',
    key: `vehicle-title:${id}`,
    applicationId: id,
    timeoutSeconds: 15,
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) => vehicleData.titleOf(vin, id, signal),
  });
  return call.catch(
    ifUnavailable(({ message }) => {
      log.warn({ applicationId: id, reason: message }, 'the vehicle title service did not respond');
      return null;
    }),
  );
}
