import type { Stage } from '../../stage.ts';
import { autopayJobs } from './jobs.ts';
import { autopayRoutes } from './routes.ts';

export const autopayStage: Stage = {
  routes: [autopayRoutes],
  jobs: [autopayJobs],
};
