// Reminders that applicants asked for, and addresses that must not get any.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table reminder (
      application_id uuid primary key references application (id),
      asked_at timestamptz not null,
      next text check (next in ('day', 'expiry')),
      due_at timestamptz
    )`.execute(db);
  await sql`create index reminder_due on reminder (due_at) where due_at is not null`.execute(db);
  await sql`
    create table unsubscribed_email (
      email_lookup text primary key,
      unsubscribed_at timestamptz not null
    )`.execute(db);
}
