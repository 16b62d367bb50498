// What browsers report of their use, with consent. No row names a person or an application.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table measurement (
      id bigint generated always as identity primary key,
      visit uuid not null,
      type text not null check (type in ('screen', 'step', 'refused', 'left')),
      screen text not null,
      field text,
      advertising boolean not null,
      at timestamptz not null,
      forwarded_at timestamptz
    )`.execute(db);
  await sql`create index measurement_at on measurement (at)`.execute(db);
  await sql`create index measurement_waiting on measurement (id) where forwarded_at is null`.execute(db);
  await sql`
    create table browser_error (
      id uuid primary key,
      name text not null,
      screen text,
      frames jsonb not null,
      at timestamptz not null,
      forwarded_at timestamptz
    )`.execute(db);
  await sql`create index browser_error_at on browser_error (at)`.execute(db);
}
