// Notifies an applicant by email that a reviewer must decide first. The email gives no reason: it must read the same whatever was
// found.
import * as z from 'zod';
import { hasEnded } from '../../journey/guard.ts';
import { emailRetries } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { heldEmail } from '../../wording/emails.ts';
import { emailOnce } from '../notices/email-once.ts';

/** Sent once for each step that waits. */
export const emailHeld = declareJob('email-held', emailRetries, z.object({ stage: z.string() }));

export function screeningJobs(services: Services) {
  return [
    handle(emailHeld, {
      async run({ stage }, { applicationId }) {
        // The email about its end is sent instead.
        if (await hasEnded(services.db, applicationId)) return async () => {};
        const about = { applicationId, operation: 'held', id: `held.${applicationId}.${stage}` };
        await emailOnce(services, about, ({ firstName }) => heldEmail(services.lender, { firstName }));
        return async () => {};
      },
    }),
  ];
}
