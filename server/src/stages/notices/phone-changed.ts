// Notifies applicants by email that their phone was changed, in case someone else changed it: the phone gets the text codes.
import * as z from 'zod';
import { mailPatience } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { phoneChangedEmail } from '../../wording/emails.ts';
import { mailOnce } from './mail-once.ts';

/** `change` identifies one change; its email is sent once, even after a crash. */
export const mailPhoneChanged = declareJob(
  'mail-phone-changed',
  mailPatience,
  z.object({ change: z.uuid() }),
);

export function phoneChangedJobs(services: Services) {
  return [
    handle(mailPhoneChanged, {
      async run({ change }, { applicationId }) {
        const about = { applicationId, operation: 'phone-changed', id: `phone-changed.${change}` };
        await mailOnce(services, about, ({ firstName }) => phoneChangedEmail(services.lender, { firstName }));
        return (tx) => audit(tx, services.clock, { applicationId }, { type: 'phone-change-mailed' });
      },
    }),
  ];
}
