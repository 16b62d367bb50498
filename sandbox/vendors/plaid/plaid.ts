// Plaid: bank link, accounts, owners, income and institutions, with Link in the browser.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { apiRoutes } from './api/api.ts';
import { internalError, PlaidProblem } from './errors.ts';
import { assetRoutes } from './link/assets.ts';
import { oauthBankRoutes } from './link/oauth-bank.ts';
import { sessionRoutes } from './link/session-routes.ts';
import { plaidFrom } from './linking.ts';
import { storeIn } from './store.ts';
import { webhooksFor } from './webhooks.ts';

function routes(app: FastifyInstance, context: Context) {
  const store = storeIn(context.db, (kind) => {
    if (kind === 'item' || kind === 'access') context.announcements.tell('banks');
  });
  const webhooks = webhooksFor(context, store);
  const plaid = plaidFrom(context, store, webhooks);
  app.addHook('onListen', async () => webhooks.resume());
  app.addHook('preClose', async () => webhooks.stop());

  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const problem =
      error instanceof PlaidProblem
        ? error
        : status < 500
          ? new PlaidProblem('INVALID_REQUEST', 'INVALID_BODY', 'body could not be parsed as JSON')
          : internalError();
    return reply.code(problem.status).send(problem.body());
  });
  app.setNotFoundHandler((_request, reply) => {
    const problem = new PlaidProblem('INVALID_REQUEST', 'NOT_FOUND', 'the requested endpoint does not exist');
    return reply.code(404).send(problem.body());
  });

  apiRoutes(app, plaid);
  assetRoutes(app);
  sessionRoutes(app, plaid);
  oauthBankRoutes(app, plaid);
}

export const plaid: Vendor = {
  name: 'plaid',
  prefix: '/plaid',
  failure: () => ({ status: 500, body: internalError().body() }),
  routes,
};
