// The contract rate beside the APR of accepted terms. What was accepted before has it where it was approved, and else its
// APR: without fees the two are less than an eighth of a point apart.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update application
    set accepted_term = accepted_term || jsonb_build_object(
      'interestRate', coalesce(approved_term -> 'interestRate', accepted_term -> 'apr'))
    where accepted_term is not null and not accepted_term ? 'interestRate'`.execute(db);
}
