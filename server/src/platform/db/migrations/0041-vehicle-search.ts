// What came of the search for a vehicle that could secure the loan.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table application add column vehicle_search text
      check (vehicle_search in ('found', 'none', 'away'))`.execute(db);
}
