import type { Stage } from '../../stage.ts';
import { approvalJobs } from './jobs.ts';
import { approvalRoutes } from './routes.ts';

export const approvalStage: Stage = {
  routes: [approvalRoutes],
  jobs: [approvalJobs],
};
