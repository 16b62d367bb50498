// Every version of the credit policy that ever decided, whole.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table policy_version (
      version text primary key,
      digest text not null,
      files jsonb not null,
      first_decided_at timestamptz not null
    )`.execute(db);
  // What a decision was made by is never changed or deleted.
  await sql`
    create trigger policy_version_append_only before update or delete on policy_version
    for each row execute function refuse_change()`.execute(db);
}
