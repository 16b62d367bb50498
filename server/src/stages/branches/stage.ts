import type { Stage } from '../../stage.ts';
import { callBackJobs, callBackRoutes } from './call-back.ts';
import { branchCaseJobs } from './case-jobs.ts';
import { branchRoutes } from './routes.ts';

export const branchesStage: Stage = {
  routes: [branchRoutes, callBackRoutes],
  jobs: [branchCaseJobs, callBackJobs],
};
