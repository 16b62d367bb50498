// The routes, jobs and schedules of every stage, in the order in which an application passes the stages.
import type { FastifyInstance } from 'fastify';
import type { Registered, ScheduledJob } from '../platform/jobs/jobs.ts';
import type { Services } from '../services.ts';
import { approvalJobs } from './approval/jobs.ts';
import { approvalRoutes } from './approval/routes.ts';
import { autopayJobs } from './autopay/jobs.ts';
import { autopayRoutes } from './autopay/routes.ts';
import { bankLinkJobs } from './bank-link/jobs.ts';
import { bankLinkRoutes } from './bank-link/routes.ts';
import { callBackJobs, callBackRoutes } from './branches/call-back.ts';
import { branchCaseJobs } from './branches/case-jobs.ts';
import { branchRoutes } from './branches/routes.ts';
import { branchTextJobs } from './branches/text-jobs.ts';
import { prequalificationJobs } from './decision/jobs.ts';
import { depositRoutes } from './deposit/routes.ts';
import { envelopeSchedule, envelopeStatusJobs } from './documents/envelope-status.ts';
import { documentJobs } from './documents/jobs.ts';
import { documentRoutes } from './documents/routes.ts';
import { voidingJobs } from './documents/void.ts';
import { fastPathRoutes } from './fast-path/routes.ts';
import { accountEmailJobs } from './funding/account-emails.ts';
import { accountValidationJobs } from './funding/account-validation.ts';
import { coreEventRoutes } from './funding/core-events.ts';
import { fundingJobs } from './funding/jobs.ts';
import { loanEmailJobs } from './funding/loan-emails.ts';
import { moneySentSchedule } from './funding/money-sent.ts';
import { paymentScreeningSchedule } from './funding/payment-screening.ts';
import { removedFilesSchedule } from './funding/removed-files.ts';
import { returnFolderSchedule } from './funding/return-folder.ts';
import { returnedEntryJobs } from './funding/returned-entries.ts';
import { revokedAccountJobs } from './funding/revoked-account.ts';
import { accountValidationRoutes } from './funding/routes.ts';
import { holdJobs, holdSchedule } from './holds/jobs.ts';
import { forwardingSchedule } from './measurements/forward.ts';
import { measurementRoutes } from './measurements/routes.ts';
import { approvalOverJobs } from './notices/approval-over.ts';
import { bounceRoutes } from './notices/bounces.ts';
import { changeJobs } from './notices/change-messages.ts';
import { documentsReminderJobs } from './notices/documents-reminder.ts';
import { noticeSchedule } from './notices/due.ts';
import { noticeJobs } from './notices/jobs.ts';
import { leadStatusJobs } from './notices/lead-status.ts';
import { resumeJobs } from './notices/link-mails.ts';
import { reminderRoutes } from './notices/reminder-routes.ts';
import { reminderJobs, reminderSchedule } from './notices/reminders.ts';
import { noticeRoutes } from './notices/routes.ts';
import { stateEmailJobs } from './notices/state-emails.ts';
import { textWebhookRoutes } from './notices/text-webhooks.ts';
import { textJobs } from './notices/texts.ts';
import { withdrawalRoutes } from './notices/withdrawal.ts';
import { offersRoutes } from './offers/routes.ts';
import { blobSchedule } from './operations/blobs.ts';
import { challengeSchedule } from './operations/challenge.ts';
import { checkpointSchedule } from './operations/evidence.ts';
import { watchSchedule } from './operations/watch.ts';
import { partnerLeadRoutes } from './partners/leads.ts';
import { partnerRoutes } from './partners/routes.ts';
import { phoneCheckJobs } from './phone-check/jobs.ts';
import { phoneCheckRoutes } from './phone-check/routes.ts';
import { prequalificationRoutes } from './prequalification/routes.ts';
import { leadRoutes } from './resume/lead.ts';
import { ownersLinkJob } from './resume/owners-link.ts';
import { resumeRoutes } from './resume/routes.ts';
import { retentionSchedule, sessionSchedule } from './retention/round.ts';
import { screeningJobs } from './screening/jobs.ts';
import { ofacJobs } from './screening/ofac.ts';
import { statusRoutes } from './status/routes.ts';
import { vehicleRoutes } from './vehicle/routes.ts';
import {
  documentCheckJobs,
  documentCheckRoutes,
  documentCheckSchedule,
} from './verification/document-check.ts';
import { verificationJobs } from './verification/jobs.ts';
import { verificationRoutes } from './verification/routes.ts';
import { uploadJobs } from './verification/upload-jobs.ts';
import { uploadRoutes } from './verification/uploads.ts';

interface Stage {
  readonly routes?: readonly ((app: FastifyInstance, services: Services) => void)[];
  readonly jobs?: readonly ((services: Services) => readonly Registered[])[];
  readonly schedules?: readonly ((services: Services) => ScheduledJob)[];
}

export const stages: readonly Stage[] = [
  { routes: prequalificationRoutes },
  { routes: [phoneCheckRoutes], jobs: [phoneCheckJobs] },
  { jobs: [prequalificationJobs] },
  { jobs: [screeningJobs, ofacJobs] },
  { routes: [vehicleRoutes] },
  { routes: offersRoutes },
  { routes: fastPathRoutes },
  { routes: bankLinkRoutes, jobs: [bankLinkJobs] },
  {
    routes: [verificationRoutes, documentCheckRoutes, ...uploadRoutes],
    jobs: [verificationJobs, documentCheckJobs, uploadJobs],
    schedules: [documentCheckSchedule],
  },
  { routes: approvalRoutes, jobs: [approvalJobs] },
  { routes: depositRoutes },
  {
    routes: [documentRoutes],
    jobs: [documentJobs, envelopeStatusJobs, voidingJobs],
    schedules: [envelopeSchedule],
  },
  {
    routes: [accountValidationRoutes, coreEventRoutes],
    jobs: [
      fundingJobs,
      accountValidationJobs,
      accountEmailJobs,
      returnedEntryJobs,
      loanEmailJobs,
      revokedAccountJobs,
    ],
    schedules: [returnFolderSchedule, removedFilesSchedule, paymentScreeningSchedule, moneySentSchedule],
  },
  { routes: [autopayRoutes], jobs: [autopayJobs] },
  { routes: [statusRoutes] },
  {
    routes: [...noticeRoutes, reminderRoutes, withdrawalRoutes, bounceRoutes, textWebhookRoutes],
    jobs: [
      noticeJobs,
      stateEmailJobs,
      reminderJobs,
      documentsReminderJobs,
      resumeJobs,
      changeJobs,
      approvalOverJobs,
      textJobs,
      leadStatusJobs,
    ],
    schedules: [noticeSchedule, reminderSchedule],
  },
  { routes: [branchRoutes, callBackRoutes], jobs: [branchCaseJobs, branchTextJobs, callBackJobs] },
  { routes: [partnerRoutes, partnerLeadRoutes] },
  { routes: [...resumeRoutes, leadRoutes], schedules: [ownersLinkJob] },
  { jobs: [holdJobs], schedules: [holdSchedule] },
  { schedules: [retentionSchedule, sessionSchedule] },
  { routes: [measurementRoutes], schedules: [forwardingSchedule] },
  { schedules: [checkpointSchedule, challengeSchedule, watchSchedule, blobSchedule] },
];
