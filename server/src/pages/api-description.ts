// Serves the contract as an OpenAPI document: all of it in development, the partners' part everywhere.
import type { FastifyInstance } from 'fastify';
import { openApi, partnerOpenApi } from '#contract/openapi.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Services, With } from '../services.ts';

export function apiDescriptionRoutes(app: FastifyInstance, services: Services): void {
  const description = openApi(aboutApi(services, `${services.lender.brand.name} API`));
  app.get('/dev/api.json', async () => description);
}

/** The partners' part, for the engineers of partners. */
export function partnerApiRoutes(app: FastifyInstance, services: Services): void {
  const description = partnerOpenApi(aboutApi(services, `${services.lender.brand.name} API for partners`));
  app.get('/partners/api.json', async () => description);
}

const aboutApi = ({ config, sessions }: With<'config' | 'lender' | 'sessions'>, title: string) => ({
  title,
  version: packageJson.version,
  url: config.publicUrl,
  sessionCookie: sessions.cookieName,
});
