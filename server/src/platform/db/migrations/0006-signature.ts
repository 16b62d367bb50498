// Envelopes of loan documents with their signed copies, and automatic payments.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table envelope (
      application_id uuid primary key references application (id),
      envelope_id text unique,
      signer_name text not null,
      signer_email text not null,
      mailed_to text not null,
      link_expires_at timestamptz not null,
      signed_at timestamptz
    )`.execute(db);
  await sql`
    create table signed_copy (
      id uuid primary key,
      application_id uuid not null unique references application (id),
      documents text not null,
      certificate text not null,
      kept_at timestamptz not null
    )`.execute(db);
  await sql`
    create table autopay (
      application_id uuid primary key references application (id),
      status text not null check (status in ('ACTIVE', 'SKIPPED', 'CANCELED')),
      day integer check (day between 1 and 28),
      first_debit text,
      decided_at timestamptz not null
    )`.execute(db);
}
