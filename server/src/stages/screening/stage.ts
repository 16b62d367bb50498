import type { Stage } from '../../stage.ts';
import { screeningJobs } from './jobs.ts';
import { ofacJobs } from './ofac.ts';

export const screeningStage: Stage = {
  jobs: [screeningJobs, ofacJobs],
};
