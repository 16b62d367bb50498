// Notifies an applicant by email that their approval is over, and that they may apply again.
import { randomUUID } from 'node:crypto';
import { emailApprovalOver } from '../../journey/jobs.ts';
import type { RegisteredEffect } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { approvalOverEmail } from '../../wording/notice-emails.ts';
import { emailOnce } from './email-once.ts';

export const enqueueApprovalOver: RegisteredEffect = (tx, { jobs }, { id }) =>
  jobs.enqueue(tx, emailApprovalOver, id, { mail: randomUUID() });

export function approvalOverJobs(services: Services) {
  return [
    handle(emailApprovalOver, {
      async run({ mail }, { applicationId }) {
        const about = { applicationId, operation: 'approval-over', id: `approval-over.${mail}` };
        await emailOnce(services, about, ({ firstName }) =>
          approvalOverEmail(services.lender, {
            firstName,
            how: 'expired',
            applyLink: `${services.config.publicUrl}/`,
          }),
        );
        return async () => {};
      },
    }),
  ];
}
