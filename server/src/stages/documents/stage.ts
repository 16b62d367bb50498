import type { Stage } from '../../stage.ts';
import { envelopeSchedule, envelopeStatusJobs } from './envelope-status.ts';
import { documentJobs } from './jobs.ts';
import { documentRoutes } from './routes.ts';
import { voidingJobs } from './void.ts';

export const documentsStage: Stage = {
  routes: [documentRoutes],
  jobs: [documentJobs, envelopeStatusJobs, voidingJobs],
  schedules: [envelopeSchedule],
};
