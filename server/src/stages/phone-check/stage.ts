import type { Stage } from '../../stage.ts';
import { phoneCheckJobs } from './jobs.ts';
import { phoneCheckRoutes } from './routes.ts';

export const phoneCheckStage: Stage = {
  routes: [phoneCheckRoutes],
  jobs: [phoneCheckJobs],
};
