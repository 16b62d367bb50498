// What proves later that the audit log was not changed: a signed checkpoint a day, and an export as events happen.
import { sql } from 'kysely';
import { type AuditSink, auditSink } from '../platform/audit-sink.ts';
import { transact } from '../platform/db/database.ts';
import { DatabaseUnavailable } from '../platform/db/reachability.ts';
import type { With } from '../services.ts';
import { makeCheckpoint, markExported, signingKey, unexportedEvents } from './audit-chain.ts';

type Needs = With<'clock' | 'config' | 'database' | 'log'>;

const batch = 500;
const pauseMs = 1000;

export async function checkpointAudit(services: Needs & With<'vault'>): Promise<void> {
  const { config, clock, database, vault, log } = services;
  const seed = config.AUDIT_KEY ? Buffer.from(config.AUDIT_KEY, 'base64') : vault.derived('audit checkpoint');
  const checkpoint = await makeCheckpoint(database.maintenance.db, clock, signingKey(seed));
  const { number, events } = checkpoint;
  log.info({ checkpoint: number, events }, 'audit checkpoint');
  await sinkOf(services)?.([JSON.stringify({ checkpoint })]);
}

const sinkOf = ({ config, clock }: Needs): AuditSink | undefined =>
  config.AUDIT_SINK === undefined ? undefined : auditSink(config.AUDIT_SINK, clock);

/** Exports what waits. Of several workers, one does. */
export async function exportAudit(services: Needs): Promise<void> {
  const write = sinkOf(services);
  if (write === undefined) return;
  while (await exportBatch(services, write));
}

/** Whether more may wait. In a transaction of its own, so that none lasts as long as a backlog. */
function exportBatch(services: Needs, write: AuditSink): Promise<boolean> {
  return transact(services.database.maintenance.db, async (tx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('audit export', 0)) as "isOurs"`.execute(tx);
    if (!rows[0]?.isOurs) return false;
    const events = await unexportedEvents(tx, batch);
    if (events.length === 0) return false;
    await write(events.map((event) => JSON.stringify(event)));
    await markExported(
      tx,
      events.map(({ id }) => id),
    );
    return events.length === batch;
  });
}

/** Exports until the returned function is called. */
export function exportContinuously(services: Needs): () => Promise<void> {
  if (services.config.AUDIT_SINK === undefined) return async () => {};
  let isStopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const round = () => {
    running = exportAudit(services)
      .catch((error: unknown) => {
        // The connection logs once that the database is unavailable. `audit_unexported_seconds` alerts.
        if (!(error instanceof DatabaseUnavailable))
          services.log.error({ err: error }, 'audit events not exported');
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(round, pauseMs);
      });
  };
  round();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
