// When an applicant wants the branch to call. A canceled one keeps its row, whose revision the core system was told.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table call_back (
      application_id uuid primary key references application (id),
      at timestamptz,
      revision integer not null,
      chosen_at timestamptz not null
    )`.execute(db);
}
