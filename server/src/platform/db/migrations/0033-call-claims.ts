// Which attempt a vendor call's row is of, so that a process whose claim was cut off by the database can take its own one back.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table outside_call add column claim uuid`.execute(db);
}
