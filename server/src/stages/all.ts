// The routes and jobs of every stage, in the order in which an application passes the stages, and what runs by the clock.
import type { FastifyInstance } from 'fastify';
import { decideApproval, decideCaptured, decidePrequalification, fundLoan } from '../journey/jobs.ts';
import type { Effect } from '../journey/state-declaration.ts';
import { messageJobs } from '../messages/all.ts';
import { emailOffersReady, enqueueApprovalOver } from '../messages/application-messages.ts';
import { bounceRoutes } from '../messages/bounces.ts';
import { reminderRoutes } from '../messages/reminder-routes.ts';
import { sendReminders } from '../messages/reminders.ts';
import { textWebhookRoutes } from '../messages/text-webhooks.ts';
import type { RegisteredEffect } from '../platform/jobs/job-declaration.ts';
import type { Registered, ScheduledJob } from '../platform/jobs/jobs.ts';
import type { Services } from '../services.ts';
import { approvalJobs } from './approval/jobs.ts';
import { approvalRoutes } from './approval/routes.ts';
import { autopayJobs } from './autopay/jobs.ts';
import { autopayRoutes } from './autopay/routes.ts';
import { bankLinkJobs } from './bank-link/jobs.ts';
import { bankLinkRoutes } from './bank-link/routes.ts';
import { callBackJobs, callBackRoutes } from './branches/call-back.ts';
import { branchCaseEffects, branchCaseJobs } from './branches/case-jobs.ts';
import { branchRoutes } from './branches/routes.ts';
import { prequalificationJobs } from './decision/jobs.ts';
import { depositRoutes } from './deposit/routes.ts';
import { checkOpenEnvelopes, envelopeStatusJobs } from './documents/envelope-status.ts';
import { documentJobs } from './documents/jobs.ts';
import { documentRoutes } from './documents/routes.ts';
import { enqueueVoiding, voidingJobs } from './documents/void.ts';
import { fastPathRoutes } from './fast-path/routes.ts';
import { accountValidationJobs, accountValidationRoutes } from './funding/account-validation.ts';
import { removeAchFiles } from './funding/ach-storage.ts';
import { coreEventRoutes } from './funding/core-events.ts';
import { enqueueCancellation, fundingJobs, screenPayments } from './funding/jobs.ts';
import { checkMicroEntries } from './funding/micro-entries.ts';
import { notifyMoneySent } from './funding/money-sent.ts';
import { readReturnFolder, returnedEntryJobs } from './funding/returned-entries.ts';
import { holdJobs, repeatHeldChecks } from './holds/jobs.ts';
import { forwardReports } from './measurements/forward.ts';
import { measurementRoutes } from './measurements/routes.ts';
import { runNoticeSweep } from './notices/due.ts';
import { giveSignedCopy, noticeJobs } from './notices/jobs.ts';
import { noticeRoutes } from './notices/routes.ts';
import { withdrawalRoutes } from './notices/withdrawal.ts';
import { offersRoutes } from './offers/routes.ts';
import { checkpointAudit } from './operations/audit-checkpoints.ts';
import { tidyBlobs } from './operations/blobs.ts';
import { decideChallenge } from './operations/challenge.ts';
import { watchPolicy } from './operations/watch.ts';
import { partnerLeadRoutes } from './partners/leads.ts';
import { partnerRoutes } from './partners/routes.ts';
import { phoneCheckJobs } from './phone-check/jobs.ts';
import { phoneCheckRoutes } from './phone-check/routes.ts';
import { prequalificationRoutes } from './prequalification/routes.ts';
import { leadRoutes } from './resume/lead.ts';
import { emailRequestedLink } from './resume/requested-link.ts';
import { resumeRoutes } from './resume/routes.ts';
import { enforceRetention } from './retention/enforce-retention.ts';
import { ofacJobs } from './screening/ofac.ts';
import { statusRoutes } from './status/routes.ts';
import { vehicleRoutes } from './vehicle/routes.ts';
import { checkOpenDocuments, documentCheckJobs, documentCheckRoutes } from './verification/document-check.ts';
import { verificationJobs } from './verification/jobs.ts';
import { verificationRoutes } from './verification/routes.ts';
import { uploadJobs } from './verification/upload-jobs.ts';
import { uploadRoutes } from './verification/uploads.ts';

interface Stage {
  readonly routes?: readonly ((app: FastifyInstance, services: Services) => void)[];
  readonly jobs?: readonly ((services: Services) => readonly Registered[])[];
  readonly effects?: { readonly [E in Effect]?: RegisteredEffect };
}

const registered = [
  { routes: prequalificationRoutes },
  { routes: [phoneCheckRoutes], jobs: [phoneCheckJobs] },
  { jobs: [prequalificationJobs], effects: { decide: decidePrequalification, decideCaptured } },
  { jobs: [ofacJobs] },
  { routes: [vehicleRoutes] },
  { routes: offersRoutes },
  { routes: fastPathRoutes },
  { routes: bankLinkRoutes, jobs: [bankLinkJobs] },
  {
    routes: [verificationRoutes, documentCheckRoutes, ...uploadRoutes],
    jobs: [verificationJobs, documentCheckJobs, uploadJobs],
  },
  { routes: approvalRoutes, jobs: [approvalJobs], effects: { approve: decideApproval } },
  { routes: depositRoutes },
  {
    routes: [documentRoutes],
    jobs: [documentJobs, envelopeStatusJobs, voidingJobs],
    effects: { voidEnvelope: enqueueVoiding },
  },
  {
    routes: [accountValidationRoutes, coreEventRoutes],
    jobs: [fundingJobs, accountValidationJobs, returnedEntryJobs],
    effects: { fundLoan, cancelLoan: enqueueCancellation },
  },
  { routes: [autopayRoutes], jobs: [autopayJobs] },
  { routes: [statusRoutes] },
  {
    routes: [...noticeRoutes, withdrawalRoutes],
    jobs: [noticeJobs],
    effects: { giveSignedCopy },
  },
  {
    routes: [reminderRoutes, bounceRoutes, textWebhookRoutes],
    jobs: [messageJobs],
    effects: { emailOffers: emailOffersReady, emailApprovalOver: enqueueApprovalOver },
  },
  {
    routes: [branchRoutes, callBackRoutes],
    jobs: [branchCaseJobs, callBackJobs],
    effects: branchCaseEffects,
  },
  { routes: [partnerRoutes, partnerLeadRoutes] },
  { routes: [...resumeRoutes, leadRoutes] },
  { jobs: [holdJobs] },
  { routes: [measurementRoutes] },
] as const satisfies readonly Stage[];
export const stages: readonly Stage[] = registered;

type EffectsOf<T> = T extends { readonly effects: infer E } ? keyof E : never;
/** Every effect that a state may declare is registered. */
void (true satisfies Effect extends EffectsOf<(typeof registered)[number]> ? true : never);
export const effects = Object.assign({}, ...stages.map((stage) => stage.effects)) as Readonly<
  Record<Effect, RegisteredEffect>
>;

const everyMinute = '* * * * *';
const every20Minutes = '*/20 * * * *';

/** When each job runs (a cron expression in UTC), and how many minutes it may take. */
const schedule: Readonly<
  Record<string, readonly [when: string, minutes: number, run: (services: Services) => Promise<void>]>
> = {
  'send-due-notices': [everyMinute, 10, runNoticeSweep],
  'send-reminders': [everyMinute, 5, (services) => sendReminders(services, 'offers', 'documents')],
  'notify-money-sent': [everyMinute, 5, notifyMoneySent],
  'forward-measurements': [everyMinute, 5, forwardReports],
  challenge: [everyMinute, 15, decideChallenge],
  // Often, so that an expired session is soon marked as ended.
  'end-sessions': [everyMinute, 1, ({ sessions }) => sessions.endExpired()],
  'read-ach-returns': ['*/5 * * * *', 5, readReturnFolder],
  'screen-payments': ['*/10 * * * *', 5, screenPayments],
  // Within the time in which a file that is past its cutoff can still be written again.
  'check-micro-entries': ['*/10 * * * *', 5, checkMicroEntries],
  'repeat-held-checks': [every20Minutes, 15, repeatHeldChecks],
  // These find results whose message was lost, and signatures after the applicant closed the page.
  'check-open-envelopes': [every20Minutes, 15, checkOpenEnvelopes],
  'check-open-documents': [every20Minutes, 15, checkOpenDocuments],
  // In the morning of the lender's day.
  'remind-of-accounts': ['11 15 * * *', 15, (services) => sendReminders(services, 'accounts')],
  'audit-checkpoint': ['7 0 * * *', 60, checkpointAudit],
  retention: ['17 * * * *', 15, enforceRetention],
  'watch-policy': ['23 */4 * * *', 60, watchPolicy],
  'remove-ach-files': ['27 * * * *', 15, removeAchFiles],
  blobs: ['41 * * * *', 15, tidyBlobs],
};

export const scheduledJobs = (services: Services): readonly ScheduledJob[] => [
  ...Object.entries(schedule).map(([name, [when, minutes, run]]) => ({
    name,
    when,
    seconds: minutes * 60,
    run: () => run(services),
  })),
  emailRequestedLink(services),
];
