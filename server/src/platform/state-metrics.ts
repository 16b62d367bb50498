// Reads the metrics that come from the database for each scrape: the queue, unresolved calls, circuit breakers and sessions.

import { type Selectable, sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Db } from './db/database.ts';
import { DatabaseUnavailable } from './db/reachability.ts';
import { waitsForStandby } from './db/synchronous-commit.ts';
import type { Tables } from './db/tables.ts';
import { liveSessions } from './http/sessions.ts';
import { unresolvedByVendor } from './jobs/call-records.ts';
import { breakerStates } from './jobs/circuit-breaker.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** A scrape doesn't wait longer than this for a database that hangs. */
const mostMs = 3000;

interface Reads {
  readonly database: Database;
  readonly clock: Clock;
  readonly countQueues: () => Promise<readonly QueueCount[]>;
  readonly unexportedSince: () => Promise<Date | undefined>;
  readonly watched: () => Promise<readonly WatchedVersion[]>;
}

export async function refreshState(services: Reads & { metrics: Metrics; log: Log }): Promise<void> {
  const { database, metrics, log } = services;
  const { state } = metrics;
  const { pool } = database;
  state.poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
  state.poolConnections.set({ state: 'idle' }, pool.idleCount);
  state.poolWaiting.set(pool.waitingCount);
  const failed = (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable))
      log.error({ err: error }, 'metrics not read from the database');
    return 'failed' as const;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), mostMs);
  });
  const read = await Promise.race([readState(services).catch(failed), late]);
  clearTimeout(timer);
  // Earlier values are no longer true.
  for (const gauge of Object.values(state))
    if (gauge !== state.poolConnections && gauge !== state.poolWaiting) gauge.reset();
  const isUp = typeof read === 'object';
  state.databaseUp.set(isUp ? 1 : 0);
  if (!isUp) return;
  state.databaseSynchronous.set(read.isSynchronous ? 1 : 0);
  for (const { queue, waiting, retrying, active, oldestSeconds } of read.queues) {
    state.queueJobs.set({ queue, state: 'waiting' }, waiting);
    state.queueJobs.set({ queue, state: 'retrying' }, retrying);
    state.queueJobs.set({ queue, state: 'active' }, active);
    state.queueOldest.set({ queue }, oldestSeconds);
  }
  for (const { vendor, calls } of read.unresolved) state.unresolvedCalls.set({ vendor }, calls);
  state.unresolvedOldest.set(Math.max(0, ...read.unresolved.map(({ oldestSeconds }) => oldestSeconds)));
  for (const { vendor, isOpen, failures } of read.breakers) {
    state.breakerOpen.set({ vendor }, isOpen ? 1 : 0);
    state.breakerFailures.set({ vendor }, failures);
  }
  for (const watched of read.watched) reportWatched(state, watched);
  state.sessions.set(read.sessions);
  state.auditUnexported.set(read.unexportedSeconds);
  for (const { queue, waiting, overdue } of read.humanQueues) {
    state.humanQueue.set({ queue, state: 'waiting' }, waiting);
    state.humanQueue.set({ queue, state: 'overdue' }, overdue);
  }
}

type WatchedVersion = Pick<Selectable<Tables['policy_watch']>, 'version' | 'figures'>;

function reportWatched(state: Metrics['state'], { version, figures }: WatchedVersion): void {
  for (const [kind, outcomes] of Object.entries(figures.decisions))
    for (const [outcome, decisions] of Object.entries(outcomes))
      state.policyDecisions.set({ version, kind, outcome }, decisions);
  state.policyApproved.set({ version, status: 'approved' }, figures.approved);
  state.policyApproved.set({ version, status: 'funded' }, figures.funded);
  for (const [of, index] of Object.entries(figures.stability))
    state.policyStability.set({ version, of }, index);
}

interface QueueCount {
  readonly queue: string;
  readonly waiting: number;
  readonly overdue: number;
}

async function readState({ database, clock, ...reads }: Reads) {
  const { db } = database;
  const now = clock.now();
  // One after the other, so that a scrape takes one connection.
  const isSynchronous = await waitsForStandby(db);
  const queues = await queueStates(db);
  const unresolved = await unresolvedByVendor(db, now);
  const breakers = await breakerStates(db, now);
  const sessions = await liveSessions(db, now);
  const humanQueues = await reads.countQueues();
  const unexported = await reads.unexportedSince();
  const unexportedSeconds = unexported ? (now.getTime() - unexported.getTime()) / 1000 : 0;
  const watched = await reads.watched();
  return { isSynchronous, queues, unresolved, breakers, sessions, humanQueues, unexportedSeconds, watched };
}

interface QueueState {
  readonly queue: string;
  /** Could run now. */
  readonly waiting: number;
  /** Failed, and wait for their next attempt. */
  readonly retrying: number;
  readonly active: number;
  /** Since the oldest of those that wait could run. */
  readonly oldestSeconds: number;
}

async function queueStates(db: Db): Promise<readonly QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name as "queue",
      count(*) filter (where j.state < 'active' and j.start_after <= now())::int as "waiting",
      count(*) filter (where j.state < 'active' and j.start_after > now())::int as "retrying",
      count(*) filter (where j.state = 'active')::int as "active",
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float as "oldestSeconds"
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state <= 'active'
    group by q.name
    order by q.name`.execute(db);
  return rows;
}
