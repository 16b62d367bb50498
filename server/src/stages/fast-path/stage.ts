import type { Stage } from '../../stage.ts';
import { fastPathRoutes } from './routes.ts';

export const fastPathStage: Stage = {
  routes: [fastPathRoutes],
};
