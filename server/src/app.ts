// Assembles the product from its services. Separate from the listening process, so tests can use it without a port.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Lender, loadLender } from '#lender/load.ts';
import { unconfirmedBureauData } from '#lender/schema/bureau-data.ts';
import { unconfirmed } from '#lender/state-requirements.ts';
import { isStopped } from './journey/applications.ts';
import { tellState } from './journey/give-notices.ts';
import { journeyRoutes } from './journey/routes.ts';
import { apiDescriptionRoutes, partnerApiRoutes } from './pages/api-description.ts';
import { readPages } from './pages/built-pages.ts';
import { pageDrawer } from './pages/draw-in-worker.ts';
import { pageRoutes } from './pages/pages.ts';
import { preloadedAnswersOf } from './pages/preloaded-answers.ts';
import { securityTxtRoute } from './pages/security-txt.ts';
import { violationRoutes } from './pages/violation-reports.ts';
import { displayFaceRoute } from './pdf/responses.ts';
import { type Clock, MovableClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { assertOriginal } from './platform/db/identity.ts';
import { migrate } from './platform/db/migrate.ts';
import { readVault } from './platform/encryption.ts';
import { developmentRoutes } from './platform/http/development-routes.ts';
import { createHttp } from './platform/http/http-server.ts';
import { Limiter } from './platform/http/limits.ts';
import { Sessions } from './platform/http/sessions.ts';
import { JobReports } from './platform/jobs/job-reports.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { VendorCalls } from './platform/jobs/vendor-calls.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import type { OperationsServices, Readiness } from './platform/operations-server.ts';
import { refreshState } from './platform/state-metrics.ts';
import type { Tracer } from './platform/tracing.ts';
import { createPolicy } from './policy/decide.ts';
import { withGapAlert } from './policy/gap-alert.ts';
import { auditExhaustedJob } from './records/audit.ts';
import { checkKeys } from './records/key-fingerprints.ts';
import type { Services } from './services.ts';
import { approvalJobs } from './stages/approval/jobs.ts';
import { loanSummaryOf } from './stages/approval/loan-summary.ts';
import { approvalRoutes } from './stages/approval/routes.ts';
import { autopayJobs } from './stages/autopay/jobs.ts';
import { autopayRoutes } from './stages/autopay/routes.ts';
import { bankLinkJobs } from './stages/bank-link/jobs.ts';
import { bankLinkRoutes } from './stages/bank-link/routes.ts';
import { callBackJobs, callBackRoutes } from './stages/branches/call-back.ts';
import { branchCaseJobs } from './stages/branches/cases.ts';
import { branchRoutes } from './stages/branches/routes.ts';
import { tellBranchWithdrawn } from './stages/branches/withdrawn.ts';
import { prequalificationJobs } from './stages/decision/jobs.ts';
import { decisionVendors } from './stages/decision/vendors.ts';
import { depositRoutes } from './stages/deposit/routes.ts';
import { envelopeSchedule, envelopeStatusJobs } from './stages/documents/envelope-status.ts';
import { documentJobs } from './stages/documents/jobs.ts';
import { documentRoutes } from './stages/documents/routes.ts';
import { voidingJobs } from './stages/documents/void.ts';
import { fastPathJobs } from './stages/fast-path/jobs.ts';
import { fastPathRoutes } from './stages/fast-path/routes.ts';
import { accountNewsJobs } from './stages/funding/account-news.ts';
import { accountValidationJobs } from './stages/funding/account-validation.ts';
import { coreEventRoutes } from './stages/funding/core-events.ts';
import { fundingJobs } from './stages/funding/jobs.ts';
import { loanNewsJobs } from './stages/funding/loan-news.ts';
import { returnFolderSchedule } from './stages/funding/return-folder.ts';
import { returnedEntryJobs } from './stages/funding/returned-entries.ts';
import { revokedAccountJobs } from './stages/funding/revoked-account.ts';
import { accountValidationRoutes } from './stages/funding/routes.ts';
import { holdJobs, holdSchedule } from './stages/holds/jobs.ts';
import { forwardingSchedule } from './stages/measurements/forward.ts';
import { measurementRoutes } from './stages/measurements/routes.ts';
import { approvalOverJobs } from './stages/notices/approval-over.ts';
import { bounceRoutes } from './stages/notices/bounces.ts';
import { noticeSchedule } from './stages/notices/due.ts';
import { noticeJobs } from './stages/notices/jobs.ts';
import { tellLateAnswer } from './stages/notices/late-answers.ts';
import { leadStatusJobs } from './stages/notices/lead-status.ts';
import { resumeJobs } from './stages/notices/link-mails.ts';
import { phoneChangedJobs } from './stages/notices/phone-changed.ts';
import { reminderRoutes } from './stages/notices/reminder-routes.ts';
import { reminderJobs, reminderSchedule } from './stages/notices/reminders.ts';
import { noticeRoutes } from './stages/notices/routes.ts';
import { stateEmailJobs } from './stages/notices/state-emails.ts';
import { textWebhookRoutes } from './stages/notices/text-webhooks.ts';
import { textJobs } from './stages/notices/texts.ts';
import { withdrawalRoutes } from './stages/notices/withdrawal.ts';
import { offersRoutes } from './stages/offers/routes.ts';
import { partnerLeadRoutes } from './stages/partners/leads.ts';
import { partnerRoutes } from './stages/partners/routes.ts';
import { phoneCheckJobs } from './stages/phone-check/jobs.ts';
import { phoneCheckRoutes } from './stages/phone-check/routes.ts';
import { prequalificationRoutes } from './stages/prequalification/routes.ts';
import { leadRoutes } from './stages/resume/lead.ts';
import { resumeRoutes } from './stages/resume/routes.ts';
import { retentionSchedule, sessionSchedule } from './stages/retention/round.ts';
import { screeningJobs } from './stages/screening/jobs.ts';
import { statusRoutes } from './stages/status/routes.ts';
import { vehicleRoutes } from './stages/vehicle/routes.ts';
import { verificationJobs } from './stages/verification/jobs.ts';
import { verificationRoutes } from './stages/verification/routes.ts';
import { uploadJobs } from './stages/verification/upload-jobs.ts';
import { uploadRoutes } from './stages/verification/uploads.ts';
import { Institutions } from './vendors/institutions.ts';
import { observedVendors } from './vendors/observed.ts';
import { createVendors } from './vendors/vendors.ts';

export type Role = 'web' | 'worker' | 'both';

export interface Product {
  /** Undefined in a worker-only process. */
  readonly app: FastifyInstance | undefined;
  readonly services: Services;
  /** What the port for operators tells. */
  readonly operations: OperationsServices;
  /**
   * Stops: not ready at once, no new requests after the grace time, and no exit before what runs has ended or
   * `stopSeconds` are over.
   */
  readonly close: (times?: { readonly graceSeconds: number; readonly stopSeconds: number }) => Promise<void>;
}

/** Engineers read the laws of the states and the bureau's guides; counsel and the bureau confirm them, one by one. */
function warnOfUnconfirmed(lender: Lender, log: Log): void {
  const ids = unconfirmed(lender).map((row) => row.id);
  if (ids.length > 0) log.warn({ ids }, 'state requirements that nobody has confirmed');
  const items = unconfirmedBureauData(lender.bureauData);
  if (items.length > 0)
    log.warn({ ids: items }, "data of the credit bureau that nobody has compared with the bureau's own");
}

export async function createProduct(
  config: Config,
  options: { role: Role; clock?: Clock; log?: Log; database?: Database },
): Promise<Product> {
  const clock = options.clock ?? new MovableClock();
  const tracer = await startTracer(config, options.role);
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const lender = loadLender(config.lenderDirectory);
  if (config.isProduction) warnOfUnconfirmed(lender, log);
  const vault = readVault({
    keys: config.ENCRYPTION_KEYS,
    lookupKey: config.LOOKUP_KEY,
    dataDirectory: config.dataDirectory,
    isProduction: config.isProduction,
  });
  const database =
    options.database ??
    (await openDatabase({
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL,
      dataDirectory: config.dataDirectory,
      preparedStatements: config.DATABASE_PREPARED_STATEMENTS === 'true',
      statementSeconds: config.DATABASE_STATEMENT_SECONDS,
      waitsForServer: true,
      log,
    }));
  const { db } = database;
  await database
    .untilReached(async () => {
      await migrate(database.maintenance.db);
      await checkKeys(db, clock, vault);
      await assertOriginal(db, clock);
    })
    .catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
  const metrics = createMetrics();
  const vendors = observedVendors(createVendors(config, clock, lender, { db, vault }), {
    metrics,
    tracer,
    log,
  });
  const services: Services = {
    config,
    clock,
    log,
    metrics,
    database,
    db,
    vault,
    sessions: new Sessions({ db, clock, vault, config }),
    limiter: new Limiter({
      db,
      clock,
      log,
      metrics,
      scale: config.LIMIT_SCALE,
      textsPerHour: config.TEXTS_PER_HOUR,
    }),
    jobs: new Jobs({
      database,
      clock,
      log,
      auditExhausted: auditExhaustedJob(clock),
      // Whom a restored backup has stopped is told so, and nothing else is done for them.
      isHeld: async (tx, id, job) => job !== tellState.name && isStopped(tx, id),
      onAwaitedEnd: (tx, ended) => tellLateAnswer(services, tx, ended),
      reports: new JobReports({ log, metrics, tracer }),
    }),
    vendorCalls: new VendorCalls({
      database,
      clock,
      log,
      vault,
      timeouts: vendors.timeouts,
      guarded: [...decisionVendors, 'vehicle-data'],
    }),
    lender,
    policy: withGapAlert(createPolicy(lender), { log, metrics }),
    vendors,
    institutions: new Institutions({ vendors, clock }),
  };
  const handlers = [
    ...prequalificationJobs(services),
    ...screeningJobs(services),
    ...approvalOverJobs(services),
    ...phoneCheckJobs(services),
    ...resumeJobs(services),
    ...bankLinkJobs(services),
    ...verificationJobs(services),
    ...uploadJobs(services),
    ...approvalJobs(services),
    ...fastPathJobs(services),
    ...fundingJobs(services),
    ...accountValidationJobs(services),
    ...accountNewsJobs(services),
    ...returnedEntryJobs(services),
    ...loanNewsJobs(services),
    ...revokedAccountJobs(services),
    ...autopayJobs(services),
    ...documentJobs(services),
    ...envelopeStatusJobs(services),
    ...voidingJobs(services),
    ...noticeJobs(services),
    ...stateEmailJobs(services),
    ...reminderJobs(services),
    ...phoneChangedJobs(services),
    ...textJobs(services),
    ...leadStatusJobs(services),
    ...branchCaseJobs(services),
    ...callBackJobs(services),
    ...holdJobs(services),
  ];
  const scheduledJobs = [
    retentionSchedule(services),
    sessionSchedule(services),
    envelopeSchedule(services),
    returnFolderSchedule(services),
    reminderSchedule(services),
    noticeSchedule(services),
    forwardingSchedule(services),
    holdSchedule(services),
  ];
  await database.untilReached(() => services.jobs.start(handlers, scheduledJobs));
  if (options.role !== 'web') await services.jobs.work(handlers, scheduledJobs);

  let isStopping = false;
  const isOver = () => isStopping;
  const app =
    options.role === 'worker' ? undefined : await createApp(services, { isStopping: isOver, tracer });
  return {
    app,
    services,
    operations: {
      metrics,
      refresh: () => refreshState({ database, clock, metrics, log }),
      readiness: () => readinessOf(services, isOver),
    },
    close: async ({ graceSeconds, stopSeconds } = { graceSeconds: 0, stopSeconds: 10 }) => {
      isStopping = true;
      const drained = services.jobs.drain(stopSeconds);
      if (app) {
        await pause(graceSeconds * 1000);
        await app.close();
      }
      await drained;
      await services.jobs.stop();
      services.vendors.mailer.close();
      await database.close();
      await tracer?.close().catch(() => {});
    },
  };
}

async function startTracer(config: Config, role: Role): Promise<Tracer | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (url === undefined) return undefined;
  const { openTelemetry } = await import('./platform/open-telemetry.ts');
  return openTelemetry({ url, headers, share: config.OTEL_TRACES_SAMPLER_ARG, role });
}

/** A process can do its work while its database answers, until it stops. */
async function readinessOf(
  { database }: Pick<Services, 'database'>,
  isStopping: () => boolean,
): Promise<Readiness> {
  if (isStopping()) return { isReady: false, status: 'stopping' };
  try {
    await database.pool.query('select 1');
    return { isReady: true, status: 'ready' };
  } catch {
    return { isReady: false, status: 'the database does not answer' };
  }
}

export async function createApp(
  services: Services,
  {
    isStopping = () => false,
    tracer,
  }: { readonly isStopping?: () => boolean; readonly tracer?: Tracer | undefined } = {},
): Promise<FastifyInstance> {
  const { config, clock, lender, log, metrics } = services;
  const pages = readPages(config);
  const { database } = services;
  const isDatabaseAway = database.isAway;
  const app = await createHttp({ config, log, metrics, tracer, isStopping, isDatabaseAway });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, status } = await readinessOf(services, isStopping);
    return reply.code(isReady ? 200 : 503).send({ status });
  });
  journeyRoutes(app, services, (application) => loanSummaryOf(services, application));
  prequalificationRoutes(app, services);
  phoneCheckRoutes(app, services);
  offersRoutes(app, services);
  branchRoutes(app, services);
  callBackRoutes(app, services);
  partnerRoutes(app, services);
  partnerLeadRoutes(app, services);
  resumeRoutes(app, services);
  leadRoutes(app, services);
  vehicleRoutes(app, services);
  bankLinkRoutes(app, services);
  verificationRoutes(app, services);
  uploadRoutes(app, services);
  approvalRoutes(app, services);
  fastPathRoutes(app, services);
  depositRoutes(app, services);
  accountValidationRoutes(app, services);
  documentRoutes(app, services);
  displayFaceRoute(app);
  autopayRoutes(app, services);
  noticeRoutes(app, services);
  measurementRoutes(app, services);
  reminderRoutes(app, services);
  withdrawalRoutes(app, services, (tx, id) => tellBranchWithdrawn(tx, services, id));
  statusRoutes(app, services);
  bounceRoutes(app, services);
  coreEventRoutes(app, services);
  textWebhookRoutes(app, services);
  violationRoutes(app, services);
  securityTxtRoute(app, services);
  partnerApiRoutes(app, services);
  if (config.isDevelopment) {
    developmentRoutes(app, services);
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
      preloadedAnswers: preloadedAnswersOf(app, services),
      drawPage: drawer.draw,
    },
    pages,
  );
  await app.ready();
  return app;
}
