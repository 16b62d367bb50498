// The routes and jobs of every folder, in the order in which an application passes the stages, and what runs by the clock.
import type { FastifyInstance } from 'fastify';
import { checkpointAudit } from './evidence/audit-checkpoints.ts';
import { tidyBlobs } from './evidence/blobs.ts';
import { enforceRetention } from './evidence/retention/enforce-retention.ts';
import { removeAchFiles } from './funding/ach/ach-storage.ts';
import { checkMicroEntries } from './funding/ach/micro-entries.ts';
import { readReturnFolder } from './funding/ach/return-files.ts';
import { returnedEntryJobs } from './funding/ach/returned-entries.ts';
import { coreEventRoutes } from './funding/boarding/core-events.ts';
import { accountValidationJobs, accountValidationRoutes } from './funding/checks/account-validation.ts';
import { enqueueCancellation, fundingJobs, notifyMoneySent, screenPayments } from './funding/jobs.ts';
import { decideApproval, decideCaptured, decidePrequalification, fundLoan } from './journey/jobs.ts';
import type { Effect } from './journey/state-declaration.ts';
import { forwardReports } from './measurements/measurements.ts';
import { measurementRoutes } from './measurements/routes.ts';
import { messageJobs } from './messages/all.ts';
import { emailOffersReady, enqueueApprovalOver } from './messages/application-messages.ts';
import { reminderRoutes, sendReminders } from './messages/reminders.ts';
import { bounceRoutes } from './messages/send-email.ts';
import { textWebhookRoutes } from './messages/text-webhooks.ts';
import { runNoticeSweep } from './notices/due.ts';
import { giveSignedCopy, noticeJobs } from './notices/jobs.ts';
import { noticeRoutes } from './notices/routes.ts';
import { withdrawalRoutes } from './notices/withdrawal.ts';
import { endUnprovenVehicles, holdJobs, repeatHeldChecks } from './operations/holds/jobs.ts';
import type { RegisteredEffect } from './platform/jobs/job-declaration.ts';
import type { Registered, ScheduledJob } from './platform/jobs/jobs.ts';
import { decideChallenge } from './policy-analysis/challenges.ts';
import { watchPolicy } from './policy-analysis/watch.ts';
import type { Services } from './services.ts';
import { approvalJobs } from './stages/approval/jobs.ts';
import { approvalRoutes } from './stages/approval/routes.ts';
import { autopayJobs } from './stages/autopay/jobs.ts';
import { autopayRoutes } from './stages/autopay/routes.ts';
import { bankLinkJobs } from './stages/bank-link/jobs.ts';
import { bankLinkRoutes } from './stages/bank-link/routes.ts';
import { callBackJobs, callBackRoutes } from './stages/branches/call-back.ts';
import { branchCaseEffects, branchCaseJobs } from './stages/branches/case-jobs.ts';
import { branchRoutes } from './stages/branches/routes.ts';
import { prequalificationJobs } from './stages/decision/jobs.ts';
import { depositRoutes } from './stages/deposit/routes.ts';
import { checkOpenEnvelopes, envelopeStatusJobs } from './stages/documents/envelope-status.ts';
import { documentJobs } from './stages/documents/jobs.ts';
import { documentRoutes } from './stages/documents/routes.ts';
import { enqueueVoiding, voidingJobs } from './stages/documents/void.ts';
import { fastPathRoutes } from './stages/fast-path/routes.ts';
import { offersRoutes } from './stages/offers/routes.ts';
import { partnerLeadRoutes, partnerRoutes } from './stages/partners/leads.ts';
import { phoneCheckJobs } from './stages/phone-check/jobs.ts';
import { phoneCheckRoutes } from './stages/phone-check/routes.ts';
import { prequalificationRoutes } from './stages/prequalification/routes.ts';
import { leadRoutes } from './stages/resume/lead.ts';
import { emailRequestedLink } from './stages/resume/requested-link.ts';
import { resumeRoutes } from './stages/resume/routes.ts';
import { ofacJobs } from './stages/screening/ofac.ts';
import { statusRoutes } from './stages/status/routes.ts';
import { vehicleRoutes } from './stages/vehicle/routes.ts';
import { verificationJobs } from './stages/verification/jobs.ts';
import { verificationRoutes } from './stages/verification/routes.ts';
import { uploadJobs } from './stages/verification/upload-jobs.ts';
import { uploadRoutes } from './stages/verification/uploads.ts';

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
  { routes: [verificationRoutes, ...uploadRoutes], jobs: [verificationJobs, uploadJobs] },
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
  { routes: [...noticeRoutes, withdrawalRoutes], jobs: [noticeJobs], effects: { giveSignedCopy } },
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
  // In the morning of the lender's day.
  'remind-of-accounts': ['11 15 * * *', 15, (services) => sendReminders(services, 'accounts', 'papers')],
  'end-unproven-vehicles': ['3 15 * * *', 15, endUnprovenVehicles],
  'audit-checkpoint': ['7 * * * *', 30, checkpointAudit],
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
