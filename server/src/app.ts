// Assembles the product from its services and stages. Separate from the listening process, so that tests use it without a port.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createServices } from './create-services.ts';
import { journeyRoutes } from './journey/routes.ts';
import { apiDescriptionRoutes, partnerApiRoutes } from './pages/api-description.ts';
import { readPages } from './pages/built-pages.ts';
import { pageDrawer } from './pages/draw-in-worker.ts';
import { pageRoutes, publicPages } from './pages/pages.ts';
import { preloadedResponsesOf } from './pages/preloaded-responses.ts';
import { securityTxtPath, securityTxtRoute } from './pages/security-txt.ts';
import { violationRoutes } from './pages/violation-reports.ts';
import { displayFacePath } from './pdf/reading-style.ts';
import { displayFaceRoute } from './pdf/responses.ts';
import { type Clock, clockOf } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db/database.ts';
import { isPreparedHere } from './platform/db/migrate.ts';
import { replicaReads } from './platform/db/replica-reads.ts';
import { assertOwnRole } from './platform/db/roles.ts';
import { warnOfLostCommits } from './platform/db/synchronous-commit.ts';
import { SetupError } from './platform/failure.ts';
import { developmentRoutes } from './platform/http/development-routes.ts';
import { createHttp } from './platform/http/http-server.ts';
import { requested } from './platform/jobs/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import type { OperationsServices } from './platform/operations-server.ts';
import { assertWritable, type Readiness, readinessProbe } from './platform/readiness.ts';
import { refreshState } from './platform/state-metrics.ts';
import type { Tracer } from './platform/tracing.ts';
import { version } from './platform/version.ts';
import { unexportedSince } from './records/audit-chain.ts';
import { policyChannel } from './records/policy-steps.ts';
import { latestWatched } from './records/policy-watch.ts';
import type { Services } from './services.ts';
import { scheduledJobs, stages } from './stages/all.ts';
import { loanSummaryOf } from './stages/approval/loan-summary.ts';
import { achFolder } from './stages/funding/money-files.ts';
import { exportContinuously } from './stages/operations/evidence.ts';
import { countQueues } from './stages/operations/queues.ts';
import { addPartitions } from './stages/retention/partitions.ts';

export type Role = 'web' | 'worker' | 'both';

export interface Product {
  /** Undefined in a worker-only process. */
  readonly app: FastifyInstance | undefined;
  readonly services: Services;
  readonly operations: OperationsServices;
  /**
   * Stops: not ready at once, no new requests after the grace time, and no exit before running jobs end or
   * `stopSeconds` are over.
   */
  readonly close: (times?: { readonly graceSeconds: number; readonly stopSeconds: number }) => Promise<void>;
}

export async function createProduct(
  config: Config,
  options: { role: Role; clock?: Clock; log?: Log; database?: Database; followsSchedules?: boolean },
): Promise<Product> {
  const { role, database: given, followsSchedules } = options;
  if (role !== 'web' && config.isProduction && config.AUDIT_KEY === undefined)
    throw new SetupError(
      'AUDIT_KEY is not set. A worker signs the checkpoints of the audit log with it. Make it by `npm run keys:make`.',
    );
  if (role !== 'web') assertWritable({ DATA_DIR: config.dataDirectory, ACH_DIR: achFolder({ config }) });
  const clock = options.clock ?? clockOf(config);
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const tracer = await startTracer(config, role);
  const services = await createServices(config, { clock, log, database: given, followsSchedules }, tracer);
  const { database, jobs, metrics, policyInForce, vendors } = services;
  if (role !== 'both' && !isPreparedHere(database, config))
    await database.untilReached(() => assertOwnRole(database.db, role));
  const { handlers, scheduled } = jobsOf(services);
  await database.untilReached(() => jobs.start(handlers, scheduled));
  await policyInForce.watch(database, policyChannel);
  if (role !== 'web') {
    await warnOfLostCommits(database, log);
    await database.untilReached(() => addPartitions(services));
  }
  const stopExport = role === 'web' ? async () => {} : exportContinuously(services);

  const replicaUrl = config.DATABASE_REPLICA_URL;
  const replica = replicaUrl === undefined ? undefined : replicaReads(replicaUrl, database.db, log);
  let isStopping = false;
  const probe = readinessProbe({ database, clock, folder: role === 'web' ? undefined : achFolder(services) });
  const readiness = async () => ({
    ...(isStopping ? { isReady: false, status: 'stopping' } : await probe()),
    policy: policyInForce.policy.version,
    ...(policyInForce.unreadable && { unreadablePolicy: policyInForce.unreadable.version }),
  });
  const doScheduled = async () => {
    if (role === 'web') return;
    for (const { when, run } of scheduled) if (when !== requested) await run();
    await jobs.resumeDelayed();
  };
  const app =
    role === 'worker'
      ? undefined
      : await createApp(services, { isStopping: () => isStopping, readiness, tracer, doScheduled });
  // The first look into every queue takes a while.
  if (role !== 'web') await jobs.work(handlers, scheduled);
  return {
    app,
    services,
    operations: {
      metrics,
      refresh: () => {
        policyInForce.report(metrics);
        return refreshState({
          database,
          clock,
          metrics,
          log,
          replica,
          countQueues: (db) => countQueues({ ...services, db }),
          watched: (db) => latestWatched(db, clock.now()),
          unexportedSince: async (db) => (config.AUDIT_SINK === undefined ? undefined : unexportedSince(db)),
        });
      },
      readiness,
    },
    close: async ({ graceSeconds, stopSeconds } = { graceSeconds: 0, stopSeconds: 10 }) => {
      isStopping = true;
      const drained = jobs.drain(stopSeconds);
      if (app) {
        await pause(graceSeconds * 1000);
        await app.close();
      }
      await drained;
      await jobs.stop();
      await policyInForce.stop();
      await stopExport();
      await vendors.mailer.close();
      await replica?.close();
      await database.close();
      await tracer?.close().catch(() => {});
    },
  };
}

/** The jobs of every stage. */
export const jobsOf = (services: Services) => ({
  handlers: stages.flatMap((stage) => (stage.jobs ?? []).flatMap((of) => of(services))),
  scheduled: scheduledJobs(services),
});

async function startTracer(config: Config, role: Role): Promise<Tracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (url === undefined) return undefined;
  const { openTelemetry } = await import('./platform/open-telemetry.ts');
  return openTelemetry({ url, headers, share: config.OTEL_TRACES_SAMPLER_ARG, role });
}

const publicRoutes = new Set([...publicPages, displayFacePath, securityTxtPath]);

export async function createApp(
  services: Services,
  {
    isStopping = () => false,
    readiness = readinessProbe({ ...services, folder: undefined }),
    tracer,
    doScheduled = async () => {},
  }: {
    readonly isStopping?: () => boolean;
    readonly readiness?: () => Promise<Readiness>;
    readonly tracer?: Tracer | undefined;
    readonly doScheduled?: () => Promise<void>;
  } = {},
): Promise<FastifyInstance> {
  const { config, clock, lender, log, metrics } = services;
  const pages = readPages(config);
  const { database } = services;
  const isDatabaseAway = database.isAway;
  const app = await createHttp({ config, log, metrics, tracer, isStopping, isDatabaseAway, publicRoutes });
  app.get('/healthz', async () => ({ status: 'ok', version }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, ...detail } = await readiness();
    return reply.code(isReady ? 200 : 503).send(detail);
  });
  journeyRoutes(app, services, (application) => loanSummaryOf(services, application));
  for (const { routes = [] } of stages) for (const register of routes) register(app, services);
  displayFaceRoute(app);
  violationRoutes(app, services);
  securityTxtRoute(app, services);
  partnerApiRoutes(app, services);
  if (config.isDevelopment) {
    developmentRoutes(app, services, doScheduled);
    apiDescriptionRoutes(app, services);
  }
  const drawer = pageDrawer(config.WEB_DIR, log);
  app.addHook('onListen', async () => drawer.start());
  app.addHook('onClose', () => drawer.close());
  await pageRoutes(
    app,
    {
      config,
      lender,
      now: () => clock.now(),
      preloadedResponses: preloadedResponsesOf(app, services),
      drawPage: drawer.draw,
    },
    pages,
  );
  await app.ready();
  return app;
}
