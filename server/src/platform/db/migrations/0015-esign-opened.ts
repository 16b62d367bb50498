// Keeps with the application when its ESIGN Act Consent was first opened, which only the audit log told before.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column esign_opened_at timestamptz`.execute(db);
  await sql`
    update application set esign_opened_at = opened.at
    from (
      select application_id, min(at) as at from audit_event
      where type = 'esign-consent-opened' group by application_id
    ) opened
    where opened.application_id = application.id and application.purged_at is null`.execute(db);
}
