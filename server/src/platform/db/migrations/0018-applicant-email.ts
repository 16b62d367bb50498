// Finds an applicant's applications by email address, for a link that is asked for without a session.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index applicant_email_lookup on applicant (email_lookup)`.execute(db);
}
