// The account that automatic payments come from, and their authorization.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table autopay
      add column authorization_id uuid,
      add column account_id text,
      add column institution_name text,
      add column account_type text check (account_type in ('checking', 'savings')),
      add column routing_number text,
      add column account_number text,
      add column mask text`.execute(db);
}
