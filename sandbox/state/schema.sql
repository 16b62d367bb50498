-- The tables of the sandbox. After a change, increase the version in database.ts.
create table if not exists mail (
  id text primary key, message_id text not null unique, recipients text not null, content text not null,
  sent_at text not null, repeats integer not null default 0);
create table if not exists loan (
  id text primary key, idempotency_key text not null unique, request text not null, booked_at text not null);
create table if not exists loan_update (
  idempotency_key text primary key, loan text not null, kind text not null, request text not null);
create table if not exists branch_case (
  id text primary key, idempotency_key text not null unique, application text not null, reason text not null,
  request text not null, opened_at text not null, unique (application, reason));
create table if not exists case_document (
  id text primary key, idempotency_key text not null unique, case_id text not null, request text not null);
create table if not exists case_message (
  id text primary key, case_id text not null, request text not null);
create table if not exists docusign_document (
  envelope text not null, id text not null, position integer not null, name text not null, original blob,
  sealed blob, primary key (envelope, id));
create table if not exists webhook (
  id text primary key, vendor text not null, webhook text not null, attempts integer not null, status text not null);
create table if not exists record (
  kind text not null, id text not null, content text not null, primary key (kind, id));
