// Leads from partners, columns that may be null for a lead's applicant, and sessions that wait for a text code.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table applicant
      alter column phone drop not null,
      alter column phone_lookup drop not null,
      alter column residential_status drop not null,
      alter column monthly_payment drop not null`.execute(db);
  await sql`alter table application add column requested_term integer`.execute(db);
  await sql`alter table session add column awaits_code boolean not null default false`.execute(db);
  await sql`
    create table lead (
      application_id uuid primary key references application (id),
      partner_id text not null,
      partner_lead_id text not null,
      content text not null,
      collected_at timestamptz not null,
      consented_at timestamptz,
      link_expires_at timestamptz not null,
      opened_at timestamptz,
      unique (partner_id, partner_lead_id)
    )`.execute(db);
}
