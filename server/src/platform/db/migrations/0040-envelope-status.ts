// When an envelope's status was requested and answered, so that no envelope is asked about too often, and the final status that
// the signing service told us of.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table envelope
      add column status_asked_at timestamptz,
      add column status_answered_at timestamptz,
      add column final_status text`.execute(db);
}
