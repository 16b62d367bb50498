// Documents that applicants upload: the parts as they arrive, and the files that they make.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table uploaded_file (
      id uuid primary key,
      position bigint generated always as identity,
      application_id uuid not null references application (id),
      kind text not null check (kind in ('photo-id', 'pay-stub', 'bill')),
      file_key text not null,
      content_type text not null,
      byte_count integer not null,
      sha256 text not null,
      content text not null,
      added_at timestamptz not null,
      hand_in_id uuid,
      handed_in_at timestamptz,
      unique (application_id, file_key)
    )`.execute(db);
  await sql`create index uploaded_file_unsent on uploaded_file (added_at) where hand_in_id is null`.execute(
    db,
  );
  await sql`
    create table uploaded_part (
      id uuid primary key,
      application_id uuid not null references application (id),
      file_key text not null,
      part integer not null,
      parts integer not null,
      content text not null,
      added_at timestamptz not null,
      unique (application_id, file_key, part)
    )`.execute(db);
  await sql`create index uploaded_part_added on uploaded_part (added_at)`.execute(db);
}
