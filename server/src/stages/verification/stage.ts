import type { Stage } from '../../stage.ts';
import { verificationJobs } from './jobs.ts';
import { verificationRoutes } from './routes.ts';
import { uploadJobs } from './upload-jobs.ts';
import { uploadRoutes } from './uploads.ts';

export const verificationStage: Stage = {
  routes: [verificationRoutes, uploadRoutes],
  jobs: [verificationJobs, uploadJobs],
};
