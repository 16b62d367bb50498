// A hold may end because the applicant withdrew the application.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table hold drop constraint hold_resolution_check`.execute(db);
  await sql`
    alter table hold add constraint hold_resolution_check
      check (resolution in ('released', 'refused', 'answered', 'withdrawn'))`.execute(db);
}
