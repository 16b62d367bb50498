// Whether an account's number is a token of its bank, which the person can revoke there; and what partners sign with and were told of
// their leads.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table deposit_account add column is_tokenized boolean not null default false`.execute(db);
  await sql`alter table autopay add column is_tokenized boolean not null default false`.execute(db);
  await sql`alter table partner_key add column secret text`.execute(db);
  await sql`
    alter table lead add column told_status text
      check (told_status in ('received', 'opened', 'prequalified', 'funded'))`.execute(db);
}
