// DocuSign: envelopes, embedded signing, and the news about them.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { connectFor } from './connect.ts';
import { envelopesIn } from './envelopes.ts';
import { refuse, WireError } from './errors.ts';
import { lifeOf } from './life.ts';
import { oauthRoutes } from './oauth.ts';
import { restRoutes } from './rest.ts';
import { signingRoutes } from './signing/routes.ts';

function routes(app: FastifyInstance, context: Context) {
  const envelopes = envelopesIn(context);
  const connect = connectFor(context);
  const life = lifeOf(context, envelopes, connect);
  app.addHook('onReady', async () => connect.resume());
  app.addHook('preClose', async () => connect.stop());

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof WireError) return refuse(reply, error);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) return refuse(reply, new WireError('BODY', (error as Error).message));
    console.error(`DocuSign could not answer ${request.method} ${request.routeOptions.url}:`, error);
    return reply
      .code(500)
      .send({ errorCode: 'UNSPECIFIED_ERROR', message: 'A fatal error was encountered.' });
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, new WireError('RESOURCE')));

  oauthRoutes(app, context);
  app.register(async (scope) => restRoutes(scope, context, envelopes, life), {
    prefix: '/restapi/v2.1/accounts/:account',
  });
  app.register(async (scope) => signingRoutes(scope, context, envelopes, life), { prefix: '/signing' });
}

export const docusign: Vendor = {
  name: 'docusign',
  prefix: '/docusign',
  failure: () => ({
    status: 500,
    body: { errorCode: 'UNSPECIFIED_ERROR', message: 'A fatal error was encountered.' },
  }),
  routes,
};
