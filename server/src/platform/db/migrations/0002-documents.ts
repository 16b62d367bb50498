// Documents, stored as they were rendered.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table document (
      id uuid primary key,
      application_id uuid not null references application (id),
      kind text not null,
      key text not null unique,
      sha256 text not null,
      content text not null,
      pdf text not null,
      made_at timestamptz not null
    )`.execute(db);
  await sql`create index document_application on document (application_id, made_at)`.execute(db);
  // A document never changes; only its encryption key may.
  await sql`
    create trigger document_unchanged before update of id, application_id, kind, key, sha256, made_at on document
    for each row execute function refuse_change()`.execute(db);
}
