// Plaid: bank link, accounts, owners, income and institutions, with Link in the browser.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { apiRoutes } from './api/api.ts';
import { createWebhooks } from './items.ts';
import { oauthBankRoutes } from './link/oauth-bank.ts';
import { frameRoutes, sessionRoutes } from './link/session-routes.ts';
import { createStore } from './store.ts';
import { internalError, invalidRequest, PlaidApiError } from './wire.ts';

function routes(app: FastifyInstance, context: Context) {
  const store = createStore(context.db, (kind) => {
    if (kind === 'item' || kind === 'access') context.consoleEvents.publish('banks');
  });
  const plaid = { context, store, webhooks: createWebhooks(app, context) };

  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const problem =
      error instanceof PlaidApiError
        ? error
        : status < 500
          ? invalidRequest('INVALID_BODY', 'body could not be parsed as JSON')
          : internalError();
    return reply.code(problem.status).send(problem.body());
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(invalidRequest('NOT_FOUND', 'the requested endpoint does not exist').body()),
  );

  apiRoutes(app, plaid);
  frameRoutes(app, plaid);
  sessionRoutes(app, plaid);
  oauthBankRoutes(app, plaid);
}

export const plaid: Vendor = {
  name: 'plaid',
  prefix: '/plaid',
  failure: () => ({ status: 500, body: internalError().body() }),
  routes,
};
