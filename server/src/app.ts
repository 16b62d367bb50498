// Assembles the product from its parts, apart from the process that listens, so that tests can ask it without a port.
import type { FastifyInstance } from 'fastify';
import { loadLender } from '#lender/load.ts';
import { approvalJobs } from './approval/jobs.ts';
import { approvalRoutes } from './approval/routes.ts';
import { autopayJobs } from './autopay/jobs.ts';
import { autopayRoutes } from './autopay/routes.ts';
import { Institutions } from './bank-link/institutions.ts';
import { bankLinkJobs } from './bank-link/jobs.ts';
import { bankLinkRoutes } from './bank-link/routes.ts';
import { branchRoutes } from './branches/routes.ts';
import { fundingJobs } from './deposit/funding.ts';
import { depositRoutes } from './deposit/routes.ts';
import { developmentRoutes } from './development.ts';
import { documentJobs } from './documents/jobs.ts';
import { envelopeRound, lookJobs } from './documents/look.ts';
import { documentRoutes } from './documents/routes.ts';
import { fastPathJobs } from './fast-path/jobs.ts';
import { fastPathRoutes } from './fast-path/routes.ts';
import { firstAnswersOf } from './journey/first-answers.ts';
import { journeyRoutes } from './journey/routes.ts';
import { noticeJobs } from './notices/jobs.ts';
import { noticeRoutes } from './notices/routes.ts';
import { offersRoutes } from './offers/routes.ts';
import { partnerLeadRoutes } from './partners/leads.ts';
import { partnerRoutes } from './partners/routes.ts';
import type { Parts } from './parts.ts';
import { phoneCheckJobs } from './phone-check/jobs.ts';
import { phoneCheckRoutes } from './phone-check/routes.ts';
import { type Clock, dayIn, MovableClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { readVault } from './platform/encryption.ts';
import { createHttp } from './platform/http.ts';
import { Jobs } from './platform/jobs.ts';
import { Limiter } from './platform/limits.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { Outside } from './platform/outside.ts';
import { pageRoutes, readPages } from './platform/pages.ts';
import { Sessions } from './platform/sessions.ts';
import { createPolicy } from './policy/decide.ts';
import { prequalificationJobs } from './prequalification/jobs.ts';
import { prequalificationRoutes } from './prequalification/routes.ts';
import { resumeJobs } from './resume/jobs.ts';
import { leadRoutes } from './resume/lead.ts';
import { resumeRoutes } from './resume/routes.ts';
import { retentionRound } from './retention/round.ts';
import { createVendors } from './vendors/vendors.ts';
import { verificationJobs } from './verification/jobs.ts';
import { verificationRoutes } from './verification/routes.ts';

export type Role = 'web' | 'worker' | 'both';

export interface Product {
  /** Undefined in a process that only works. */
  readonly app: FastifyInstance | undefined;
  readonly parts: Parts;
  readonly close: () => Promise<void>;
}

export async function createProduct(
  config: Config,
  options: { role: Role; clock?: Clock; log?: Log; database?: Database },
): Promise<Product> {
  const clock = options.clock ?? new MovableClock();
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const lender = loadLender(config.lenderDirectory);
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
    }));
  const { db } = database;
  await migrate(db);
  const vendors = createVendors(config, clock);
  const parts: Parts = {
    config,
    clock,
    log,
    metrics: createMetrics(),
    database,
    db,
    vault,
    sessions: new Sessions({ db, clock, vault, config }),
    limiter: new Limiter({ db, clock, scale: config.LIMIT_SCALE }),
    jobs: new Jobs({ database, clock, log }),
    outside: new Outside({ db, clock, vault }),
    lender,
    policy: createPolicy(lender),
    vendors,
    institutions: new Institutions({ bankData: vendors.bankData, clock }),
  };
  const handlers = [
    ...prequalificationJobs(parts),
    ...phoneCheckJobs(parts),
    ...resumeJobs(parts),
    ...bankLinkJobs(parts),
    ...verificationJobs(parts),
    ...approvalJobs(parts),
    ...fastPathJobs(parts),
    ...fundingJobs(parts),
    ...autopayJobs(parts),
    ...documentJobs(parts),
    ...lookJobs(parts),
    ...noticeJobs(parts),
  ];
  const rounds = [retentionRound(parts), envelopeRound(parts)];
  await parts.jobs.start(handlers, rounds);
  if (options.role !== 'web') await parts.jobs.work(handlers, rounds);

  const app = options.role === 'worker' ? undefined : await createApp(parts);
  return {
    app,
    parts,
    close: async () => {
      await parts.jobs.stop();
      await app?.close();
      parts.vendors.mailer.close();
      await database.close();
    },
  };
}

async function createApp(parts: Parts): Promise<FastifyInstance> {
  const { config, clock, lender, log, metrics, sessions } = parts;
  const pages = readPages(config);
  const app = await createHttp({ config, log, metrics });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await parts.database.pool.query('select 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  journeyRoutes(app, parts);
  prequalificationRoutes(app, parts);
  phoneCheckRoutes(app, parts);
  offersRoutes(app, parts);
  branchRoutes(app, parts);
  partnerRoutes(app, parts);
  partnerLeadRoutes(app, parts);
  resumeRoutes(app, parts);
  leadRoutes(app, parts);
  bankLinkRoutes(app, parts);
  verificationRoutes(app, parts);
  approvalRoutes(app, parts);
  fastPathRoutes(app, parts);
  depositRoutes(app, parts);
  documentRoutes(app, parts);
  autopayRoutes(app, parts);
  noticeRoutes(app, parts);
  if (config.isDevelopment) developmentRoutes(app, parts);
  await pageRoutes(
    app,
    {
      config,
      lender,
      today: () => dayIn(lender.brand.hours.timeZone, clock.now()),
      firstAnswers: firstAnswersOf(app, sessions),
    },
    pages,
  );
  await app.ready();
  return app;
}
