// The jobs that email a link back to the application: after a decision, and when the applicant asks for one.
import * as z from 'zod';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import type { Services } from '../../services.ts';
import { decisionReadyEmail, resumeLinkEmail } from '../../wording/emails.ts';
import { mailOnce } from './mail-once.ts';
import { mailedLinkDays, resumeLink } from './resume-link.ts';

/** `mail` distinguishes this email from others for the same application. */
const payload = z.object({ mail: z.string().optional() });

export const mailDecisionReady: JobDeclaration<z.output<typeof payload>> = {
  name: 'mail-decision-ready',
  payload,
  tries: 10,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 600,
};

const asked = z.object({ mail: z.uuid() });

/** `mail` identifies one request; its email is sent once, even after a crash. */
export const mailResumeLink: JobDeclaration<z.output<typeof asked>> = {
  name: 'mail-resume-link',
  payload: asked,
  tries: 10,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 120,
};

export function resumeJobs(services: Services) {
  const { clock } = services;
  return [
    handle(mailDecisionReady, {
      async run({ mail }, { applicationId }) {
        const id = ['decision-ready', applicationId, ...(mail === undefined ? [] : [mail])].join('.');
        await mailOnce(services, { applicationId, operation: 'decision-ready', id }, ({ firstName }) =>
          decisionReadyEmail(services.lender, {
            firstName,
            link: resumeLink(services, applicationId),
            days: mailedLinkDays,
          }),
        );
        return async () => {};
      },
    }),

    handle(mailResumeLink, {
      async run({ mail }, { applicationId }) {
        const id = `resume-link.${mail}`;
        await mailOnce(services, { applicationId, operation: 'resume-link', id }, ({ firstName }) =>
          resumeLinkEmail(services.lender, {
            firstName,
            link: resumeLink(services, applicationId),
            days: mailedLinkDays,
          }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'link-mailed' });
      },
    }),
  ];
}
