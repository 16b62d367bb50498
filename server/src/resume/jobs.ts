// The mail with the link by which an applicant comes back once a decision is there.
import * as z from 'zod';
import { mailOnce } from '../journey/mail.ts';
import type { Parts } from '../parts.ts';
import { audit } from '../platform/audit.ts';
import { handle, type JobDeclaration } from '../platform/jobs.ts';
import { decisionReadyMail } from '../wording/mails.ts';
import { resumeLink } from './link.ts';

/** `mail` tells this mail from another of the same application. */
const payload = z.object({ mail: z.string().optional() });

export const mailDecisionReady: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-decision-ready',
  payload,
  tries: 10,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 600,
};

export function resumeJobs(parts: Parts) {
  const { clock } = parts;
  return [
    handle(mailDecisionReady, {
      async run({ mail }, { applicationId }) {
        const id = ['decision-ready', applicationId, ...(mail === undefined ? [] : [mail])].join('.');
        await mailOnce(parts, { applicationId, operation: 'decision-ready', id }, ({ firstName }) =>
          decisionReadyMail(parts.lender, { firstName, link: resumeLink(parts, applicationId) }),
        );
        return async () => {};
      },
      gaveUp:
        (_, { applicationId }) =>
        (tx) =>
          audit(tx, clock, { applicationId }, { type: 'job-failed', job: mailDecisionReady.name }),
    }),
  ];
}
