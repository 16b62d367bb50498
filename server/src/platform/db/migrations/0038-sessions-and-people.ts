// An SSN that is used under two names, sessions that end for good, and sealed sentences of consents.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column ssn_conflict boolean not null default false`.execute(db);
  // What was kept while the bureau was down has no confirmed phone, and keeps nobody from applying.
  await sql`update application set live_ssn = null where state = 'CAPTURED'`.execute(db);
  await sql`
    alter table session
      add column ended_at timestamptz,
      add column ended_by text check (ended_by in ('time', 'sign-out', 'code'))`.execute(db);
  await sql`create index session_open on session (touched_at) where ended_at is null`.execute(db);
  // Sentences that people agree to can hold a bank, digits of an account and a payment. Those kept in plain text are sealed, by
  // whoever has the key, in the hourly retention round; the database lets their text go only for the sealed one.
  await sql`alter table consent add column sentence text, alter column statement drop not null`.execute(db);
  await sql`
    create function refuse_unless_sealed() returns trigger language plpgsql as $$
    begin
      if new.statement is null and old.sentence is null and new.sentence is not null then
        return new;
      end if;
      if new.statement is distinct from old.statement then
        raise exception '% is append-only', tg_table_name;
      end if;
      return new;
    end $$`.execute(db);
  await sql`drop trigger consent_append_only on consent`.execute(db);
  await sql`
    create trigger consent_append_only before update of
      id, application_id, session_id, document, version, text_hash, given_at on consent
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger consent_statement_sealed before update of statement on consent
    for each row execute function refuse_unless_sealed()`.execute(db);
}
