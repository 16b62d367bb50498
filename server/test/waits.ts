// How long applicants waited by the product's clock: late outcomes are emailed, as their page promised.
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import type { StateName } from '#server/journey/chart.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { rowsOf } from './rows.ts';
import { eventually, stateOf, type World } from './world.ts';

/** The jobs whose page had promised an email about the outcome before they ended. */
export async function longWaits(world: World, id: ApplicationId): Promise<readonly string[]> {
  return (await rowsOf(world, 'job', id))
    .filter(
      ({ awaited, created_at: since, changed_at: until }) =>
        awaited && until.getTime() - since.getTime() >= promiseAfterSeconds * 1000,
    )
    .map(({ name }) => name);
}

/** Whether a job waits or runs: of one application, with one of these names, or any. A restored application's jobs don't count. */
export async function isBusy(
  { product }: World,
  { of: id, names }: { of?: ApplicationId; names?: readonly string[] } = {},
): Promise<boolean> {
  const job = await product.services.db
    .selectFrom('job')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('is_parked', '=', false)
    .$if(id !== undefined, (query) => query.where('application_id', '=', id as ApplicationId))
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .executeTakeFirst();
  return job !== undefined;
}

export const jobsEnded = (world: World, which?: Parameters<typeof isBusy>[1]) =>
  eventually(async () => !(await isBusy(world, which)));

/** Once an application is in a state. A failure shows the state that it is in instead, its envelope, and its jobs with their errors. */
export async function reached(world: World, id: ApplicationId, state: StateName): Promise<void> {
  const isThere = async () => (await stateOf(world, id)) === state;
  await eventually(isThere).catch(async (cause) => {
    const [envelope] = await rowsOf(world, 'envelope', id);
    const { rows } = await sql`
      select job.name, job.status, job.is_parked, job.failures, job.created_at, queued.state, queued.start_after, queued.output
      from job left join pgboss.job queued on queued.data->>'jobId' = job.id::text
      where job.application_id = ${id} order by job.created_at`.execute(world.db);
    const found = { state: await stateOf(world, id), now: world.clock.now(), envelope, jobs: rows };
    throw new Error(`The application never was ${state}: ${JSON.stringify(found, undefined, 1)}`, { cause });
  });
}

/** Once a statement waits for a lock that another transaction holds. */
export const lockWaitedFor = ({ product }: World) =>
  eventually(async () => {
    const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(product.services.db);
    return rows[0]?.waits;
  });

export function advanceForTest({ clock }: Pick<World, 'clock'>, milliseconds: number): void {
  clock.advance(milliseconds);
  onTestFinished(() => clock.advance(-milliseconds));
}
