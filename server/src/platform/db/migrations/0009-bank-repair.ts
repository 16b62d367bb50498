// Link tokens that repair a linked bank, as opposed to linking a new one.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table link_token add column repairs uuid references linked_bank (id)`.execute(db);
}
