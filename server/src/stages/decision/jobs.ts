// The prequalification jobs: the decision, the decision on an application saved while the bureau was down, and the
// email that confirms an email address.
import * as z from 'zod';
import { lockApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { stateOf } from '../../journey/states.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { CircuitBreaker } from '../../platform/jobs/circuit-breaker.ts';
import { handle, type JobDeclaration, RetryLater } from '../../platform/jobs/jobs.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import type { Services } from '../../services.ts';
import { VendorRefused } from '../../vendors/http-client.ts';
import { addressConfirmationEmail } from '../../wording/emails.ts';
import { confirmationLinkDays, emailVerificationLink } from '../notices/email-verification.ts';
import { mailDecisionReady } from '../notices/link-mails.ts';
import { mailOnce } from '../notices/mail-once.ts';
import { decide } from './decide.ts';

const noPayload = z.object({});
/** `mail` identifies the email that tells an applicant who stopped waiting that we have an answer. */
const deciding = z.object({ mail: z.string().optional() });

export const decidePrequalification: JobDeclaration<z.output<typeof deciding>> = {
  name: 'decide-prequalification',
  payload: deciding,
  awaited: true,
  tries: 3,
  seconds: 40,
  concurrency: 8,
};

/** Retried until the bureau answers again, for up to about a day. */
export const decideCaptured: JobDeclaration<z.output<typeof noPayload>> = {
  name: 'decide-captured',
  payload: noPayload,
  tries: 1000,
  seconds: 40,
  concurrency: 2,
  longestDelaySeconds: 120,
};

const emailPayload = z.object({ email: z.string() });

/** The payload includes the address's lookup hash, so a changed address never gets the old address's email. */
export const sendEmailVerification: JobDeclaration<z.output<typeof emailPayload>> = {
  name: 'send-email-verification',
  payload: emailPayload,
  tries: 10,
  seconds: 30,
  concurrency: 4,
  longestDelaySeconds: 600,
};

export function prequalificationJobs(services: Services) {
  const { clock, jobs } = services;

  /** Offers, and a hold, have an email of their own. */
  async function tellUnlessOffered(tx: Tx, applicationId: ApplicationId, mail: { mail?: string }) {
    const { state } = await lockApplication(tx, applicationId);
    if (state !== 'HELD' && stateOf(state).status !== 'PREQUALIFIED')
      await jobs.enqueue(tx, mailDecisionReady, applicationId, mail);
  }

  return [
    handle(decidePrequalification, {
      async run({ mail }, { applicationId }) {
        const write = await decide(services, applicationId);
        return async (tx) => {
          await write(tx);
          if (mail !== undefined) await tellUnlessOffered(tx, applicationId, { mail });
        };
      },
      onExhausted:
        (_, { applicationId }) =>
        async (tx) => {
          await move(tx, clock, { applicationId }, 'decisionFailed');
        },
    }),

    handle(decideCaptured, {
      async run(_, { applicationId }) {
        if (await new CircuitBreaker(services, 'bureau').isOpen())
          throw new RetryLater('the bureau is still down');
        const write = await decide(services, applicationId).catch((error: unknown) => {
          // Only an outage is worth waiting out; a vendor that refuses our request is a different error.
          const isDown = error instanceof VendorUnavailable;
          throw isDown && !(error.cause instanceof VendorRefused) ? new RetryLater(error.message) : error;
        });
        return async (tx) => {
          await move(tx, clock, { applicationId }, 'bureauBack');
          await write(tx);
          await tellUnlessOffered(tx, applicationId, {});
        };
      },
      onExhausted:
        (_, { applicationId }) =>
        async (tx) => {
          await move(tx, clock, { applicationId }, 'bureauBack');
          await move(tx, clock, { applicationId }, 'decisionFailed');
        },
    }),

    handle(sendEmailVerification, {
      async run({ email }, { applicationId }) {
        const id = `email-verification.${applicationId}.${email.slice(0, 12).toLowerCase()}`;
        await mailOnce(services, { applicationId, operation: 'email-verification', id }, (applicant) =>
          addressConfirmationEmail(services.lender, {
            firstName: applicant.firstName,
            link: emailVerificationLink(services, applicationId, applicant.email),
            days: confirmationLinkDays,
          }),
        );
        return async () => {};
      },
    }),
  ];
}
