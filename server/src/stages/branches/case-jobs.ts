// Opens a case whenever a page promises a call by the branch, and has it closed if the applicant or the lender withdraws. Reports
// each text that an applicant sent to the branch with its case.
import { transactOn } from '../../journey/applications.ts';
import { type BranchCaseReason, openBranchCase, reportText } from '../../journey/jobs.ts';
import type { RegisteredEffect } from '../../platform/jobs/job-declaration.ts';
import { mayBePerforming, wasPerformed } from '../../platform/jobs/job-records.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { deleteReceivedText, findReceivedText } from '../../records/texts.ts';
import type { Services } from '../../services.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { cancelCall } from './call-back.ts';
import { isClosedLocked, isClosing, openCase } from './cases.ts';

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
        if (reason === 'continued-online')
          return async (tx) => {
            const canceled = { id: applicationId, kind: 'requested', since: chosenBy } as const;
            if (await cancelCall(tx, services, canceled))
              await audit(tx, clock, { applicationId }, { type: 'branch-call-withdrawn' });
          };
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
