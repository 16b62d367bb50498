// The mails about automatic payments: the copy of what was authorized, and the confirmation that it was canceled.
import * as z from 'zod';
import { readDocument } from '../documents/keep.ts';
import { mailOnce } from '../journey/mail.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import type { ApplicationId } from '../platform/tables.ts';
import { autopayFilename } from '../wording/autopay.ts';
import { autopayAuthorizedMail, autopayCanceledMail } from '../wording/mails.ts';

const payload = z.object({ about: z.enum(['authorized', 'canceled']), authorizationId: z.string() });

/** The copy is owed by law, so the job goes on for days before it tells an operator. */
export const mailAutopay: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-autopay',
  payload,
  tries: 500,
  seconds: 40,
  concurrency: 2,
  longestDelaySeconds: 900,
};

export const authorizationKey = (id: ApplicationId, authorizationId: string) =>
  `autopay-authorization:${id}:${authorizationId}`;

export function autopayJobs(parts: Parts) {
  const { db, vault, clock, lender } = parts;
  return [
    handle(mailAutopay, {
      async run({ about, authorizationId }, { applicationId }) {
        const mail = {
          applicationId,
          operation: `autopay-${about}`,
          id: `autopay-${about}.${authorizationId}`,
        };
        if (about === 'canceled') {
          await mailOnce(parts, mail, ({ firstName }) => autopayCanceledMail(lender, { firstName }));
        } else {
          const copy = await readDocument(db, vault, authorizationKey(applicationId, authorizationId));
          if (copy === undefined) throw new Error('There is no authorization to mail a copy of.');
          await mailOnce(parts, mail, ({ firstName }) => ({
            ...autopayAuthorizedMail(lender, { firstName }),
            attachments: [{ filename: autopayFilename, content: copy.pdf, contentType: 'application/pdf' }],
          }));
        }
        return (tx) => audit(tx, clock, { applicationId }, { type: 'autopay-mailed', about });
      },
      gaveUp:
        (_, { applicationId }) =>
        (tx) =>
          audit(tx, clock, { applicationId }, { type: 'job-failed', job: mailAutopay.name }),
    }),
  ];
}
