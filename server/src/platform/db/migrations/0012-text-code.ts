// The outcome of the last text code, for the page that waits for it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column text_code jsonb`.execute(db);
}
