// The one-click approval job: the same hard pull and final policy run as the standard path, with the fast path's own
// outcomes.
import * as z from 'zod';
import { readApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { markUnresolved } from '../../platform/jobs/vendor-calls.ts';
import type { ApprovalDecision } from '../../policy/decide.ts';
import type { Services } from '../../services.ts';
import { approve, hardPullKey } from '../approval/decide.ts';
import { oweAdverseAction } from '../notices/jobs.ts';
import { mailDecisionReady } from '../notices/link-mails.ts';
import { approvalEnds } from '../offers/expiry.ts';
import { termsOf } from '../offers/service.ts';
import { finalTerm } from './offer.ts';

/** `mail` identifies the email that tells an applicant who stopped waiting that we have an answer. */
const payload = z.object({ mail: z.string().optional() });

export const decideFastPath: JobDeclaration<z.output<typeof payload>> = {
  name: 'decide-fast-path',
  payload,
  awaited: true,
  tries: 3,
  seconds: 60,
  concurrency: 4,
};

const eventOf: Record<ApprovalDecision['kind'], JourneyEvent> = {
  APPROVED: 'fastPathApproved',
  DECLINED: 'fastPathDeclined',
  REFER: 'fastPathReferred',
  REJECTED: 'fastPathRejected',
};

export function fastPathJobs(services: Services) {
  const { db, clock, jobs } = services;
  return [
    handle(decideFastPath, {
      async run({ mail }, { applicationId }) {
        const { decision, inputs, isHeld, save } = await approve(services, applicationId);
        if (isHeld) {
          return async (tx) => {
            await move(tx, clock, { applicationId }, 'fastPathHeld');
            await save(tx);
          };
        }
        const { accepted_term: accepted } = await readApplication(db, applicationId);
        const offered =
          decision.kind === 'APPROVED' && accepted !== null
            ? termsOf(services, { programs: decision.programs, inputs }, accepted.amount)
            : [];
        const final = finalTerm(offered, accepted);
        // We lend exactly what the applicant accepted in one click; otherwise a person makes another offer.
        const isOther = decision.kind === 'APPROVED' && final === undefined;
        return async (tx) => {
          await save(tx);
          await move(tx, clock, { applicationId }, isOther ? 'fastPathReferred' : eventOf[decision.kind], {
            ...(final === undefined
              ? {}
              : { approved_term: JSON.stringify(final), offers_expire_at: approvalEnds(services) }),
          });
          if (decision.kind === 'DECLINED') await oweAdverseAction(tx, services, applicationId, 'approval');
          if (final !== undefined && mail !== undefined)
            await jobs.enqueue(tx, mailDecisionReady, applicationId, { mail });
        };
      },
      onExhausted:
        (_, { applicationId }) =>
        async (tx) => {
          const unresolved = await markUnresolved(tx, hardPullKey(applicationId));
          await move(tx, clock, { applicationId }, unresolved ? 'fastPathInDoubt' : 'fastPathFailed');
        },
    }),
  ];
}
