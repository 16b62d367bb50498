// Applications that wait for a person, with the evidence; and every answer of the military database.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table hold (
      id uuid primary key,
      application_id uuid not null references application (id),
      kind text not null,
      stage text not null,
      reason text not null,
      evidence text not null,
      opened_at timestamptz not null,
      resolution text check (resolution in ('released', 'refused', 'answered')),
      resolved_by text,
      resolved_at timestamptz
    )`.execute(db);
  // A step waits for one thing of a kind at a time.
  await sql`
    create unique index hold_open on hold (application_id, kind, stage) where resolution is null`.execute(db);
  await sql`create index hold_application on hold (application_id)`.execute(db);
  await sql`
    create table military_check (
      id uuid primary key,
      application_id uuid not null references application (id),
      key text not null unique,
      answer text not null check (answer in ('covered', 'not-covered', 'unknown')),
      source text not null,
      evidence text not null,
      checked_at timestamptz not null
    )`.execute(db);
  await sql`create index military_check_newest on military_check (application_id, checked_at desc)`.execute(
    db,
  );
}
