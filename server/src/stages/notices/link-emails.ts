// The jobs that email a link back to the application: with the offers, after a late decision, and at the applicant's request.
import * as z from 'zod';
import { readApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { emailOffersReady } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { holdsOf } from '../../records/holds.ts';
import type { Services } from '../../services.ts';
import { offersReadyEmail, resumeLinkEmail } from '../../wording/emails.ts';
import { emailOnce } from './email-once.ts';
import { carriesOffers, openOffers } from './offers-email.ts';
import { emailedLinkDays, resumeLink } from './resume-link.ts';

/**
 * `mail` identifies one request; its email is sent once, even after a crash. `opens`: what the applicant sees first, if not the
 * application where it stands.
 */
export const sendResumeLink = declareJob(
  'email-resume-link',
  { tries: 10, seconds: 30, concurrency: 2, longestDelaySeconds: 120 },
  z.object({ mail: z.uuid(), opens: z.literal('documents').optional() }),
);

export function resumeJobs(services: Services) {
  const { db, clock, lender } = services;
  return [
    handle(emailOffersReady, {
      async run(_, { applicationId }) {
        const offers = await openOffers(services, applicationId);
        if (offers === undefined || (await carriesOffers(services, applicationId))) return async () => {};
        // Offers after a review are emailed, even if the applicant had some before it.
        const reviews = (await holdsOf(db, applicationId)).filter(
          ({ kind, resolution }) => kind === 'identity' && resolution === 'released',
        ).length;
        const id = `offers-ready.${applicationId}${reviews === 0 ? '' : `.${reviews}`}`;
        const about = { applicationId, operation: 'offers-ready', id };
        await emailOnce(services, about, ({ firstName }) =>
          offersReadyEmail(lender, {
            firstName,
            ...offers,
            link: resumeLink(services, applicationId),
            days: emailedLinkDays,
          }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'offers-emailed' });
      },
    }),

    handle(sendResumeLink, {
      async run({ mail, opens }, { applicationId }) {
        const id = `resume-link.${mail}`;
        const { state } = await readApplication(db, applicationId);
        await emailOnce(services, { applicationId, operation: 'resume-link', id }, ({ firstName }) =>
          resumeLinkEmail(services.lender, {
            firstName,
            link: resumeLink(services, applicationId, emailedLinkDays, opens),
            days: emailedLinkDays,
            opens,
            hasEnded: stateOf(state).phase === 'ended',
          }),
        );
        return (tx) => audit(tx, clock, { applicationId }, { type: 'link-emailed' });
      },
    }),
  ];
}
