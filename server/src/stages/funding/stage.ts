import type { Stage } from '../../stage.ts';
import { accountEmailJobs } from './account-emails.ts';
import { accountValidationJobs } from './account-validation.ts';
import { coreEventRoutes } from './core-events.ts';
import { fundingJobs } from './jobs.ts';
import { loanEmailJobs } from './loan-emails.ts';
import { moneySentSchedule } from './money-sent.ts';
import { paymentScreeningSchedule } from './payment-screening.ts';
import { returnFolderSchedule } from './return-folder.ts';
import { returnedEntryJobs } from './returned-entries.ts';
import { revokedAccountJobs } from './revoked-account.ts';
import { accountValidationRoutes } from './routes.ts';

export const fundingStage: Stage = {
  routes: [accountValidationRoutes, coreEventRoutes],
  jobs: [
    fundingJobs,
    accountValidationJobs,
    accountEmailJobs,
    returnedEntryJobs,
    loanEmailJobs,
    revokedAccountJobs,
  ],
  schedules: [returnFolderSchedule, paymentScreeningSchedule, moneySentSchedule],
};
