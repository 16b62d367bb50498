// What was texted to applicants and whether it arrived, and what people replied: STOP and START are consent, by phone.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table text_message (
      id uuid primary key,
      application_id uuid not null references application (id),
      about text not null check (about in ('code', 'reminder', 'money')),
      vendor_id text unique,
      status text not null,
      error_code integer,
      asked_at timestamptz not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index text_message_application on text_message (application_id)`.execute(db);
  await sql`
    create table text_reply (
      vendor_id text primary key,
      sequence bigint generated always as identity,
      phone_lookup text not null,
      meaning text not null check (meaning in ('stop', 'start', 'help', 'other')),
      said text,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index text_reply_phone on text_reply (phone_lookup, sequence desc)`.execute(db);
  await sql`create index applicant_phone on applicant (phone_lookup)`.execute(db);
}
