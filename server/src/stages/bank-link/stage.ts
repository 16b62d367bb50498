import type { Stage } from '../../stage.ts';
import { bankLinkJobs } from './jobs.ts';
import { bankLinkRoutes } from './routes.ts';

export const bankLinkStage: Stage = {
  routes: [bankLinkRoutes],
  jobs: [bankLinkJobs],
};
