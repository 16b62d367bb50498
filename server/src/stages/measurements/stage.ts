import type { Stage } from '../../stage.ts';
import { forwardingSchedule } from './forward.ts';
import { measurementRoutes } from './routes.ts';

export const measurementsStage: Stage = {
  routes: [measurementRoutes],
  schedules: [forwardingSchedule],
};
