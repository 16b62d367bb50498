// The prequalification jobs: the decision, the decision on an application that was kept at the form while a vendor was down, and
// the email that confirms an email address.
import * as z from 'zod';
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEnded, hasEndedLocked } from '../../journey/has-ended.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import { outageSeconds } from '../../journey/vendors-away.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { StageDone } from '../../platform/jobs/job-stages.ts';
import { handle, type JobDeclaration, type Outcome } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { addressConfirmationEmail } from '../../wording/emails.ts';
import { oweBranchCase } from '../branches/cases.ts';
import { confirmationLinkDays, emailVerificationLink } from '../notices/email-verification.ts';
import { mailOnce } from '../notices/mail-once.ts';
import { decide } from './decide.ts';

const noPayload = z.object({});

export const decidePrequalification: JobDeclaration<z.output<typeof noPayload>> = {
  name: 'decide-prequalification',
  payload: noPayload,
  awaited: true,
  begunWith: ['phone'],
  tries: 3,
  seconds: 40,
  concurrency: 8,
};

/** Decides an application that was kept at the form while a vendor was known to be down. */
export const decideCaptured: JobDeclaration<z.output<typeof noPayload>> = {
  name: 'decide-captured',
  payload: noPayload,
  tries: 3,
  seconds: 40,
  concurrency: 2,
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
  const { clock, sessions } = services;

  /** An application that was put off goes on where it would have been decided. */
  async function decided(applicationId: ApplicationId, stageDone?: StageDone): Promise<Outcome> {
    if (await hasEnded(services.db, applicationId)) return async () => {};
    const { write } = await decide(services, applicationId, { ...(stageDone && { stageDone }) });
    return async (tx) => {
      if (await hasEndedLocked(tx, applicationId)) return;
      await moveIfOpen(tx, clock, { applicationId }, 'vendorsBack');
      await write(tx);
    };
  }

  /** Nothing came in the policy's time: the branch takes over. */
  const failed =
    (applicationId: ApplicationId): Outcome =>
    async (tx) => {
      if (await hasEndedLocked(tx, applicationId)) return;
      await moveIfOpen(tx, clock, { applicationId }, 'vendorsBack');
      await move(tx, clock, { applicationId }, 'decisionFailed');
      await oweBranchCase(tx, services, applicationId, 'no-decision');
      await giveNotices(tx, services, applicationId);
    };

  const patience = {
    seconds: () => outageSeconds(services),
    onDelayed:
      ({ applicationId }: { applicationId: ApplicationId }): Outcome =>
      async (tx) => {
        if (await moveIfOpen(tx, clock, { applicationId }, 'decisionDelayed'))
          await giveNotices(tx, services, applicationId);
      },
  };

  return [
    handle(decidePrequalification, {
      run: (_, { applicationId, stageDone }) => decided(applicationId, stageDone),
      onExhausted: (_, { applicationId }) => failed(applicationId),
      patience,
    }),

    handle(decideCaptured, {
      async run(_, { applicationId }) {
        const write = await decided(applicationId);
        return async (tx) => {
          if (await hasEndedLocked(tx, applicationId)) return;
          // Nobody has confirmed the phone: what was decided is shown after its text code alone.
          await sessions.requireCode(tx, applicationId);
          await write(tx);
        };
      },
      onExhausted: (_, { applicationId }) => failed(applicationId),
      patience,
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
