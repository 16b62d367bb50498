// The one-click approval job: the same hard pull and final policy run as the standard path, with the fast path's own
// outcomes.
import * as z from 'zod';
import { readApplication } from '../../journey/applications.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEnded, hasEndedLocked } from '../../journey/has-ended.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import type { JourneyEvent } from '../../journey/transitions.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import type { ApprovalDecision } from '../../policy/decide.ts';
import type { Services } from '../../services.ts';
import { approve } from '../approval/decide.ts';
import { whileVendorsAreAway } from '../approval/hard-pull-outage.ts';
import { oweBranchCase } from '../branches/cases.ts';
import { approvalEnds } from '../offers/expiry.ts';
import { termsOf } from '../offers/service.ts';
import { counterofferOf, finalTerm } from './offer.ts';

const payload = z.object({});

export const decideFastPath: JobDeclaration<z.output<typeof payload>> = {
  name: 'decide-fast-path',
  payload,
  awaited: true,
  begunWith: ['agreement'],
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
  const { db, clock } = services;
  return [
    handle(decideFastPath, {
      async run(_, { applicationId, stageDone }) {
        if (await hasEnded(db, applicationId)) return async () => {};
        const { decision, inputs, isHeld, save } = await approve(services, applicationId, stageDone);
        if (isHeld) {
          return async (tx) => {
            if (await hasEndedLocked(tx, applicationId)) return;
            await moveIfOpen(tx, clock, { applicationId }, 'fastPathResumed');
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
        // We lend exactly what the applicant accepted in one click. Other terms are offered, and the applicant decides.
        const other =
          decision.kind === 'APPROVED' && final === undefined && accepted !== null
            ? counterofferOf(services, { programs: decision.programs, inputs }, accepted)
            : undefined;
        const event =
          decision.kind !== 'APPROVED' || final !== undefined
            ? eventOf[decision.kind]
            : other === undefined
              ? 'fastPathReferred'
              : 'fastPathCounteroffered';
        const term = final ?? other;
        return async (tx) => {
          if (await hasEndedLocked(tx, applicationId)) return;
          await save(tx);
          await moveIfOpen(tx, clock, { applicationId }, 'fastPathResumed');
          await move(tx, clock, { applicationId }, event, {
            ...(term === undefined
              ? {}
              : { approved_term: JSON.stringify(term), offers_expire_at: approvalEnds(services) }),
          });
          if (event === 'fastPathReferred') await oweBranchCase(tx, services, applicationId, 'no-decision');
          await giveNotices(tx, services, applicationId);
        };
      },
      ...whileVendorsAreAway(services, {
        delayed: 'fastPathDelayed',
        resumed: 'fastPathResumed',
        inDoubt: 'fastPathInDoubt',
        failed: 'fastPathFailed',
      }),
    }),
  ];
}
