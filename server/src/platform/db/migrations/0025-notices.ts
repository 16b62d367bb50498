// The ledger of notices: what is owed to an applicant by when, and what became of it.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notice (
      id uuid primary key,
      application_id uuid not null references application (id),
      kind text not null check (kind in ('open', 'denial', 'incomplete', 'counteroffer', 'approval',
        'score-disclosure', 'withdrawal')),
      basis text,
      reasons text,
      state text not null check (state in ('owed', 'drafted', 'drawn', 'sent', 'bounced', 'printed', 'void')),
      letter text not null default 'none' check (letter in ('none', 'wanted', 'claimed', 'printed')),
      batch uuid,
      owed_at timestamptz not null,
      due_at timestamptz not null,
      drawn_at timestamptz,
      sent_at timestamptz,
      bounced_at timestamptz,
      printed_at timestamptz
    )`.execute(db);
  await sql`create index notice_application on notice (application_id)`.execute(db);
  await sql`create unique index notice_once on notice (application_id, kind)
    where kind in ('open', 'denial', 'approval', 'withdrawal') and state <> 'void'`.execute(db);
  await sql`create index notice_waiting on notice (owed_at) where kind = 'open' and state <> 'void'`.execute(
    db,
  );
  await sql`create index notice_unsent on notice (owed_at)
    where kind <> 'open' and state in ('owed', 'drawn')`.execute(db);
  await sql`create index notice_letters on notice (letter) where letter in ('wanted', 'claimed')`.execute(db);

  // Denials drawn before there was a ledger. One that was not emailed yet is emailed from here, once.
  await sql`
    insert into notice (id, application_id, kind, basis, state, owed_at, due_at, drawn_at, sent_at)
    select gen_random_uuid(), a.id, 'denial',
      case when a.state = 'OUT_OF_TRADE_AREA' then 'trade-area'
        when a.state in ('FAST_PATH_DECLINED', 'APPROVAL_DECLINED', 'FAST_PATH_REJECTED') then 'approval'
        when a.state = 'OFFER_VOID' then 'recent-loan'
        else 'prequalification' end,
      case when d.id is null then 'owed' when m.at is null then 'drawn' else 'sent' end,
      a.state_since, a.created_at + interval '30 days', d.made_at, m.at
    from application a
    left join document d on d.application_id = a.id and d.kind = 'adverse-action'
    left join lateral (
      select min(e.at) as at from audit_event e
      where e.application_id = a.id and e.type = 'notice-mailed') m on true
    where a.purged_at is null and a.state in ('DECLINED', 'OUT_OF_TRADE_AREA', 'FAST_PATH_DECLINED',
      'APPROVAL_DECLINED', 'REJECTED', 'FAST_PATH_REJECTED', 'OFFER_VOID')`.execute(db);
  // What nobody decided yet, however old, and what applicants left unfinished in the last 30 days.
  await sql`
    insert into notice (id, application_id, kind, state, owed_at, due_at)
    select gen_random_uuid(), id, 'open', 'owed', created_at, created_at + interval '30 days'
    from application
    where purged_at is null and (
      state in ('DECIDING', 'CAPTURED', 'DECISION_FAILED', 'STEP_UP', 'FAST_PATH_PENDING', 'FAST_PATH_IN_DOUBT',
        'FAST_PATH_REFERRED', 'NOT_VERIFIED', 'APPROVING', 'APPROVAL_IN_DOUBT', 'LEFT_TO_BRANCH', 'APPROVAL_FAILED',
        'SIGNING_VOIDED')
      or (created_at > now() - interval '30 days' and state in ('PHONE_CHECK', 'PRESENT_BORROWER',
        'FAST_PATH_OFFERED', 'PREQUALIFIED', 'PHONE_CHANGED', 'TERMS_ACCEPTED', 'OFFER_EXPIRED', 'VERIFYING',
        'VERIFIED', 'VERIFICATION_FAILED')))`.execute(db);
}
