import type { Stage } from '../../stage.ts';
import { prequalificationJobs } from './jobs.ts';

export const decisionStage: Stage = {
  jobs: [prequalificationJobs],
};
