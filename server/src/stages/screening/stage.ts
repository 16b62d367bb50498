import type { Stage } from '../../stage.ts';
import { screeningJobs } from './jobs.ts';

export const screeningStage: Stage = {
  jobs: [screeningJobs],
};
