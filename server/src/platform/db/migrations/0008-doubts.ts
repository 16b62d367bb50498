// Vendor calls that happened and whose answer is lost, and how often a job has failed.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table outside_call
      drop constraint outside_call_status_check,
      add constraint outside_call_status_check
        check (status in ('intended', 'answered', 'failed', 'in-doubt', 'lost'))`.execute(db);
  await sql`alter table work add column failures integer not null default 0`.execute(db);
}
