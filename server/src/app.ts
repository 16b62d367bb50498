// Assembles the product from its services and stages. Separate from the listening process, so that tests use it without a port. A
// worker loads neither Fastify nor the pages.
import { setTimeout as pause } from 'node:timers/promises';
import { createServices } from './create-services.ts';
import { unexportedSince } from './evidence/audit-chain.ts';
import { exportContinuously } from './evidence/audit-checkpoints.ts';
import { addPartitions } from './evidence/retention/partitions.ts';
import { achFolder } from './funding/ach/ach-storage.ts';
import { countQueues } from './operations/queues.ts';
import { type Clock, clockOf } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { isPreparedHere } from './platform/db/migrate.ts';
import { assertOwnRole } from './platform/db/roles.ts';
import { warnOfLostCommits } from './platform/db/synchronous-commit.ts';
import { SetupError } from './platform/failure.ts';
import { requested } from './platform/jobs/jobs.ts';
import { createLog, type Log } from './platform/log.ts';
import { assertWritable, readinessProbe } from './platform/readiness.ts';
import { refreshState } from './platform/state-metrics.ts';
import { latestWatched } from './policy-analysis/watch.ts';
import { policyChannel } from './records/policy-versions.ts';
import { scheduledJobs, stages } from './routes-and-jobs.ts';
import type { Services } from './services.ts';

export type Role = 'web' | 'worker' | 'both';

export type Product = Awaited<ReturnType<typeof createProduct>>;

export async function createProduct(
  config: Config,
  options: { role: Role; clock?: Clock; log?: Log; followsSchedules?: boolean },
) {
  const { role } = options;
  if (role !== 'web') assertWorks(config);
  const clock = options.clock ?? clockOf(config);
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const stopTracing = await traceIfSet(config, role);
  const services = await createServices(config, { ...options, clock, log });
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
    await jobs.runDue(10);
  };
  const app =
    role === 'worker'
      ? undefined
      : await (await import('./create-app.ts')).createApp(services, {
          isStopping: () => isStopping,
          readiness,
          doScheduled,
        });
  // The first look into every queue takes a while.
  if (role !== 'web') await jobs.work(handlers, scheduled);
  return {
    /** Undefined in a worker-only process. */
    app,
    services,
    operations: { metrics, refresh: () => refresh(services), readiness, isStopping: () => isStopping },
    /**
     * Stops: not ready at once, no new requests after the grace time, and no exit before running jobs end or
     * `stopSeconds` are over.
     */
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
      await database.close();
      await stopTracing?.().catch(() => {});
    },
  };
}

function assertWorks(config: Config): void {
  if (config.isProduction && config.AUDIT_KEY === undefined)
    throw new SetupError(
      'AUDIT_KEY is not set. A worker signs the checkpoints of the audit log with it. Make it by `npm run keys:make`.',
    );
  assertWritable({ DATA_DIR: config.dataDirectory, ACH_DIR: achFolder({ config }) });
}

function refresh(services: Services): Promise<void> {
  const { config, clock, db, metrics, policyInForce } = services;
  policyInForce.report(metrics);
  return refreshState({
    ...services,
    countQueues: () => countQueues(services),
    watched: () => latestWatched(db, clock.now()),
    unexportedSince: async () => (config.AUDIT_SINK === undefined ? undefined : unexportedSince(db)),
  });
}

export const jobsOf = (services: Services) => ({
  handlers: stages.flatMap((stage) => (stage.jobs ?? []).flatMap((of) => of(services))),
  scheduled: scheduledJobs(services),
});

async function traceIfSet(config: Config, role: Role): Promise<(() => Promise<void>) | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (url === undefined) return undefined;
  const { startTracing } = await import('./platform/open-telemetry.ts');
  return startTracing({ url, headers, share: config.OTEL_TRACES_SAMPLER_ARG, role });
}
