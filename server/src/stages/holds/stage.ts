import type { Stage } from '../../stage.ts';
import { holdJobs, holdSchedule } from './jobs.ts';

export const holdsStage: Stage = {
  jobs: [holdJobs],
  schedules: [holdSchedule],
};
