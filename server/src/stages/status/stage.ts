import type { Stage } from '../../stage.ts';
import { statusRoutes } from './routes.ts';

export const statusStage: Stage = {
  routes: [statusRoutes],
};
