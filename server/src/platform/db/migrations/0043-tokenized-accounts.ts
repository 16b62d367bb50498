// Whether an account's number is a token of its bank, which the person can revoke there.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table deposit_account add column is_tokenized boolean not null default false`.execute(db);
  await sql`alter table autopay add column is_tokenized boolean not null default false`.execute(db);
}
