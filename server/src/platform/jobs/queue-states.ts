// How many jobs each queue has, and how long the oldest waits, by the database's clock, as in the queue itself.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

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

export async function queueStates(db: Db): Promise<readonly QueueState[]> {
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
