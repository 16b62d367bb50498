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
}
