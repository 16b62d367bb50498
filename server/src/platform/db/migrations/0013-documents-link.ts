// How often the address for the documents' link changed, and whether the email was sent. For earlier rows it was.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table envelope
      add column link_generation integer not null default 1,
      add column mailing text not null default 'mailed' check (mailing in ('waiting', 'mailed', 'failed'))`.execute(
    db,
  );
}
