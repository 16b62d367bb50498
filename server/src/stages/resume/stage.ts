import type { Stage } from '../../stage.ts';
import { leadRoutes } from './lead.ts';
import { resumeRoutes } from './routes.ts';

export const resumeStage: Stage = {
  routes: [resumeRoutes, leadRoutes],
};
