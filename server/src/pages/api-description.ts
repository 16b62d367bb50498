// Serves the contract as an OpenAPI document: the partners' part everywhere, all of it in development.
import type { FastifyInstance } from 'fastify';
import { openApi, partnerOpenApi } from '#contract/openapi.ts';
import { version } from '../platform/version.ts';
import type { Services } from '../services.ts';

export function apiDescriptionRoutes(app: FastifyInstance, { config, lender, sessions }: Services): void {
  const { name } = lender.brand;
  const info = { version, url: config.publicUrl, sessionCookie: sessions.cookieName };
  const forPartners = partnerOpenApi({ ...info, title: `${name} API for partners` });
  app.get('/partners/api.json', async () => forPartners);
  if (!config.isDevelopment) return;
  const description = openApi({ ...info, title: `${name} API` });
  app.get('/dev/api.json', async () => description);
}
