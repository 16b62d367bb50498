import type { Stage } from '../../stage.ts';
import { partnerLeadRoutes } from './leads.ts';
import { partnerRoutes } from './routes.ts';

export const partnersStage: Stage = {
  routes: [partnerRoutes, partnerLeadRoutes],
};
