import type { Stage } from '../../stage.ts';
import { vehicleRoutes } from './routes.ts';

export const vehicleStage: Stage = {
  routes: [vehicleRoutes],
};
