// The path that an application takes is a fact of its own, not of its state.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table application add column path text not null default 'standard'
    check (path in ('standard', 'fast-path'))`.execute(db);
}
