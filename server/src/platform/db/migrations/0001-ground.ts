// The first tables: applications, applicants, sessions, work, vendor calls, decisions, consents, audit, limits.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table application (
      id uuid primary key,
      state text not null,
      state_since timestamptz not null,
      source text not null check (source in ('web_form', 'affiliate')),
      partner_id text,
      branch_id text,
      experience text not null,
      created_at timestamptz not null,
      offers_expire_at timestamptz,
      requested_amount integer,
      loan_amount integer,
      is_auto_secured boolean,
      selected_term jsonb,
      accepted_term jsonb,
      prequalified_amount integer,
      marketing jsonb not null default '{}',
      submission text unique,
      live_ssn text unique
    )`.execute(db);
  await sql`
    create table applicant (
      application_id uuid primary key references application (id),
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      dob text not null,
      ssn text not null,
      street_address text not null,
      city text not null,
      us_state text not null,
      zip_code text not null,
      residential_status text not null,
      monthly_payment text not null,
      main_income text not null,
      additional_income text not null,
      device_session text,
      ssn_lookup text not null,
      email_lookup text not null,
      phone_lookup text not null,
      email_verified_at timestamptz
    )`.execute(db);
  await sql`create index applicant_ssn on applicant (ssn_lookup)`.execute(db);
  await sql`
    create table session (
      id uuid primary key,
      token_hash text not null unique,
      application_id uuid references application (id),
      created_at timestamptz not null,
      touched_at timestamptz not null,
      address text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index session_application on session (application_id)`.execute(db);
  await sql`
    create table work (
      id uuid primary key,
      application_id uuid not null references application (id),
      job text not null,
      status text not null check (status in ('PENDING', 'ACTIVE', 'SUCCESS', 'FAILURE')),
      created_at timestamptz not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index work_application on work (application_id, created_at desc)`.execute(db);
  await sql`
    create table outside_call (
      id bigint generated always as identity primary key,
      application_id uuid references application (id),
      vendor text not null,
      operation text not null,
      key text not null unique,
      status text not null check (status in ('intended', 'answered', 'failed', 'in-doubt')),
      attempts integer not null,
      intended_at timestamptz not null,
      leased_until timestamptz not null,
      answered_at timestamptz,
      answer text
    )`.execute(db);
  await sql`
    create table decision (
      id uuid primary key,
      application_id uuid not null references application (id),
      kind text not null check (kind in ('prequalification', 'approval')),
      policy_version text not null,
      outcome text not null,
      inputs text not null,
      detail text not null,
      decided_at timestamptz not null,
      unique (application_id, kind)
    )`.execute(db);
  await sql`
    create table consent (
      id bigint generated always as identity primary key,
      application_id uuid not null references application (id),
      session_id uuid not null,
      document text not null,
      version text not null,
      text_hash text not null,
      statement text not null,
      address text not null,
      user_agent text not null,
      given_at timestamptz not null
    )`.execute(db);
  await sql`create index consent_application on consent (application_id)`.execute(db);
  await sql`
    create table audit_event (
      id bigint generated always as identity primary key,
      application_id uuid,
      session_id uuid,
      type text not null,
      data jsonb not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index audit_event_application on audit_event (application_id, at)`.execute(db);
  await sql`
    create table limit_count (
      key text not null,
      window_start timestamptz not null,
      count integer not null,
      primary key (key, window_start)
    )`.execute(db);
  await sql`
    create table breaker (
      vendor text primary key,
      failures integer not null,
      since timestamptz,
      opened_at timestamptz
    )`.execute(db);

  // Audit events and consents are append-only. Consents may be encrypted again with another key.
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  await sql`
    create trigger audit_event_append_only before update or delete on audit_event
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger consent_no_delete before delete on consent
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger consent_append_only before update of
      id, application_id, session_id, document, version, text_hash, statement, given_at on consent
    for each row execute function refuse_change()`.execute(db);
  for (const table of ['audit_event', 'consent']) {
    await sql`
      create trigger ${sql.raw(table)}_no_truncate before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }

  // pg-boss creates its own tables. If several processes start at once, creating the schema would fail in all but one.
  await sql`create schema if not exists pgboss`.execute(db);
}
