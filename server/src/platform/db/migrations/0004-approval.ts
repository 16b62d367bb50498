// The approved term, the account that receives the funds, and which jobs an applicant waits for.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column approved_term jsonb`.execute(db);
  await sql`alter table work add column awaited boolean not null default true`.execute(db);
  await sql`
    create table deposit_account (
      application_id uuid primary key references application (id),
      kind text not null check (kind in ('linked', 'manual')),
      institution_name text not null,
      account_type text not null check (account_type in ('checking', 'savings')),
      routing_number text not null,
      account_number text not null,
      mask text not null,
      linked_account_id text,
      chosen_at timestamptz not null
    )`.execute(db);
}
