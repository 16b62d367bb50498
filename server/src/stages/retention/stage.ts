import type { Stage } from '../../stage.ts';
import { retentionSchedule, sessionSchedule } from './round.ts';

export const retentionStage: Stage = {
  schedules: [retentionSchedule, sessionSchedule],
};
