// Cases for the branch: wherever a page says that a branch will call, the core system gets a case, once per reason.
import * as z from 'zod';
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';

const payload = z.object({
  reason: z.enum(['verify-at-branch', 'loan-signed', 'no-decision', 'withdrawn']),
  /** When the applicant was promised the call, or withdrew, as an ISO instant. */
  since: z.iso.datetime(),
});
type Reason = z.output<typeof payload>['reason'];
/** Documents and times of calls open their case by their own jobs. */
type CaseReason = Reason | 'documents-uploaded' | 'call-booked';

/** The applicant expects a call, so the job retries for days before it alerts an operator. */
export const openBranchCase: JobDeclaration<z.output<typeof payload>> = {
  name: 'open-branch-case',
  payload,
  tries: 1000,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 300,
};

/** Enqueues the case in the transaction that leads to the promise. */
export async function oweBranchCase(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  applicationId: ApplicationId,
  reason: Reason,
): Promise<void> {
  await jobs.enqueue(tx, openBranchCase, applicationId, { reason, since: clock.now().toISOString() });
}

export function branchCaseJobs(services: Services) {
  const { clock } = services;
  return [
    handle(openBranchCase, {
      async run({ reason, since }, { applicationId }) {
        await openCase(services, applicationId, reason, callBy(services, new Date(since)));
        return (tx) => audit(tx, clock, { applicationId }, { type: 'branch-case-opened', reason });
      },
    }),
  ];
}

/** By when the applicant may expect the call, as they are told. */
export const callBy = ({ lender }: Pick<Services, 'lender'>, since: Date): Date =>
  secondsAfter(since, lender.advertised.branchCallsWithinHours.to * 3600);

/** Nobody opens a case, or adds to one, for an application that was withdrawn. */
export const isWithdrawnLocked = async (tx: Tx, id: ApplicationId): Promise<boolean> =>
  (await lockApplication(tx, id)).state === 'WITHDRAWN';

/** Opens the case in the core system once, and returns its number there. Only a job calls this. */
export async function openCase(
  { db, vault, vendorCalls, vendors }: Services,
  applicationId: ApplicationId,
  reason: CaseReason,
  by: Date,
): Promise<string> {
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  const { branch_id: branchId } = application;
  if (branchId === null) throw new Error('An application without a branch cannot be called by one.');
  const key = `branch-case:${applicationId}:${reason}`;
  const { caseId } = await vendorCalls.call({
    vendor: 'core',
    operation: 'open-case',
    key,
    applicationId,
    timeoutSeconds: 15,
    isCalledOff: async (tx) => reason !== 'withdrawn' && isWithdrawnLocked(tx, applicationId),
    // The core system opens one case per key.
    onUnknownOutcome: { rule: 'repeat' },
    perform: (signal) =>
      vendors.core.openCase(
        {
          applicationId,
          branchId,
          reason,
          firstName: applicant.firstName,
          lastName: applicant.lastName,
          phone: applicant.phone,
          email: applicant.email,
          callBy: by.toISOString(),
        },
        key,
        signal,
      ),
  });
  return caseId;
}
