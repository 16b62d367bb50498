// Approvals run out: those that are open get 30 days from their decision, where their offers would end sooner.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update application a
    set offers_expire_at = greatest(
      a.offers_expire_at,
      (select max(d.decided_at) from decision d where d.application_id = a.id and d.kind = 'approval')
        + interval '30 days')
    where a.state in (
      'APPROVED', 'OFFER_CHOSEN', 'DEPOSIT_CHOSEN', 'DOCUMENTS_SENT', 'SIGNING_CANCELED', 'SIGNING_TIMED_OUT',
      'SIGNING_FAILED', 'COMPLETING', 'FAST_PATH_APPROVED', 'FAST_PATH_DEPOSIT_CHOSEN', 'FAST_PATH_DOCUMENTS_SENT')`.execute(
    db,
  );
}
