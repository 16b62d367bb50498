// Retention: the consents of an application can be deleted after it is marked as purged.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column purged_at timestamptz`.execute(db);
  await sql`
    create function refuse_unless_purged() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from application where id = old.application_id and purged_at is not null) then
        return old;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  await sql`drop trigger consent_no_delete on consent`.execute(db);
  await sql`
    create trigger consent_no_delete before delete on consent
    for each row execute function refuse_unless_purged()`.execute(db);
  await sql`create index application_state_since on application (state_since) where purged_at is null`.execute(
    db,
  );
  await sql`create index session_touched on session (touched_at)`.execute(db);
  await sql`create index outside_call_intended on outside_call (vendor, intended_at)`.execute(db);
}
