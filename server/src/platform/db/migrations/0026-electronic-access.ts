// Whether an applicant can be reached electronically: consent withdrawn, emails bounced.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column esign_withdrawn_at timestamptz`.execute(db);
  await sql`alter table application add column email_bounced_at timestamptz`.execute(db);
}
