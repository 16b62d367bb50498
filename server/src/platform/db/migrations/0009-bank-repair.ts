// Link tokens that mend a linked bank, apart from those that link a new one.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table link_token add column repairs uuid references linked_bank (id)`.execute(db);
}
