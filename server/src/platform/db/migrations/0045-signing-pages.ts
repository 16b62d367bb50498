// The envelopes of the lender's own signing pages, with the visits to them.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table signing_envelope (
      id text primary key,
      application_id uuid not null unique references application (id),
      status text not null,
      subject text not null,
      signer text not null,
      shown text not null,
      evidence text not null,
      documents text,
      certificate text,
      created_at timestamptz not null,
      completed_at timestamptz
    )`.execute(db);
  await sql`
    create table signing_visit (
      id text primary key,
      application_id uuid not null references application (id),
      link_hash text not null unique,
      visit_hash text unique,
      return_url text not null,
      link_expires_at timestamptz not null,
      active_at timestamptz,
      ended text
    )`.execute(db);
  await sql`create index signing_visit_application on signing_visit (application_id)`.execute(db);
}
