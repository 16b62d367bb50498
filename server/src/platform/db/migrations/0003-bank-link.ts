// Bank link and verification: the current link token, linked banks, and what their data showed.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table link_token (
      application_id uuid primary key references application (id),
      generation integer not null,
      token text,
      token_lookup text unique,
      expires_at timestamptz,
      spent_by text[] not null default '{}'
    )`.execute(db);
  await sql`
    create table linked_bank (
      id uuid primary key,
      application_id uuid not null references application (id),
      public_token_lookup text not null unique,
      institution_id text not null,
      institution_name text not null,
      status text not null check (status in ('linked', 'replaced', 'removed')),
      item_id text not null,
      access_token text,
      mask text,
      linked_at timestamptz not null,
      waits_for_data boolean not null default false,
      problem text,
      problem_at timestamptz
    )`.execute(db);
  await sql`create index linked_bank_item on linked_bank (item_id)`.execute(db);
  // An application has one linked bank, even if requests race.
  await sql`
    create unique index linked_bank_current on linked_bank (application_id) where status = 'linked'`.execute(
    db,
  );
  await sql`
    create table verification (
      linked_bank_id uuid primary key references linked_bank (id),
      application_id uuid not null references application (id),
      stands boolean not null,
      income boolean not null,
      residence boolean not null,
      identity boolean not null,
      detail text not null,
      verified_at timestamptz not null
    )`.execute(db);
  await sql`create index verification_application on verification (application_id)`.execute(db);
}
