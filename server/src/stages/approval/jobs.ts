// The approval job, enqueued when an applicant accepts the hard pull.
import * as z from 'zod';
import { readApplication } from '../../journey/applications.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEnded, hasEndedLocked } from '../../journey/has-ended.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { handle, type JobDeclaration, type Outcome } from '../../platform/jobs/jobs.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import type { QualifiedProgram } from '../../policy/offers.ts';
import type { Services } from '../../services.ts';
import { oweBranchCase } from '../branches/cases.ts';
import { approvalEnds } from '../offers/expiry.ts';
import { termsOf } from '../offers/service.ts';
import { approve } from './decide.ts';
import { whileVendorsAreAway } from './hard-pull-outage.ts';

const payload = z.object({});

export const decideApproval: JobDeclaration<z.output<typeof payload>> = {
  name: 'decide-approval',
  payload,
  awaited: true,
  begunWith: ['agreement'],
  tries: 3,
  seconds: 60,
  concurrency: 4,
};

export function approvalJobs(services: Services) {
  const { clock } = services;
  return [
    handle(decideApproval, {
      async run(_, { applicationId, stageDone }) {
        if (await hasEnded(services.db, applicationId)) return async () => {};
        const { decision, inputs, isHeld, save } = await approve(services, applicationId, stageDone);
        if (isHeld) {
          return {
            failure: async (tx) => {
              if (await hasEndedLocked(tx, applicationId)) return;
              await moveIfOpen(tx, clock, { applicationId }, 'approvalResumed');
              await move(tx, clock, { applicationId }, 'approvalHeld');
              await save(tx);
            },
          };
        }
        const decided =
          (event: JourneyEvent, isApproved = false): Outcome =>
          async (tx) => {
            if (await hasEndedLocked(tx, applicationId)) return;
            await save(tx);
            await moveIfOpen(tx, clock, { applicationId }, 'approvalResumed');
            await move(
              tx,
              clock,
              { applicationId },
              event,
              isApproved ? { offers_expire_at: approvalEnds(services) } : {},
            );
            if (event === 'approvalFailed') await oweBranchCase(tx, services, applicationId, 'no-decision');
            await giveNotices(tx, services, applicationId);
          };
        switch (decision.kind) {
          case 'APPROVED':
            return decided(
              (await isOtherwise(services, applicationId, { programs: decision.programs, inputs }))
                ? 'approvedOtherwise'
                : 'approved',
              true,
            );
          case 'DECLINED':
            return decided('approvalDeclined');
          // Both end on the error page, which shows the branch to call. A referred case waits for a person.
          case 'REFER':
            return { failure: decided('approvalFailed') };
          case 'REJECTED':
            return { failure: decided('approvalRejected') };
        }
      },
      ...whileVendorsAreAway(services, {
        delayed: 'approvalDelayed',
        resumed: 'approvalResumed',
        inDoubt: 'approvalInDoubt',
        failed: 'approvalFailed',
      }),
    }),
  ];
}

/** Whether the final run approves something, but not what the applicant accepted, at that rate or a lower one. */
async function isOtherwise(
  services: Services,
  applicationId: ApplicationId,
  made: { readonly programs: readonly QualifiedProgram[]; readonly inputs: PolicyInputs },
): Promise<boolean> {
  const { accepted_term: accepted } = await readApplication(services.db, applicationId);
  if (accepted === null) return false;
  return !termsOf(services, made, accepted.amount).some(
    ({ months, isAutoSecured, interestRate }) =>
      months === accepted.months &&
      isAutoSecured === accepted.isAutoSecured &&
      interestRate <= accepted.interestRate,
  );
}
