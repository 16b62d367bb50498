// The contract rate beside the APR of accepted terms. Earlier rows take it from the approved
// term, or else use the APR, which without fees differs by less than an eighth of a point.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update application
    set accepted_term = accepted_term || jsonb_build_object(
      'interestRate', coalesce(approved_term -> 'interestRate', accepted_term -> 'apr'))
    where accepted_term is not null and not accepted_term ? 'interestRate'`.execute(db);
}
