// How many days before it is due a payment is debited. Authorizations made before keep their day of the month.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table autopay add column days_before_due integer check (days_before_due between 0 and 10)`.execute(
    db,
  );
}
