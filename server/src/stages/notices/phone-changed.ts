// Notifies applicants by email that their phone was changed, in case someone else changed it: the phone gets the text codes.
import * as z from 'zod';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { phoneChangedEmail } from '../../wording/emails.ts';
import { mailOnce } from './mail-once.ts';

const payload = z.object({ change: z.uuid() });

/** `change` identifies one change; its email is sent once, even after a crash. */
export const mailPhoneChanged: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-phone-changed',
  payload,
  tries: 100,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 900,
};

export function phoneChangedJobs(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors'>,
) {
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
