// Work that outlasts an outage of its vendors, and what applicants were told of the states that their applications stopped in.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table work
      add column retry_at timestamptz,
      add column delayed_at timestamptz,
      add column payload jsonb`.execute(db);
  await sql`create index work_retry on work (retry_at) where retry_at is not null`.execute(db);
  await sql`alter table application add column told_at timestamptz`.execute(db);
  await sql`create index application_untold on application (state_since) where told_at is distinct from state_since`.execute(
    db,
  );
}
