import type { Stage } from '../../stage.ts';
import { prequalificationRoutes } from './routes.ts';

export const prequalificationStage: Stage = {
  routes: [prequalificationRoutes],
};
