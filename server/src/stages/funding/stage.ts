import type { Stage } from '../../stage.ts';
import { accountNewsJobs } from './account-news.ts';
import { accountValidationJobs } from './account-validation.ts';
import { coreEventRoutes } from './core-events.ts';
import { fundingJobs } from './jobs.ts';
import { loanNewsJobs } from './loan-news.ts';
import { returnFolderSchedule } from './return-folder.ts';
import { returnedEntryJobs } from './returned-entries.ts';
import { revokedAccountJobs } from './revoked-account.ts';
import { accountValidationRoutes } from './routes.ts';

export const fundingStage: Stage = {
  routes: [accountValidationRoutes, coreEventRoutes],
  jobs: [
    fundingJobs,
    accountValidationJobs,
    accountNewsJobs,
    returnedEntryJobs,
    loanNewsJobs,
    revokedAccountJobs,
  ],
  schedules: [returnFolderSchedule],
};
