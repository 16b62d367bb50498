// Disbursements: the payout of a loan, at most one per application.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table disbursement (
      application_id uuid primary key references application (id),
      sequence integer generated always as identity unique,
      amount integer not null check (amount > 0),
      loan_id text not null,
      file_day text not null,
      effective_on text not null,
      created_at timestamptz not null,
      written_at timestamptz
    )`.execute(db);
  await sql`create index disbursement_file_day on disbursement (file_day, sequence)`.execute(db);
}
