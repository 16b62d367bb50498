// Entries that a bank returned, and its notices of change, each applied once.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table ach_return (
      key text primary key,
      application_id uuid references application (id),
      what text not null check (what in ('disbursement', 'micro-entries', 'debit')),
      code text not null,
      original_trace text not null,
      sequence integer,
      amount integer not null,
      loan_id text,
      file_day text,
      effective_on text,
      read_at timestamptz not null
    )`.execute(db);
  await sql`create index ach_return_application on ach_return (application_id)`.execute(db);
  await sql`create index ach_return_file_day on ach_return (file_day) where file_day is not null`.execute(db);
}
