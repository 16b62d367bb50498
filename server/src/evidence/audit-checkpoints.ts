// What proves later that the audit log was not changed: a signed checkpoint a day, and an export as events happen.
import { sql } from 'kysely';
import { type AuditSink, auditSink, lastLineOf } from '../platform/audit-sink.ts';
import { type Database, transact } from '../platform/db/database.ts';
import { DatabaseUnavailable } from '../platform/db/reachability.ts';
import type { With } from '../services.ts';
import {
  latestCheckpoint,
  makeCheckpoint,
  markExported,
  signingKey,
  unexportedEvents,
} from './audit-chain.ts';

type Needs = With<'clock' | 'config' | 'database' | 'log'>;

const batch = 500;
const pauseMs = 1000;

/** The highest number of a checkpoint that this process has seen, and the one that it knows to be in the sink, by its database. */
const known = new WeakMap<Database, { readonly seen: number; readonly exported: number }>();

/** Makes the day's checkpoint once, and writes it to the sink until it is there. */
export async function checkpointAudit(services: Needs & With<'vault' | 'metrics'>): Promise<void> {
  const { config, clock, database, vault, log, metrics } = services;
  const { AUDIT_KEY, AUDIT_SINK } = config;
  const key = signingKey(AUDIT_KEY ? Buffer.from(AUDIT_KEY, 'base64') : vault.derived('audit checkpoint'));
  const { db } = database.maintenance;
  const line = AUDIT_SINK && (await lastLineOf(AUDIT_SINK, checkpointStart));
  const inSink = Number(line?.split(checkpointStart).at(-1)?.match(/^\d+/)?.[0] ?? 0);
  const before = known.get(database) ?? { seen: 0, exported: 0 };
  const seen = Math.max(before.seen, inSink);
  const latest = (await latestCheckpoint(db))?.number ?? 0;
  if (latest < seen) {
    log.error({ latest, seen }, 'audit checkpoints are missing');
    metrics.missingCheckpoints.inc(seen - latest);
  }
  const checkpoint = await makeCheckpoint(db, clock, key, seen);
  const { number, events } = checkpoint;
  if (number > latest) log.info({ checkpoint: number, events }, 'audit checkpoint');
  const exported = Math.max(before.exported, inSink);
  known.set(database, { seen: number, exported });
  if (number === exported) return;
  await sinkOf(services)?.([JSON.stringify({ checkpoint })]);
  known.set(database, { seen: number, exported: number });
}

const checkpointStart = '{"checkpoint":{"number":';

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
