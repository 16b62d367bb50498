// The job that begins when an applicant accepts the hard pull.
import * as z from 'zod';
import { move } from '../journey/move.ts';
import { oweAdverseAction } from '../notices/jobs.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import { approve } from './decide.ts';

const payload = z.object({});

export const decideApproval: JobDeclaration<z.output<typeof payload>> = {
  name: 'decide-approval',
  payload,
  awaited: true,
  tries: 3,
  seconds: 60,
  concurrency: 4,
};

export function approvalJobs(parts: Parts) {
  const { clock } = parts;
  return [
    handle(decideApproval, {
      async run(_, { applicationId }) {
        const { decision, keep } = await approve(parts, applicationId);
        const subject = { applicationId };
        switch (decision.kind) {
          case 'APPROVED':
            return async (tx) => {
              await keep(tx);
              await move(tx, clock, subject, 'approved');
            };
          case 'DECLINED':
            return async (tx) => {
              await keep(tx);
              await move(tx, clock, subject, 'approvalDeclined');
              await oweAdverseAction(tx, parts, applicationId, 'approval');
            };
          // What needs a person's eyes ends on the error page, with the branch to call.
          case 'REFER':
          case 'REJECTED':
            return {
              failure: async (tx) => {
                await keep(tx);
                await move(tx, clock, subject, 'approvalFailed');
              },
            };
        }
      },
      gaveUp:
        (_, { applicationId, inDoubt }) =>
        async (tx) => {
          await audit(tx, clock, { applicationId }, { type: 'job-failed', job: decideApproval.name });
          await move(tx, clock, { applicationId }, inDoubt ? 'approvalInDoubt' : 'approvalFailed');
        },
    }),
  ];
}
