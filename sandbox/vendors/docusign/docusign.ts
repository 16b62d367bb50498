import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { Refused } from '../../requests.ts';
import { createConnect } from './connect.ts';
import { createEnvelopes } from './envelopes.ts';
import { refused } from './errors.ts';
import { envelopeLifecycle } from './lifecycle.ts';
import { accountPrefix, oauthRoutes } from './oauth.ts';
import { restRoutes } from './rest.ts';
import { signingRoutes } from './signing/routes.ts';

const fatalError = { errorCode: 'UNSPECIFIED_ERROR', message: 'A fatal error was encountered.' };

function routes(app: FastifyInstance, context: Context) {
  const envelopes = createEnvelopes(context);
  const life = envelopeLifecycle(context, envelopes, createConnect(app, context));
  const services = { context, envelopes, life };

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refused) throw error;
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) throw refused('INVALID_REQUEST_BODY', (error as Error).message);
    console.error(`DocuSign failed at ${request.method} ${request.routeOptions.url}:`, error);
    return reply.code(500).send(fatalError);
  });
  app.setNotFoundHandler(async () => {
    throw refused('RESOURCE_NOT_FOUND');
  });

  oauthRoutes(app, context);
  app.register(async (scope) => restRoutes(scope, services), {
    prefix: `${accountPrefix}/restapi/v2.1/accounts/:account`,
  });
  app.register(async (scope) => signingRoutes(scope, services), { prefix: '/signing' });
}

export const docusign: Vendor = {
  name: 'docusign',
  failure: () => ({ status: 500, body: fatalError }),
  routes,
};
