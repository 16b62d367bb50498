// How long an applicant waited for each outcome, by the product's clock: on a busy machine even a prompt one takes long, and is then
// emailed, as its page promised.
import { sql } from 'kysely';
import { promiseAfterSeconds } from '#contract/jobs.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { eventually, type World } from './world.ts';

/** The jobs whose page had promised an email about the outcome before they ended. */
export async function longWaits(world: World, id: ApplicationId): Promise<readonly string[]> {
  const waits = await world.product.services.db
    .selectFrom('job')
    .select(['name', 'created_at', 'changed_at'])
    .where('application_id', '=', id)
    .where('awaited', '=', true)
    .execute();
  return waits
    .filter(
      ({ created_at: since, changed_at: until }) =>
        until.getTime() - since.getTime() >= promiseAfterSeconds * 1000,
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
  eventually(async () => ((await isBusy(world, which)) ? undefined : true));

/** Once a statement waits for a lock that another transaction holds. */
export const lockWaitedFor = ({ product }: World) =>
  eventually(async () => {
    const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(product.services.db);
    return rows[0]?.waits || undefined;
  });
