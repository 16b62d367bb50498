// What a job that an applicant waits for has done so far, and the text that says that there is an answer.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table work add column stages text[] not null default '{}'`.execute(db);
  await sql`alter table text_message drop constraint text_message_about_check`.execute(db);
  await sql`
    alter table text_message add constraint text_message_about_check
      check (about in ('code', 'reminder', 'money', 'answer'))`.execute(db);
}
