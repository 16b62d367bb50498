// Jobs that gave up or wait can be run again; applications that a restored backup stopped remember where they were; entries in a
// day's ACH file that a restored database doesn't know stay in it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table work add column gave_up_at timestamptz`.execute(db);
  await sql`alter table work add column is_parked boolean not null default false`.execute(db);
  await sql`create index work_gave_up on work (gave_up_at) where gave_up_at is not null`.execute(db);
  await sql`create index work_parked on work (application_id) where is_parked`.execute(db);
  await sql`
    update work w set gave_up_at = w.changed_at
    where w.status = 'FAILURE' and exists (
      select 1 from audit_event e
      where e.application_id = w.application_id and e.type = 'job-failed' and e.data ->> 'job' = w.job)`.execute(
    db,
  );
  await sql`alter table application add column state_before_restore text`.execute(db);
  await sql`
    create table ach_orphan (
      sequence integer primary key,
      file_day text not null,
      effective_on text not null,
      individual_id text not null,
      amount integer not null,
      found_at timestamptz not null
    )`.execute(db);
  // A restored dump has new tables, and so another number than the one noted here.
  await sql`
    create table database_identity (
      only_row boolean primary key default true check (only_row),
      table_number bigint not null,
      noted_at timestamptz not null
    )`.execute(db);
}
