// Sends the text code.
import * as z from 'zod';
import { readApplicantField } from '../journey/applicant.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';

const payload = z.object({ attempt: z.string() });

export const sendTextCode: JobDeclaration<z.output<typeof payload>> = {
  name: 'send-text-code',
  payload,
  tries: 3,
  seconds: 30,
  concurrency: 8,
};

export function phoneCheckJobs(parts: Parts) {
  const { db, vault, clock, outside, vendors } = parts;
  return [
    handle(sendTextCode, {
      async run({ attempt }, { applicationId }) {
        const phone = await readApplicantField(db, vault, applicationId, 'phone');
        await outside.call({
          vendor: 'twilio',
          operation: 'send-code',
          key: `text-code:${applicationId}:${attempt}`,
          applicationId,
          timeoutSeconds: 10,
          // The vendor sends the same code again while it is valid.
          inDoubt: { rule: 'repeat' },
          perform: () => vendors.textCodes.send(phone),
        });
        return (tx) => audit(tx, clock, { applicationId }, { type: 'text-code-requested' });
      },
      // The page offers to send the code again, and says then why it cannot.
      gaveUp:
        (_, { applicationId }) =>
        (tx) =>
          audit(tx, clock, { applicationId }, { type: 'job-failed', job: sendTextCode.name }),
    }),
  ];
}
