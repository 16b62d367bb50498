// Details that change after the decision: a new phone until it is confirmed, how often they changed, and the decision on each.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table applicant add column new_phone text`.execute(db);
  await sql`alter table application add column details_updates integer not null default 0`.execute(db);
  // Every decision is kept, and the newest counts.
  await sql`alter table decision drop constraint decision_application_id_kind_key`.execute(db);
  await sql`create index decision_newest on decision (application_id, kind, decided_at desc)`.execute(db);
}
