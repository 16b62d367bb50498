// Whether an applicant in a community property state is married, and the notice that the spouse is sent.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table marital_status (
      application_id uuid primary key references application (id),
      answer text not null,
      answered_at timestamptz not null
    )`.execute(db);
  await sql`alter table notice drop constraint notice_kind_check`.execute(db);
  await sql`
    alter table notice add constraint notice_kind_check check (kind in ('open', 'denial', 'incomplete',
      'counteroffer', 'approval', 'score-disclosure', 'withdrawal', 'spouse'))`.execute(db);
  await sql`create unique index notice_spouse_once on notice (application_id) where kind = 'spouse'`.execute(
    db,
  );
}
