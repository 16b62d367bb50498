// The one-click approval: the same hard pull and final policy run as everywhere, with the fast path's own outcomes.
import * as z from 'zod';
import { approve } from '../approval/decide.ts';
import { move } from '../journey/move.ts';
import type { JourneyEvent } from '../journey/transitions.ts';
import { oweAdverseAction } from '../notices/jobs.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import type { ApprovalDecision } from '../policy/decide.ts';

const payload = z.object({});

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

export function fastPathJobs(parts: Parts) {
  const { clock } = parts;
  return [
    handle(decideFastPath, {
      async run(_, { applicationId }) {
        const { decision, keep } = await approve(parts, applicationId);
        return async (tx) => {
          await keep(tx);
          await move(tx, clock, { applicationId }, eventOf[decision.kind]);
          if (decision.kind === 'DECLINED') await oweAdverseAction(tx, parts, applicationId, 'approval');
        };
      },
      gaveUp:
        (_, { applicationId, inDoubt }) =>
        async (tx) => {
          await audit(tx, clock, { applicationId }, { type: 'job-failed', job: decideFastPath.name });
          await move(tx, clock, { applicationId }, inDoubt ? 'fastPathInDoubt' : 'fastPathFailed');
        },
    }),
  ];
}
