// The approval job, enqueued when an applicant accepts the hard pull.
import * as z from 'zod';
import { move } from '../../journey/move.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { markUnresolved } from '../../platform/jobs/vendor-calls.ts';
import type { Services } from '../../services.ts';
import { oweAdverseAction } from '../notices/jobs.ts';
import { mailDecisionReady } from '../notices/link-mails.ts';
import { approvalEnds } from '../offers/expiry.ts';
import { approve, hardPullKey } from './decide.ts';

/** `mail` identifies the email that tells an applicant who stopped waiting that we have an answer. */
const payload = z.object({ mail: z.string().optional() });

export const decideApproval: JobDeclaration<z.output<typeof payload>> = {
  name: 'decide-approval',
  payload,
  awaited: true,
  tries: 3,
  seconds: 60,
  concurrency: 4,
};

export function approvalJobs(services: Services) {
  const { clock, jobs } = services;
  return [
    handle(decideApproval, {
      async run({ mail }, { applicationId }) {
        const { decision, isHeld, save } = await approve(services, applicationId);
        const subject = { applicationId };
        if (isHeld) {
          return {
            failure: async (tx) => {
              await move(tx, clock, subject, 'approvalHeld');
              await save(tx);
            },
          };
        }
        switch (decision.kind) {
          case 'APPROVED':
            return async (tx) => {
              await save(tx);
              await move(tx, clock, subject, 'approved', { offers_expire_at: approvalEnds(services) });
              if (mail !== undefined) await jobs.enqueue(tx, mailDecisionReady, applicationId, { mail });
            };
          case 'DECLINED':
            return async (tx) => {
              await save(tx);
              await move(tx, clock, subject, 'approvalDeclined');
              await oweAdverseAction(tx, services, applicationId, 'approval');
            };
          // A case that needs manual review ends on the error page, which shows the branch to call.
          case 'REFER':
          case 'REJECTED':
            return {
              failure: async (tx) => {
                await save(tx);
                await move(tx, clock, subject, 'approvalFailed');
              },
            };
        }
      },
      onExhausted:
        (_, { applicationId }) =>
        async (tx) => {
          const unresolved = await markUnresolved(tx, hardPullKey(applicationId));
          await move(tx, clock, { applicationId }, unresolved ? 'approvalInDoubt' : 'approvalFailed');
        },
    }),
  ];
}
