// Which address the documents' link went to last, counted, and whether its mail is out. What was sent before is.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table envelope
      add column link_generation integer not null default 1,
      add column mailing text not null default 'mailed' check (mailing in ('waiting', 'mailed', 'failed'))`.execute(
    db,
  );
}
