import type { Stage } from '../../stage.ts';
import { offersRoutes } from './routes.ts';

export const offersStage: Stage = {
  routes: [offersRoutes],
};
