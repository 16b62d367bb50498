import type { Stage } from '../../stage.ts';
import { depositRoutes } from './routes.ts';

export const depositStage: Stage = {
  routes: [depositRoutes],
};
