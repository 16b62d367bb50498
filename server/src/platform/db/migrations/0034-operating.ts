// Who ran the command behind an audit event, which keys the database is sealed with, and partners' keys that operators create.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table audit_event add column operator text`.execute(db);
  await sql`
    create table key_fingerprint (
      kind text not null check (kind in ('encryption', 'lookup')),
      key_id text not null,
      fingerprint text not null,
      first_seen_at timestamptz not null,
      primary key (kind, key_id)
    )`.execute(db);
  await sql`
    create table partner_key (
      id uuid primary key,
      partner_id text not null,
      hash text not null unique,
      created_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
}
