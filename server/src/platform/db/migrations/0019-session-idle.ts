// How long a session may be idle, which is longer while loan documents are out for signing.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table session add column idle_seconds integer not null default 900`.execute(db);
}
