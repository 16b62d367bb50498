import type { Stage } from '../../stage.ts';
import { approvalOverJobs } from './approval-over.ts';
import { bounceRoutes } from './bounces.ts';
import { documentsReminderJobs } from './documents-reminder.ts';
import { noticeSchedule } from './due.ts';
import { noticeJobs } from './jobs.ts';
import { leadStatusJobs } from './lead-status.ts';
import { resumeJobs } from './link-mails.ts';
import { phoneChangedJobs } from './phone-changed.ts';
import { reminderRoutes } from './reminder-routes.ts';
import { reminderJobs, reminderSchedule } from './reminders.ts';
import { noticeRoutes } from './routes.ts';
import { stateEmailJobs } from './state-emails.ts';
import { textWebhookRoutes } from './text-webhooks.ts';
import { textJobs } from './texts.ts';
import { withdrawalRoutes } from './withdrawal.ts';

export const noticesStage: Stage = {
  routes: [noticeRoutes, reminderRoutes, withdrawalRoutes, bounceRoutes, textWebhookRoutes],
  jobs: [
    noticeJobs,
    stateEmailJobs,
    reminderJobs,
    documentsReminderJobs,
    resumeJobs,
    phoneChangedJobs,
    approvalOverJobs,
    textJobs,
    leadStatusJobs,
  ],
  schedules: [noticeSchedule, reminderSchedule],
};
