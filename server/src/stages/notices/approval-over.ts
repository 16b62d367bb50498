// Tells an applicant by email that their approval is over, and that they may apply again.
import * as z from 'zod';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { approvalOverEmail } from '../../wording/emails.ts';
import { mailOnce } from './mail-once.ts';

const payload = z.object({ how: z.enum(['expired', 'withdrawn']), mail: z.uuid() });

export const mailApprovalOver: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-approval-over',
  payload,
  tries: 100,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 900,
};

export function approvalOverJobs(services: Services) {
  return [
    handle(mailApprovalOver, {
      async run({ how, mail }, { applicationId }) {
        const about = { applicationId, operation: 'approval-over', id: `approval-over.${mail}` };
        await mailOnce(services, about, ({ firstName }) =>
          approvalOverEmail(services.lender, { firstName, how, applyLink: `${services.config.publicUrl}/` }),
        );
        return async () => {};
      },
    }),
  ];
}
