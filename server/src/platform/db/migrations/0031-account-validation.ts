// Whether the account that receives the funds is confirmed, with the two small deposits that may confirm it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_validation (
      application_id uuid primary key references application (id),
      account_lookup text not null,
      status text not null
        check (status in ('CHECKING', 'MICRO_ENTRIES', 'PERSON', 'VALID', 'INVALID')),
      method text check (method in ('linked', 'vendor', 'micro-entries', 'person')),
      reason text,
      owner_matched boolean not null default false,
      amounts text,
      sequences jsonb,
      file_day text,
      effective_on text,
      written_at timestamptz,
      tries integer not null default 0,
      started_at timestamptz not null,
      settled_at timestamptz
    )`.execute(db);
  await sql`
    create index account_validation_file_day on account_validation (file_day)
    where file_day is not null`.execute(db);
  await sql`
    create index account_validation_waits on account_validation (started_at)
    where status in ('MICRO_ENTRIES', 'PERSON')`.execute(db);
}
