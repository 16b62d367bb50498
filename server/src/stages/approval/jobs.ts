// The approval job: one hard pull and the final policy run, on either path.
import type { Lender } from '#lender/load.ts';
import { readApplication } from '../../journey/applications.ts';
import { hasEnded, hasEndedLocked } from '../../journey/guard.ts';
import { decideApproval } from '../../journey/jobs.ts';
import { move, outageRetries, tryMove } from '../../journey/move.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { markUnresolved } from '../../platform/jobs/call-records.ts';
import { handle, type Outcome } from '../../platform/jobs/jobs.ts';
import type { Services, With } from '../../services.ts';
import { recordUndecided } from '../screening/screening.ts';
import { type Approval, type ApprovalOutcome, approve, finalTerms, hardPullKey } from './decide.ts';

export function approvalJobs(services: Services) {
  return [
    handle(decideApproval, {
      async run(_, { applicationId, stageDone }) {
        if (await hasEnded(services.db, applicationId)) return async () => {};
        const approval = await approve(services, applicationId, stageDone);
        const { lender } = await services.policies.of(approval.decision);
        const { event, term, isFailure } = await outcomeOf(services, applicationId, { ...approval, lender });
        const outcome: Outcome = async (tx) => {
          if (await hasEndedLocked(tx, applicationId)) return;
          await tryMove(tx, services, { applicationId }, 'resumed');
          // Before the notice that it requires.
          await approval.save(tx);
          await move(tx, { ...services, lender }, { applicationId }, event, {
            ...(term && { approved_term: JSON.stringify(term) }),
          });
          // The policy approves only terms that the applicant did not ask for, and none that we can offer instead.
          if (event === 'referred')
            await recordUndecided(tx, services, applicationId, 'approval', 'no-terms');
        };
        return isFailure ? { failure: outcome } : outcome;
      },

      // A hard pull with an unknown outcome is not repeated: an operator settles it. Otherwise the branch takes over.
      onExhausted:
        (_, { applicationId }) =>
        async (tx) => {
          const isOver = await hasEndedLocked(tx, applicationId);
          const unresolved = await markUnresolved(tx, hardPullKey(applicationId));
          // An operator must settle the call even after this job gives up.
          if (isOver) return;
          await move(tx, services, { applicationId }, unresolved ? 'callUnresolved' : 'failed');
          if (!unresolved) await recordUndecided(tx, services, applicationId, 'approval', 'no-response');
        },
      outageRetries: outageRetries(services),
    }),
  ];
}

async function outcomeOf(
  services: With<'clock' | 'db'>,
  id: ApplicationId,
  { decision, inputs, isHeld, lender }: Approval & { readonly lender: Lender },
): Promise<ApprovalOutcome> {
  if (isHeld) return { event: 'held', isFailure: true };
  switch (decision.kind) {
    case 'APPROVED': {
      const application = await readApplication(services.db, id);
      return finalTerms(services, application, { programs: decision.programs, inputs, lender });
    }
    case 'DECLINED':
      return { event: 'declined' };
    case 'REFER':
      return { event: 'referred', isFailure: true };
    case 'REJECTED':
      return { event: 'rejected', isFailure: true };
  }
}
