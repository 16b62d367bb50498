// What the core system told us of booked loans, and why automatic payments stopped.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table core_event (
      id text primary key,
      application_id uuid references application (id),
      loan_id text not null,
      type text not null,
      detail jsonb not null,
      outcome text not null check (outcome in ('applied', 'nothing-to-do', 'unmatched')),
      occurred_at timestamptz not null,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index core_event_application on core_event (application_id)`.execute(db);
  await sql`create index core_event_received on core_event (received_at)`.execute(db);
  await sql`create index disbursement_loan on disbursement (loan_id)`.execute(db);
  await sql`create index ach_return_loan on ach_return (loan_id) where loan_id is not null`.execute(db);
  await sql`alter table autopay add column stopped_reason text`.execute(db);
}
