// Opens a case whenever a page promises a call by the branch, and has it closed if the applicant or the lender withdraws. Reports
// each text that an applicant sent to the branch with its case.
import { lockApplication, readApplication, transactOn } from '../../journey/applications.ts';
import { callBy } from '../../journey/branch-calls.ts';
import { stateOf } from '../../journey/chart.ts';
import { type BranchCaseReason, openBranchCase, reportText } from '../../journey/jobs.ts';
import { stipulationsOf } from '../../journey/missing-items.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { RegisteredEffect } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { mayBePerforming, wasPerformed } from '../../platform/jobs/work-status.ts';
import { readApplicant } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { deleteReceivedText, findReceivedText } from '../../records/texts.ts';
import type { Services, With } from '../../services.ts';
import { keyedCoreCall } from '../../vendors/core/core.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { askedText } from '../../wording/incomplete-notice.ts';
import { cancelCall } from './call-back.ts';

/** Uploaded documents, calls and texts open their cases in their own jobs. */
type CaseReason =
  | Exclude<BranchCaseReason, 'continued-online'>
  | 'documents-uploaded'
  | 'text-received'
  | 'call-booked'
  | 'verify-at-branch';

/** No case is opened, or added to, for an application that was withdrawn, or whose approval was. */
export const isClosedLocked = async (tx: Tx, id: ApplicationId): Promise<boolean> =>
  stateOf((await lockApplication(tx, id)).state).withdrawn !== 'nothing';

const isClosing = (reason: CaseReason | BranchCaseReason): boolean =>
  reason === 'withdrawn' || reason === 'closed';

/** Opens the case in the core system once, and returns its number there. Only a job calls this. `since`: when the call was announced. */
export async function openCase(
  { db, vault, lender, vendorCalls, vendors }: With<'db' | 'vault' | 'lender' | 'vendorCalls' | 'vendors'>,
  applicationId: ApplicationId,
  reason: CaseReason,
  expected: { readonly by: Date } | { readonly since: Date },
): Promise<string> {
  const [application, applicant] = await Promise.all([
    readApplication(db, applicationId),
    readApplicant(db, vault, applicationId),
  ]);
  const { branch_id: branchId } = application;
  if (branchId === null) throw new Error('An application without a branch cannot be called by one.');
  const by = 'by' in expected ? expected.by : callBy(lender, application, expected.since);
  const asked = await stipulationsOf(db, application);
  const key = `branch-case:${applicationId}:${reason}`;
  const { caseId } = await vendorCalls.call({
    ...keyedCoreCall,
    operation: 'open-case',
    key,
    applicationId,
    isCalledOff: async (tx) => !isClosing(reason) && isClosedLocked(tx, applicationId),
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
          asked: asked
            .filter(({ item }) => item !== 'call')
            .map(({ item, status, until }) => ({ ...askedText[item], status, until: until?.toISOString() })),
          callBy: by.toISOString(),
        },
        key,
        signal,
      ),
  });
  return caseId;
}

const caseFor =
  (reason: BranchCaseReason): RegisteredEffect =>
  (tx, { jobs }, { id, state_since: since }) =>
    jobs.enqueue(tx, openBranchCase, id, { reason, since: since.toISOString() });

export const branchCaseEffects = {
  openBranchCase: caseFor('no-decision'),
  openSignedLoanCase: caseFor('loan-signed'),
  openVehicleCase: caseFor('check-vehicle'),
  withdrawBranchCall: caseFor('continued-online'),
  withdrawBranchCase: caseFor('withdrawn'),
  closeBranchCase: caseFor('closed'),
} as const;

export function branchCaseJobs(services: Services) {
  const { db, vault, clock } = services;
  return [
    handle(openBranchCase, {
      async run({ reason, since }, { applicationId }) {
        const chosenBy = new Date(since);
        if (reason === 'continued-online') {
          return async (tx) => {
            const canceled = { id: applicationId, kind: 'requested', since: chosenBy } as const;
            if (await cancelCall(tx, services, canceled))
              await audit(tx, clock, { applicationId }, { type: 'branch-call-withdrawn' });
          };
        }
        if (isClosing(reason)) {
          // Without a case, the branch has nothing to close; after the end, none is opened.
          const mayHaveCase =
            (await wasPerformed(db, applicationId, 'open-case')) ||
            (await mayBePerforming(db, applicationId, 'open-case'));
          if (!mayHaveCase) return async () => {};
          const canceled = { id: applicationId, kind: 'booked', since: chosenBy } as const;
          await transactOn(db, applicationId, (tx) => cancelCall(tx, services, canceled));
        }
        await openCase(services, applicationId, reason, { since: chosenBy });
        return (tx) => audit(tx, clock, { applicationId }, { type: 'branch-case-opened', reason });
      },
    }),

    coreJob(services, reportText, async ({ text: messageId }, applicationId) => {
      const received = await findReceivedText(db, vault, messageId);
      if (received === undefined) return undefined;
      const { text, receivedAt } = received;
      return {
        call: 'addMessage',
        id: await openCase(services, applicationId, 'text-received', { since: receivedAt }),
        json: { messageId, text, receivedAt: receivedAt.toISOString() },
        key: `case-message:${messageId}`,
        isCalledOff: (tx) => isClosedLocked(tx, applicationId),
        async done(tx) {
          await deleteReceivedText(tx, messageId);
          await audit(tx, clock, { applicationId }, { type: 'text-reported' });
        },
      };
    }),
  ];
}
