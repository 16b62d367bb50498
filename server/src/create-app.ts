// The HTTP server: the API, the pages, and the health of the process.
import type { FastifyInstance } from 'fastify';
import { journeyRoutes } from './journey/routes.ts';
import { readPages } from './pages/built-pages.ts';
import { violationRoutes } from './pages/content-security-policy.ts';
import {
  apiDescriptionRoutes,
  pageRoutes,
  publicPages,
  securityTxtPath,
  securityTxtRoute,
} from './pages/pages.ts';
import { preloadedResponsesOf } from './pages/preloaded-responses.ts';
import { pageRenderer } from './pages/ssr-pool.ts';
import { developmentRoutes } from './platform/http/development-routes.ts';
import { createHttp } from './platform/http/http-server.ts';
import type { Readiness } from './platform/readiness.ts';
import { version } from './platform/version.ts';
import { stages } from './routes-and-jobs.ts';
import type { Services } from './services.ts';
import { loanSummaryOf } from './stages/approval/loan-summary.ts';

const publicRoutes = new Set([...publicPages, securityTxtPath]);

export async function createApp(
  services: Services,
  {
    isStopping,
    readiness,
    doScheduled,
  }: {
    readonly isStopping: () => boolean;
    readonly readiness: () => Promise<Readiness>;
    readonly doScheduled: () => Promise<void>;
  },
): Promise<FastifyInstance> {
  const { config, clock, lender, log, database } = services;
  const pages = readPages(config);
  const isDatabaseUnavailable = database.isUnavailable;
  const app = await createHttp({ ...services, isStopping, isDatabaseUnavailable, publicRoutes });
  app.get('/healthz', async () => ({ status: 'ok', version }));
  app.get('/accepting', async (_request, reply) => {
    if (isStopping()) reply.code(503);
    return { status: isStopping() ? 'stopping' : 'accepting' };
  });
  app.get('/readyz', async (_request, reply) => {
    const { isReady, ...detail } = await readiness();
    return reply.code(isReady ? 200 : 503).send(detail);
  });
  journeyRoutes(app, services, (application) => loanSummaryOf(services, application));
  for (const { routes = [] } of stages) for (const register of routes) register(app, services);
  violationRoutes(app, services);
  securityTxtRoute(app, services);
  apiDescriptionRoutes(app, services);
  if (config.isDevelopment) developmentRoutes(app, services, doScheduled);
  const renderer = pageRenderer(config.WEB_DIR, log);
  app.addHook('onListen', async () => renderer.start());
  app.addHook('onClose', () => renderer.close());
  const preloadedResponses = preloadedResponsesOf(app, services);
  const renderPage = renderer.render;
  await pageRoutes(app, { config, lender, now: () => clock.now(), preloadedResponses, renderPage }, pages);
  await app.ready();
  return app;
}
