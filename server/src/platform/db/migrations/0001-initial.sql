-- The tables at the first release. Statements end with a semicolon that no indented line follows.
-- docs/decisions describes the conventions. `npm run schema` writes the types of the columns from this.

-- Encrypted under the key that its first part names. The rotation of keys finds these columns by their domain.
create domain encrypted as text;
-- A keyed hash, to find a row by a value that it does not tell.
create domain lookup as text;
-- The name of an object in the blob store.
create domain blob_key as text collate "C";

-- pg-boss creates its own tables. If several processes start at once, creating the schema would fail in all but one.
create schema if not exists pgboss;

create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name;
  end $$;

create function refuse_unless_purged() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from application where id = old.application_id and purged_at is not null) then
      return old;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;

-- The named columns are encrypted. Only a change of their key may write them, and only in a transaction that names the new key.
create function refuse_unless_reencrypted() returns trigger language plpgsql as $$
  declare
    new_key text := nullif(current_setting('branchline.reencrypting_under', true), '');
    encrypted_column text;
    before text;
    after text;
  begin
    foreach encrypted_column in array tg_argv loop
      before := to_jsonb(old) ->> encrypted_column;
      after := to_jsonb(new) ->> encrypted_column;
      if after is distinct from before
        and (new_key is null or split_part(after, '.', 1) is distinct from new_key or split_part(before, '.', 1) = new_key) then
        raise exception '% is append-only', tg_table_name;
      end if;
    end loop;
    if to_jsonb(new) - tg_argv <> to_jsonb(old) - tg_argv then
      raise exception '% is append-only', tg_table_name;
    end if;
    return new;
  end $$;

-- One application. A poll decrypts nothing of it.
create table application (
  id uuid primary key,
  -- A state of server/src/journey/chart.ts.
  state text not null,
  state_since timestamptz not null,
  source text not null check (source in ('web_form', 'affiliate')),
  partner_id text,
  branch_id text,
  experience text not null,
  created_at timestamptz not null,
  -- When the offers expire; from the approval on, when the approval does.
  deadline timestamptz,
  -- What a partner's lead requests, in cents and months.
  requested_amount integer,
  loan_amount integer,
  is_auto_secured boolean,
  selected_term jsonb,
  accepted_term jsonb,
  prequalified_amount integer,
  -- The parameters of the address that the applicant came from, as JSON.
  marketing encrypted,
  -- A hash of the browser's key for this submission, so that a repeated submission finds this application.
  submission text unique,
  -- Set from the confirmed phone until the application ends. Unique, so that a person has one open application.
  live_ssn lookup unique,
  approved_term jsonb,
  purged_at timestamptz,
  text_budget text not null check (text_budget in ('without-captcha', 'with-captcha', 'returning')),
  text_code jsonb,
  requested_term integer,
  -- Whether a link requests offers secured by the vehicle first, or none on it.
  requested_auto_secured boolean,
  -- When the ESIGN Act Consent was first opened as a PDF.
  esign_opened_at timestamptz,
  -- How often the applicant changed details after the decision.
  details_updates integer not null default 0,
  -- When the consent to electronic notices was withdrawn. Consenting again clears it.
  esign_withdrawn_at timestamptz,
  -- When an email to this applicant could not be delivered. Another address clears it.
  email_bounced_at timestamptz,
  -- The state to go back to, while a restored backup has stopped the application.
  state_before_restore text,
  loan_id text,
  -- The `state_since` of the state that the applicant was last notified of by an email about the state itself.
  notified_at timestamptz,
  -- The SSN is in use under another name or birth date, by a live application or in the core system.
  ssn_conflict boolean not null default false,
  -- The outcome of the search for a vehicle. Null where the policy had no use for one, or no search was made.
  vehicle_search text check (vehicle_search in ('found', 'none', 'unavailable')),
  -- `fast-path` once the fast path's offer was accepted.
  path text not null default 'standard' check (path in ('standard', 'fast-path'))
);
create index application_state_since on application (state_since) where purged_at is null;
create index application_unsubmitted on application (state_since)
  where purged_at is null and state in ('LEAD', 'SUPERSEDED');
create index application_state on application (state, deadline);
create index application_created on application (created_at);
create index application_loan on application (loan_id) where loan_id is not null;
create index application_to_notify on application (state_since) where notified_at is distinct from state_since;

-- Partitions by time. Workers own no table, so they call these functions.
create function partition_key(parent text) returns name language sql stable as $$
  select a.attname from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  where p.partrelid = format('public.%I', parent)::regclass
  $$;

create function partitions_of(parent text) returns table (partition regclass, starts timestamptz)
  language sql stable set timezone = 'UTC' as $$
  select c.oid, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''(.+?)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = format('public.%I', parent)::regclass and c.relname <> parent || '_default'
  order by 2
  $$;

-- Makes the partition of a step (day, month) and the next three. Each takes what the default partition stored for it meanwhile, but an
-- event stays where it is written. Returns whether the default partition still has rows of that step or later.
create function add_partitions(parent text, step text, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
  declare
    key name := partition_key(parent);
    span interval := '1 ' || step;
    is_audit boolean := parent in ('audit_event', 'audit_link');
    starts timestamptz;
    partition text;
    has_rows boolean;
  begin
    perform pg_advisory_xact_lock(hashtextextended('partitions ' || parent, 0));
    for starts in select date_trunc(step, at) + number * span from generate_series(0, 3) as number loop
      partition := parent || to_char(starts, '_YYYYMMDD');
      continue when to_regclass(partition) is not null;
      -- Nor does a month come back that was dropped. The metric alerts.
      if is_audit then
        execute format('select exists (select from %I where at >= %L and at < %L)', parent || '_default', starts, starts + span)
          into has_rows;
        continue when has_rows or exists (select from audit_archive where month = starts);
      end if;
      -- The whole table, or a row that waits for the default partition would be refused there.
      execute format('lock table only %I in access exclusive mode', parent);
      execute format('create table %I (like %I including defaults including constraints)', partition, parent);
      execute format(
        'with late as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from late',
        parent || '_default', key, starts, starts + span, partition);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, partition, starts, starts + span);
      if is_audit then
        execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()',
          parent || '_no_truncate', partition);
      end if;
    end loop;
    execute format('select exists (select from %I where %I >= %L)', parent || '_default', key, date_trunc(step, at)) into has_rows;
    return has_rows;
  end $$;

-- Drops the oldest partition with a row that may be from before an instant. Returns how many rows it had; null if there is none.
create function drop_partition(parent text, before timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
  declare
    key name := partition_key(parent);
    oldest regclass := (select p.partition from partitions_of(parent) p where p.starts < before limit 1);
    deleted bigint;
  begin
    if parent in ('audit_event', 'audit_link') then
      raise exception 'only drop_audit_month drops events';
    end if;
    if oldest is null then
      execute format('delete from %I where %I < %L', parent || '_default', key, before);
      get diagnostics deleted = row_count;
      return nullif(deleted, 0);
    end if;
    execute format('select count(*) from %s', oldest) into deleted;
    execute format('drop table %s', oldest);
    return deleted;
  end $$;
revoke execute on function add_partitions, drop_partition from public;

-- Whether the account that receives the funds is confirmed. A new account starts it again.
create table account_validation (
  application_id uuid primary key references application (id),
  -- A keyed hash of the routing and account number, to check whether this is about the current account.
  account_lookup lookup not null,
  status text not null check (status in ('CHECKING', 'MICRO_ENTRIES', 'MANUAL_REVIEW', 'VALID', 'INVALID')),
  method text check (method in ('linked', 'vendor', 'micro-entries', 'person')),
  -- Why a person decides, or why the account was refused.
  reason text,
  owner_matched boolean not null default false,
  -- The cents of the two micro-entries.
  amounts encrypted,
  -- Our ACH numbers of the two deposits and the debit that takes them back.
  sequences jsonb,
  -- ISO dates: the ACH file they are in, and the day they arrive.
  file_day text,
  effective_on text,
  written_at timestamptz,
  tries integer not null default 0,
  -- How many reminders of a signed loan's next step were due so far.
  reminders integer not null default 0,
  started_at timestamptz not null,
  settled_at timestamptz
);
create index account_validation_file_day on account_validation (file_day) where file_day is not null;
create index account_validation_sequences on account_validation using gin (sequences);
create index account_validation_waits on account_validation (started_at)
  where status in ('MICRO_ENTRIES', 'MANUAL_REVIEW', 'INVALID');

-- An account that an application gave to receive the funds, also one that another has replaced.
create table account_use (
  application_id uuid not null references application (id),
  account_lookup lookup not null,
  first_used_at timestamptz not null,
  used_at timestamptz not null,
  primary key (application_id, account_lookup)
);
create index account_use_account on account_use (account_lookup, used_at);

-- An entry of a day's file that is missing from a restored database. It is included whenever that file is written again.
create table ach_orphan (
  sequence integer primary key,
  file_day text not null,
  effective_on text not null,
  individual_id text not null,
  amount integer not null,
  found_at timestamptz not null
);

-- An entry that a bank returned, or its notice of change. A returned disbursement lives on here.
create table ach_return (
  -- Its trace numbers and code, so that a file read twice changes nothing.
  key text primary key,
  application_id uuid references application (id),
  what text not null check (what in ('disbursement', 'micro-entries', 'debit')),
  code text not null,
  original_trace text not null,
  -- Of a returned disbursement: our number, and the file that contained it.
  sequence integer,
  amount integer not null,
  loan_id text,
  file_day text,
  effective_on text,
  read_at timestamptz not null
);
create index ach_return_application on ach_return (application_id);
create index ach_return_sequence on ach_return (sequence);
create index ach_return_original_trace on ach_return (original_trace);
create index ach_return_file_day on ach_return (file_day) where file_day is not null;

-- The applicant. The lookup columns contain keyed hashes.
create table applicant (
  application_id uuid primary key references application (id),
  first_name encrypted not null,
  last_name encrypted not null,
  email encrypted not null,
  phone encrypted,
  dob encrypted not null,
  ssn encrypted not null,
  street_address encrypted not null,
  city encrypted not null,
  us_state encrypted not null,
  zip_code encrypted not null,
  residential_status encrypted,
  monthly_payment encrypted,
  main_income encrypted not null,
  additional_income encrypted not null,
  device_session encrypted,
  ssn_lookup lookup not null,
  email_lookup lookup not null,
  phone_lookup lookup,
  state_lookup lookup not null,
  email_verified_at timestamptz,
  new_phone encrypted
);
create index applicant_email_lookup on applicant (email_lookup);
create index applicant_phone on applicant (phone_lookup);
create index applicant_key on applicant (split_part(ssn, '.', 1));
create index applicant_ssn on applicant (ssn_lookup);

create sequence audit_event_id;
create table audit_event (
  id bigint not null default nextval('audit_event_id'),
  application_id uuid,
  session_id uuid,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  -- Who ran the operator's command that wrote it; null for the product itself.
  operator text,
  primary key (id, at)
) partition by range (at);
create table audit_event_default partition of audit_event default;
alter sequence audit_event_id owned by audit_event.id;
create index audit_event_application on audit_event (application_id, at);
create trigger audit_event_append_only before delete or update on audit_event
  for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event_default
  for each statement execute function refuse_change();

-- Of who the database authenticated. On the embedded database, everyone is the owner.
create function owns_tables() returns boolean language sql stable as $$
  select pg_has_role(session_user, (select relowner from pg_class where oid = 'public.application'::regclass), 'member')
  $$;

-- Operators are who the database authenticated, and processes are no operators. A role that owns the table may name anyone, as a
-- development command does.
create function name_operator() returns trigger language plpgsql as $$
  begin
    if not public.owns_tables() then
      new.operator := case
        when pg_has_role(session_user, current_database() || '_operator', 'member') then session_user
      end;
    end if;
    return new;
  end $$;
create trigger audit_event_operator before insert on audit_event
  for each row execute function name_operator();

-- What the audit log was at an instant, signed.
create table audit_checkpoint (
  number integer primary key,
  made_at timestamptz not null,
  -- How many events it covers beyond the checkpoint before.
  events integer not null,
  -- Over the digest of the checkpoint before and these events, in hexadecimal.
  digest text not null,
  -- The Ed25519 key and signature, in base64.
  public_key text not null,
  signature text not null
);
create trigger audit_checkpoint_append_only before delete or update on audit_checkpoint
  for each row execute function refuse_change();
create trigger audit_checkpoint_no_truncate before truncate on audit_checkpoint
  for each statement execute function refuse_change();

-- The place of an event in its chain, which the database writes when the event is committed.
create table audit_link (
  event_id bigint not null,
  -- Of the event.
  at timestamptz not null,
  -- The application, or zeros for the events of none.
  chain uuid not null,
  position integer not null,
  -- SHA-256 over the hash of the event before and this event.
  hash bytea not null,
  is_exported boolean not null default false,
  checkpoint integer,
  primary key (event_id, at),
  unique (chain, position, at) include (hash)
) partition by range (at);
create table audit_link_default partition of audit_link default;
create index audit_link_unexported on audit_link (event_id) where not is_exported;
create index audit_link_checkpoint on audit_link (checkpoint);
create trigger audit_link_append_only before delete or update of event_id, at, chain, position, hash on audit_link
  for each row execute function refuse_change();
create trigger audit_link_no_truncate before truncate on audit_link
  for each statement execute function refuse_change();
create trigger audit_link_no_truncate before truncate on audit_link_default
  for each statement execute function refuse_change();

-- The end of each chain, whatever is archived.
create table audit_head (
  chain uuid primary key,
  position integer not null,
  hash bytea not null
) with (fillfactor = 50);

-- server/src/evidence/audit-chain.ts computes the same hash. This runs when a transaction commits, because only then is the order of
-- the events certain, and a transaction that holds the lock of a chain waits for no other lock.
-- Events are linked at the end of their transaction. It locks its chains in one order, so that no two transactions wait for each other.
create function record_audit_chain() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
  begin
    perform set_config('branchline.audit_chains', concat_ws(',',
      nullif(current_setting('branchline.audit_chains', true), ''),
      coalesce(new.application_id, '00000000-0000-0000-0000-000000000000')), true);
    return null;
  end $$;

create function link_audit_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    own_chain uuid := coalesce(new.application_id, '00000000-0000-0000-0000-000000000000');
    event bytea := convert_to(concat_ws(E'\n',
      new.id,
      coalesce(new.application_id::text, ''),
      coalesce(new.session_id::text, ''),
      new.type,
      new.data,
      (extract(epoch from new.at) * 1000000)::bigint,
      coalesce(to_json(new.operator)::text, '')), 'UTF8');
    recorded text;
  begin
    for recorded in
      select distinct chain from unnest(string_to_array(current_setting('branchline.audit_chains', true), ','))
        as recorded (chain) order by chain
    loop
      perform pg_advisory_xact_lock(hashtextextended('audit ' || recorded, 0));
    end loop;
    perform set_config('branchline.audit_chains', '', true);
    perform pg_advisory_xact_lock(hashtextextended('audit ' || own_chain, 0));
    with head as (
      insert into audit_head as h (chain, position, hash) values (own_chain, 1, sha256(event))
      on conflict (chain) do update set position = h.position + 1, hash = sha256(h.hash || event)
      returning position, hash)
    insert into audit_link (event_id, at, chain, position, hash)
      select new.id, new.at, own_chain, position, hash from head;
    return null;
  end $$;

create trigger audit_event_recorded after insert on audit_event for each row execute function record_audit_chain();
create constraint trigger audit_event_linked after insert on audit_event
  deferrable initially deferred for each row execute function link_audit_event();

create table autopay (
  application_id uuid primary key references application (id),
  status text not null check (status in ('ACTIVE', 'SKIPPED', 'CANCELED')),
  -- ISO date.
  first_debit text,
  -- Since it was authorized, because the money arrives later.
  first_debit_moved boolean not null default false,
  decided_at timestamptz not null,
  -- The current or last authorization. Its document's key contains this id.
  authorization_id uuid,
  account_id text,
  institution_name encrypted,
  account_type text check (account_type in ('checking', 'savings')),
  routing_number encrypted,
  account_number encrypted,
  mask text,
  is_tokenized boolean not null default false,
  -- Why it stopped, if the applicant did not cancel it here.
  stopped_reason text check (stopped_reason in ('account', 'borrower', 'lender')),
  -- While ACTIVE, how many days before a payment is due.
  days_before_due integer check (days_before_due between 0 and 10)
);

-- The objects of the blob store that rows refer to. When a row is deleted, its objects are, too: they wait in removed_blob.
create table blob (
  key blob_key primary key,
  -- Null for an archive of audit events.
  application_id uuid references application (id) check (application_id is not null or key like 'audit/%'),
  -- Of the object as it is stored, encrypted.
  byte_count integer not null,
  -- Of the same bytes, in hexadecimal.
  sha256 text not null,
  -- The key that the object is encrypted with, in base64.
  secret encrypted not null,
  stored_at timestamptz not null
);
create index blob_application on blob (application_id);
create trigger blob_of_audit before update on blob for each row when (old.application_id is null)
  execute function refuse_unless_reencrypted('secret');

-- An object with audit events of a month. Once it is archived whole, the month is dropped.
create table audit_archive (
  key blob_key primary key references blob (key),
  month timestamptz not null,
  events integer not null,
  -- The highest id of its events, which it has in the order of their ids.
  last_event bigint not null,
  unique (month, last_event)
);
create trigger audit_archive_append_only before delete or update on audit_archive
  for each row execute function refuse_change();
create trigger audit_archive_no_truncate before truncate on audit_archive
  for each statement execute function refuse_change();

create table removed_blob (
  key blob_key primary key
);

-- As the owner, because a web process deletes rows of its own but no evidence. A signed copy names the objects of its envelope, if that
-- was signed on our own pages.
create function remove_blobs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    delete from blob b where b.key in (select to_jsonb(old) ->> name from unnest(tg_argv) as name)
      and not exists (select from signed_copy c
        where c.application_id = b.application_id and b.key in (c.documents, c.certificate))
      and not exists (select from signing_envelope e
        where e.application_id = b.application_id and b.key in (e.documents, e.certificate));
    return null;
  end $$;

create function record_removed_blob() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    insert into removed_blob (key) values (old.key);
    return null;
  end $$;
create trigger blob_removed after delete on blob for each row execute function record_removed_blob();

create table breaker (
  vendor text primary key,
  failures integer not null,
  -- The first failure in a row.
  since timestamptz,
  opened_at timestamptz
);

-- Where a script of ours failed in a browser.
create table browser_error (
  id uuid,
  name text not null,
  screen text,
  -- Places in the source, innermost first.
  frames jsonb not null,
  at timestamptz not null,
  forwarded_at timestamptz,
  primary key (id, at)
) partition by range (at);
create table browser_error_default partition of browser_error default;
create index browser_error_waiting on browser_error (at) where forwarded_at is null;

create table call_back (
  application_id uuid not null references application (id),
  -- `booked`: at a time that the applicant chose. `requested`: to finish at the branch, by the time that we promised.
  kind text not null check (kind in ('booked', 'requested')),
  -- Null once it is canceled.
  at timestamptz,
  -- Counts the applicant's changes.
  revision integer not null,
  chosen_at timestamptz not null,
  primary key (application_id, kind)
);

create table consent (
  id bigint generated always as identity primary key,
  application_id uuid not null references application (id),
  session_id uuid not null,
  document text not null,
  version text not null,
  text_hash text not null,
  address encrypted not null,
  user_agent encrypted not null,
  given_at timestamptz not null,
  -- The sentence beside the checkbox: it can contain a bank, digits of an account and a payment.
  sentence encrypted not null
);
create index consent_application on consent (application_id);
create trigger consent_append_only before update on consent
  for each row execute function refuse_unless_reencrypted('address', 'user_agent', 'sentence');
create trigger consent_no_delete before delete on consent
  for each row execute function refuse_unless_purged();
create trigger consent_no_truncate before truncate on consent
  for each statement execute function refuse_change();

-- An event of the core system about a loan. It identifies neither the borrower nor the account.
create table core_event (
  -- The core system's own id.
  id text primary key,
  -- Null while no loan of ours has this number.
  application_id uuid references application (id),
  -- Null in a report about an application that has no loan yet.
  loan_id text,
  type text not null check (type in (
    'entry-returned', 'account-changed', 'autopay-stopped', 'loan-paid', 'vehicle-checked'
  )),
  detail jsonb not null,
  -- `nothing-to-do`: we knew it already, or it is about what is no longer in force.
  outcome text not null check (outcome in ('applied', 'nothing-to-do', 'unmatched')),
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
create index core_event_application on core_event (application_id);
create index core_event_received on core_event (received_at);

-- Distinguishes the database from a copy that was restored from a dump.
create table database_identity (
  only_row boolean primary key default true check (only_row),
  table_number bigint not null,
  recorded_at timestamptz not null
);

create table decision (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- `action`: an outcome that no run of the policy decided, such as out of the trade area.
  kind text not null check (kind in ('prequalification', 'approval', 'action')),
  policy_version text,
  -- The release whose code decided.
  release text not null,
  outcome text not null,
  inputs encrypted,
  detail encrypted,
  -- What an action rests on, without personal data.
  trace jsonb,
  decided_at timestamptz not null,
  check (case kind when 'action' then trace is not null else num_nulls(policy_version, inputs, detail) = 0 end)
);
create index decision_newest on decision (application_id, kind, decided_at desc);
create index decision_version on decision (policy_version);
create index decision_made on decision (decided_at, id);

-- A policy version that decides silently beside the one in force, for a share of the applicants. One runs at a time.
create table challenge (
  id uuid primary key,
  version text not null,
  -- In percent of the applicants.
  share integer not null check (share between 1 and 100),
  why text not null,
  -- What chooses the applicants. Null once the challenge is over.
  key encrypted,
  started_at timestamptz not null,
  stopped_at timestamptz check ((stopped_at is null) = (key is not null)),
  -- The last decision that it read.
  read_at timestamptz,
  read_id uuid
);
create unique index challenge_running on challenge ((true)) where stopped_at is null;

-- What a challenger would have decided. It has no effect on the application.
create table challenge_decision (
  id uuid primary key,
  challenge_id uuid not null references challenge (id),
  decision_id uuid not null references decision (id),
  application_id uuid not null references application (id),
  detail encrypted not null,
  decided_at timestamptz not null,
  unique (challenge_id, decision_id)
);
create index challenge_decision_application on challenge_decision (application_id);
create index challenge_decision_decision on challenge_decision (decision_id);

-- The account that receives the funds.
create table deposit_account (
  application_id uuid primary key references application (id),
  kind text not null check (kind in ('linked', 'manual')),
  institution_name encrypted not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  routing_number encrypted not null,
  account_number encrypted not null,
  -- The last digits, for display.
  mask text not null,
  linked_account_id text,
  chosen_at timestamptz not null,
  -- The number is a token of the bank, which the person can revoke there.
  is_tokenized boolean not null default false
);

-- The payout of a loan, at most one per application.
create table disbursement (
  application_id uuid primary key references application (id),
  -- Our number, part of the ACH trace number.
  sequence integer generated always as identity unique,
  amount integer not null check (amount > 0),
  loan_id text not null,
  -- ISO dates: the ACH file it is in, and the day the money arrives.
  file_day text not null,
  effective_on text not null,
  created_at timestamptz not null,
  -- When it was put into its file.
  written_at timestamptz,
  -- When its file was closed, and the applicant notified.
  sent_at timestamptz
);
create index disbursement_file_day on disbursement (file_day, sequence);
create index disbursement_trace on disbursement (upper(right(loan_id, 15)));
create index disbursement_unsent on disbursement (file_day) where sent_at is null;
create index disbursement_unwritten on disbursement (file_day) where written_at is null;

-- A document as it was rendered.
create table document (
  id uuid primary key,
  application_id uuid not null references application (id),
  kind text not null,
  -- Identifies the document, such as `adverse-action:<application>`.
  key text not null unique,
  -- The SHA-256 of the PDF, in hexadecimal; null until it is sent, printed or opened.
  sha256 text,
  -- A `DocumentModel` as JSON.
  content encrypted not null,
  -- Null until it was sent, printed or opened.
  pdf blob_key check (pdf is null or sha256 is not null),
  made_at timestamptz not null
);
create index document_application on document (application_id, made_at);
create trigger document_blobs after delete on document for each row execute function remove_blobs('pdf');
create trigger document_unchanged before update of id, application_id, kind, key, made_at on document
  for each row execute function refuse_change();
create trigger document_sent before update of pdf, sha256 on document
  for each row when (old.pdf is not null) execute function refuse_change();

-- The one envelope of an application's loan documents.
create table envelope (
  application_id uuid primary key references application (id),
  -- The vendor's id; null until the envelope is created.
  envelope_id text unique,
  signer_name encrypted not null,
  signer_email encrypted not null,
  -- The email address confirmed last, where all emails go. The signer's address is updated to it.
  mailed_to encrypted not null,
  link_expires_at timestamptz not null,
  signed_at timestamptz,
  -- Counts address changes. A change invalidates links that were sent before it.
  link_generation integer not null default 1,
  -- Whether the last email was sent.
  mailing text not null default 'mailed' check (mailing in ('waiting', 'mailed', 'failed')),
  -- When its status was last requested, and last answered.
  status_requested_at timestamptz,
  status_received_at timestamptz,
  -- Null while it is open, by our records.
  final_status text check (final_status in ('completed', 'declined', 'voided'))
);

-- What a rule of fraud monitoring found before a payment, once for each account and action.
create table fraud_finding (
  application_id uuid not null references application (id),
  -- A rule of lender/fraud-monitoring.json.
  rule text not null,
  account_lookup lookup not null,
  action text not null check (action in ('hold', 'report')),
  -- How many applicants or accounts a velocity rule counted.
  found integer,
  found_at timestamptz not null,
  primary key (application_id, rule, account_lookup, action)
);
create index fraud_finding_found on fraud_finding (found_at);

-- Why an application waits for manual review, and the decision.
create table hold (
  id uuid primary key,
  application_id uuid not null references application (id),
  kind text not null check (kind in (
    'ofac', 'fraud', 'military', 'signature', 'vehicle', 'identity', 'bank', 'undecided', 'restore'
  )),
  -- The step that waits.
  stage text not null check (stage in (
    'prequalification', 'verification', 'approval', 'documents', 'signing', 'payment', 'restore'
  )),
  reason text not null,
  -- What was found, as JSON, and the calls that were made about it.
  evidence encrypted not null,
  -- What a release clears: rows of the policy's tables, or checks of the bank's data.
  points text[] not null default '{}',
  opened_at timestamptz not null,
  resolution text check (resolution in ('released', 'refused', 'auto-cleared', 'withdrawn')),
  -- The operator's name and their reason, as JSON.
  resolved_by encrypted,
  resolved_at timestamptz
);
create index hold_application on hold (application_id);
create unique index hold_open on hold (application_id, kind, stage) where resolution is null;

-- A key that data of this database is encrypted or looked up with.
create table key_fingerprint (
  kind text not null check (kind in ('encryption', 'lookup')),
  key_id text not null,
  -- A keyed hash of a constant, which identifies the key without revealing it.
  fingerprint text not null,
  first_seen_at timestamptz not null,
  primary key (kind, key_id)
);

-- A password or certificate of the settings that expires.
create table credential (
  name text primary key,
  fingerprint lookup not null,
  expires_at timestamptz not null
);

create table lead (
  application_id uuid primary key references application (id),
  partner_id text not null,
  partner_lead_id text not null,
  -- A keyed hash of the lead, to distinguish a repeated submission from a different lead with the same id.
  content lookup not null,
  -- When the applicant gave the partner these details, and when they agreed to our consents.
  collected_at timestamptz not null,
  consented_at timestamptz,
  link_expires_at timestamptz not null,
  -- After this, the partner's link only works in the browser that has, or had, a session of this application.
  opened_at timestamptz,
  unique (partner_id, partner_lead_id)
);

-- Keeps an application from every deletion (12 CFR 1002.12(b)(4)).
create table legal_hold (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- Of a hold on all applications of the person.
  ssn_lookup lookup,
  reason encrypted not null,
  placed_at timestamptz not null,
  lifted_at timestamptz,
  lift_reason encrypted
);
create index legal_hold_in_force on legal_hold (application_id) where lifted_at is null;

create function on_legal_hold(held_application uuid) returns boolean language sql stable as $$
  select exists (
    select 1 from legal_hold h
    where h.lifted_at is null
      and (h.application_id = held_application
        or h.ssn_lookup = (select a.ssn_lookup from applicant a where a.application_id = held_application)
        -- While the lookup key is changed, two lookups of one SSN may differ.
        or h.ssn_lookup is not null and (select count(*) from key_fingerprint where kind = 'lookup') > 1))
  $$;

create table limit_count (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
) partition by range (window_start);
create table limit_count_default partition of limit_count default;

create table linked_bank (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- Unique, so that a public token that is sent twice links one bank.
  public_token_lookup lookup not null unique,
  institution_id encrypted not null,
  institution_name encrypted not null,
  -- At most one bank of an application is `linked`.
  status text not null check (status in ('linked', 'replaced', 'removed')),
  -- The bank-data vendor's id of the link.
  item_id encrypted not null,
  item_lookup lookup not null,
  -- Null after our access was ended at the vendor.
  access_token encrypted,
  mask encrypted,
  linked_at timestamptz not null,
  -- Null while its application is open. A retention round would otherwise look up each bank's application.
  application_ended_at timestamptz,
  -- The verification waits for the vendor's webhook about the bank's data.
  waits_for_data boolean not null default false,
  -- The vendor's code for why this bank cannot be read, and when it was reported.
  problem text,
  problem_at timestamptz
);
create unique index linked_bank_current on linked_bank (application_id) where status = 'linked';
create index linked_bank_application on linked_bank (application_id);
create index linked_bank_access on linked_bank (application_id) where access_token is not null;
create index linked_bank_item on linked_bank (item_lookup);

-- The current link token, so that a page that reloads after a bank's redirect continues with the same one.
create table link_token (
  application_id uuid primary key references application (id),
  -- Counts tokens. It is part of the key of the vendor call that creates the token.
  generation integer not null,
  token encrypted,
  token_lookup lookup unique,
  -- The vendor's page for this token, if the vendor hosts it.
  hosted_url encrypted,
  expires_at timestamptz,
  -- Hashes of what used up earlier tokens. Each uses up one token at most.
  spent_by text[] not null default '{}',
  -- The linked bank to log in to again; null to link a new one.
  repairs uuid references linked_bank (id)
);
create index link_token_repairs on link_token (repairs) where repairs is not null;

-- The applicant's answer where a state's law requires a notice to the spouse. No decision reads it.
create table marital_status (
  application_id uuid primary key references application (id),
  -- A `MaritalStatus` as JSON.
  answer encrypted not null,
  answered_at timestamptz not null
);

-- One event of a visit, measured with consent.
create table measurement (
  id bigint generated always as identity,
  -- A random number of the visit.
  visit uuid not null,
  type text not null check (type in ('screen', 'step', 'refused', 'left')),
  screen text not null,
  field text,
  advertising boolean not null,
  at timestamptz not null,
  -- When it was handed to the analytics service, or would have been.
  forwarded_at timestamptz,
  primary key (id, at)
) partition by range (at);
create table measurement_default partition of measurement default;
create index measurement_waiting on measurement (id) where forwarded_at is null;
-- Rows come in the order of their time, so that a few pages of a day are read.
create index measurement_at on measurement using brin (at);

-- One response of the military database, with the record that 32 CFR 232.5(b)(3) requires.
create table military_check (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- Identifies the search, so that it is stored once.
  key text not null unique,
  result text not null check (result in ('covered', 'not-covered', 'unknown')),
  source text not null check (source in ('soft-pull', 'hard-pull', 'search', 'operator')),
  -- The message, date and certificate, as JSON.
  evidence encrypted not null,
  checked_at timestamptz not null
);
create index military_check_newest on military_check (application_id, checked_at desc);

-- A search of the OFAC list, or a reviewer's decision on what it found (31 CFR 501.601).
create table ofac_screening (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- Identifies the search or decision, so that it is stored once.
  key text not null unique,
  -- The step that searched, or whose hold was decided.
  occasion text not null check (occasion in (
    'prequalification', 'verification', 'approval', 'documents', 'signing', 'payment', 'restore', 'account-change'
  )),
  result text not null check (result in ('clear', 'match', 'missing', 'released', 'refused')),
  -- The ISO date of the list.
  list_date text,
  -- The person, and the bureau's message or the reviewer's name and note, as JSON.
  evidence encrypted not null,
  screened_at timestamptz not null
);
create index ofac_screening_application on ofac_screening (application_id, screened_at);
create index ofac_screening_age on ofac_screening (screened_at);

create table notice (
  id uuid primary key,
  application_id uuid not null references application (id),
  -- `pending` until its kind is known.
  kind text not null check (kind in (
    'pending', 'denial', 'incomplete', 'counteroffer', 'approval', 'score-disclosure', 'withdrawal', 'spouse',
    'signed-documents', 'autopay-authorization'
  )),
  -- Its content, by the names of journey/required-notices.ts; for automatic payments, the authorization.
  basis text,
  -- The decision that it is about. Of a denial: the one that it gives notice of.
  decision_id uuid references decision (id),
  -- The reasons that a person gave for a denial, as JSON.
  reasons encrypted,
  state text not null check (state in ('required', 'drafted', 'rendered', 'sent', 'bounced', 'printed', 'void')),
  -- `claimed` by the batch that prints it.
  letter text not null default 'none' check (letter in ('none', 'wanted', 'claimed', 'printed')),
  batch uuid,
  -- From when the law's 30 days run.
  required_at timestamptz not null,
  due_at timestamptz not null,
  rendered_at timestamptz,
  sent_at timestamptz,
  bounced_at timestamptz,
  -- When the applicant first opened it online.
  viewed_at timestamptz,
  -- Since when it waits to go by letter.
  letter_at timestamptz,
  printed_at timestamptz,
  -- When the letter was mailed, as an ISO date, who recorded it, and the number of the mailing.
  mailed_on text,
  mailed_by text,
  mailing_id text,
  check (kind not in ('denial', 'counteroffer') or decision_id is not null)
);
create index notice_application on notice (application_id);
create index notice_decision on notice (decision_id);
create index notice_term on notice (due_at, id);
create index notice_batch on notice (batch) where batch is not null;
create index notice_due on notice (due_at)
  where state in ('required', 'drafted', 'rendered', 'bounced') or letter in ('wanted', 'claimed');
create index notice_letters on notice (letter) where letter in ('wanted', 'claimed');
create index notice_unmailed on notice (printed_at) where letter = 'printed' and mailed_on is null;
create unique index notice_once on notice (application_id, kind)
  where kind in ('pending', 'denial', 'approval', 'withdrawal') and state <> 'void';
create unique index notice_spouse_once on notice (application_id) where kind = 'spouse';
create index notice_unviewed on notice (sent_at) where state = 'sent' and letter = 'none' and viewed_at is null;
create index notice_unsent on notice (required_at) where kind <> 'pending' and state in ('required', 'rendered');
create index notice_waiting on notice (state, required_at) where kind = 'pending' and state <> 'void';

create table vendor_call (
  id bigint generated always as identity primary key,
  application_id uuid references application (id),
  vendor text not null,
  operation text not null,
  -- Identifies what the call does. The same key is never done twice.
  key text not null unique,
  status text not null check (status in ('intended', 'completed', 'failed', 'unresolved', 'lost')),
  attempts integer not null,
  intended_at timestamptz not null,
  leased_until timestamptz not null,
  completed_at timestamptz,
  response encrypted,
  -- Identifies the latest attempt, so that a process recognizes its own.
  claim uuid
);
create index vendor_call_application on vendor_call (application_id, operation);
create index vendor_call_unresolved on vendor_call (intended_at) where status = 'unresolved';
create index vendor_call_intended on vendor_call (operation, intended_at);

-- An API key that an operator made for a partner.
create table partner_key (
  id uuid primary key,
  partner_id text not null,
  -- SHA-256 of the key, in hexadecimal.
  hash text not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- A version of the credit policy that decided or was proposed, whole. Append-only.
create table policy_version (
  version text primary key,
  -- SHA-256 of the files, in hexadecimal.
  digest text not null,
  files jsonb not null,
  stored_at timestamptz not null
);
create trigger policy_version_append_only before delete or update on policy_version
  for each row execute function refuse_change();

-- A step by which operators changed the version in force. Append-only.
create table policy_step (
  id integer generated always as identity primary key,
  version text not null references policy_version (version),
  kind text not null check (kind in ('proposed', 'approved', 'scheduled', 'rolled-back')),
  why text,
  -- Of a proposal: what it would have decided, as Markdown.
  report text,
  -- From when on the version decides. Null for a proposal and an approval.
  takes_effect_at timestamptz check ((takes_effect_at is null) = (kind in ('proposed', 'approved'))),
  operator text not null,
  recorded_at timestamptz not null
);
create trigger policy_step_append_only before delete or update on policy_step
  for each row execute function refuse_change();
create trigger policy_step_no_truncate before truncate on policy_step
  for each statement execute function refuse_change();
create trigger policy_step_operator before insert on policy_step
  for each row execute function name_operator();

-- How a version decides, and about whom, as the latest measurement has it. Counts of many people, and nothing of one.
create table policy_watch (
  version text primary key references policy_version (version),
  -- How many of those whom it was made for are in each band of score and income. Null until there are enough.
  baseline jsonb,
  figures jsonb not null,
  measured_at timestamptz not null
);

-- What `/readyz` writes to learn whether the database can be written.
create table readiness_probe (
  written_at timestamptz not null,
  -- So long that no page has room for two.
  filler text not null default repeat('-', 5000)
);
alter table readiness_probe alter column filler set storage plain;

create table reminder (
  application_id uuid primary key references application (id),
  requested_at timestamptz not null,
  -- The next one, and when it is due; null after the last.
  next text check (next in ('day', 'expiry')),
  due_at timestamptz
);
create index reminder_due on reminder (due_at) where due_at is not null;

create table session (
  id uuid primary key,
  -- SHA-256 of the cookie's token.
  token_hash text not null unique,
  application_id uuid references application (id),
  created_at timestamptz not null,
  touched_at timestamptz not null,
  address encrypted not null,
  user_agent encrypted not null,
  -- Of the address and the user agent together.
  device_lookup lookup not null,
  -- Started by a link: the session shows nothing of the application until a text code is entered.
  awaits_code boolean not null default false,
  -- When a code was sent for a change. It may be entered, or left: then everything but the change is as before.
  code_sent_at timestamptz,
  -- How long the session may be idle from then on.
  idle_seconds integer not null default 900,
  -- An ended session remains ended even if the clock is set back. `code`: a new token replaced it.
  ended_at timestamptz,
  ended_by text check (ended_by in ('time', 'sign-out', 'code', 'operator'))
);
create index session_application on session (application_id);
create index session_device on session (device_lookup, touched_at);
create index session_open on session (touched_at) where ended_at is null;
create index session_touched on session (touched_at);
create trigger session_awaits_code before update of awaits_code on session for each row
  when (old.awaits_code and not new.awaits_code and not owns_tables()) execute function refuse_change();

create table signed_copy (
  id uuid primary key,
  application_id uuid not null unique references application (id),
  documents blob_key not null,
  certificate blob_key not null,
  stored_at timestamptz not null
);
create trigger signed_copy_blobs after delete on signed_copy for each row execute function remove_blobs('documents', 'certificate');

-- An envelope of the lender's own signing pages.
create table signing_envelope (
  id text primary key,
  application_id uuid not null unique references application (id),
  status text not null check (status in ('sent', 'delivered', 'completed', 'declined', 'voided')),
  subject text not null,
  signer encrypted not null,
  shown encrypted not null,
  evidence encrypted not null,
  -- The sealed PDFs; null until it is completed.
  documents blob_key,
  certificate blob_key,
  created_at timestamptz not null,
  completed_at timestamptz,
  -- A process seals its documents, and counts as gone after that; null if none does.
  sealing_until timestamptz
);
create trigger signing_envelope_blobs after delete on signing_envelope for each row execute function remove_blobs('documents', 'certificate');

-- A link to the lender's own signing page, and the visit that it opened.
create table signing_visit (
  id text primary key,
  application_id uuid not null references application (id),
  -- The only one in which the link opens, and with which the visit ends.
  session_id uuid not null references session (id) on delete cascade,
  -- Of the link's secret, and of the visit's; null until the link was opened.
  link_hash text not null unique,
  visit_hash text unique,
  return_url text not null,
  link_expires_at timestamptz not null,
  opened_at timestamptz,
  -- How the visit ended, as an event of the signing page.
  ended text
);
create index signing_visit_application on signing_visit (application_id);
create index signing_visit_session on signing_visit (session_id);

create table text_message (
  -- Our own id, in the address that its status is reported to.
  id uuid primary key,
  application_id uuid not null references application (id),
  about text not null check (about in ('code', 'reminder', 'money', 'decision-ready', 'phone-changing', 'deposit-changed', 'autopay-on', 'autopay-changed', 'email-changed')),
  -- The vendor's id of the message, or of the attempt to deliver a code.
  vendor_id text unique,
  status text not null check (status in ('requested', 'sent', 'delivered', 'undelivered', 'failed', 'refused')),
  -- Why the carrier or the vendor did not deliver it, as the vendor numbers it.
  error_code integer,
  requested_at timestamptz not null,
  changed_at timestamptz not null
);
create index text_message_application on text_message (application_id);

-- A text to the lender's number. The last STOP or START of a phone decides whether it may be texted, and after "wrong number" it
-- gets no codes either until START.
create table text_reply (
  vendor_id text primary key,
  sequence bigint generated always as identity,
  phone_lookup lookup not null,
  meaning text not null check (meaning in ('stop', 'wrong-number', 'start', 'help', 'other')),
  -- The text of one that decides, as evidence; null for other texts.
  text encrypted,
  received_at timestamptz not null
);
create index text_reply_phone on text_reply (phone_lookup, sequence desc);

-- A text from an applicant to their branch, until the core system has it.
create table received_text (
  id uuid primary key,
  application_id uuid not null references application (id),
  text encrypted not null,
  received_at timestamptz not null
);

create index received_text_application on received_text (application_id);

-- An address that gets no more reminders, for any application.
create table unsubscribed_email (
  email_lookup lookup primary key,
  unsubscribed_at timestamptz not null
);

-- A file that the applicant uploaded, freed of its metadata.
create table uploaded_file (
  id uuid primary key,
  position bigint generated always as identity,
  application_id uuid not null references application (id),
  kind text not null check (kind in ('photo-id', 'pay-stub', 'bill', 'insurance', 'title')),
  -- The browser's own name of the file.
  file_key text not null,
  name encrypted,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'application/pdf')),
  byte_count integer not null,
  page_count integer not null,
  -- Of the stored file, in hexadecimal.
  sha256 text not null,
  content blob_key not null,
  added_at timestamptz not null,
  -- What was handed in together; null until then.
  hand_in_id uuid,
  handed_in_at timestamptz,
  unique (application_id, file_key)
);
create index uploaded_file_unsent on uploaded_file (added_at) where hand_in_id is null;
create trigger uploaded_file_blobs after delete on uploaded_file for each row execute function remove_blobs('content');

-- A part of a file that has not arrived whole.
create table uploaded_part (
  id uuid primary key,
  application_id uuid not null references application (id),
  file_key text not null,
  -- From 1.
  part integer not null,
  parts integer not null,
  -- Base64.
  content encrypted not null,
  added_at timestamptz not null,
  unique (application_id, file_key, part)
);
create index uploaded_part_added on uploaded_part (added_at);

-- The result of comparing a linked bank's data with what the applicant declared.
create table verification (
  linked_bank_id uuid primary key references linked_bank (id),
  application_id uuid not null references application (id),
  -- False after another bank was linked or this one was removed.
  is_current boolean not null,
  income boolean not null,
  residence boolean not null,
  identity boolean not null,
  detail encrypted not null,
  verified_at timestamptz not null
);
create index verification_application on verification (application_id);

-- The status of a job, for applicants who poll for it. ACTIVE is in the API only; a job that runs is PENDING.
create table job (
  id uuid primary key,
  application_id uuid not null references application (id),
  name text not null,
  status text not null check (status in ('PENDING', 'SUCCESS', 'FAILURE')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  awaited boolean not null default true,
  -- Failed attempts. An attempt whose process was killed does not count.
  failures integer not null default 0,
  last_error text,
  -- When the job ended for good without doing its work; cleared when an operator runs it again.
  gave_up_at timestamptz,
  -- Taken out of the queue until its application may continue.
  is_parked boolean not null default false,
  -- When work that waits for a vendor is tried again; null while it is being tried.
  retry_at timestamptz,
  -- When its quick tries were used up.
  delayed_at timestamptz,
  -- What to enqueue it with again, once it was put off, parked or gave up.
  payload jsonb,
  -- What it has done so far, for the page that waits for it.
  stages text[] not null default '{}'
);
create index job_application on job (application_id, created_at desc);
create index job_gave_up on job (gave_up_at) where gave_up_at is not null;
create index job_pending on job (name) where status = 'PENDING';
create index job_parked on job (application_id) where is_parked;
create index job_failing on job (created_at) where status = 'PENDING' and failures >= 5;
create index job_retry on job (retry_at) where retry_at is not null;

-- What the functions below enforce, from the lender's files, as `npm run migrate` writes it. No process may write it.
create table lender_rule (
  only_row boolean primary key default true check (only_row),
  -- The shortest retention periods of each kind, over all states.
  unfinished_days integer not null,
  decisions_months integer not null,
  loans_months integer not null,
  -- Who may change the policy by command, whether a second person has to approve, and what the files have.
  policy_operators text[] not null,
  two_people boolean not null,
  files_version text not null,
  files_digest text not null
);

-- Operators and workers change what is evidence by these functions alone, which check and write the audit event. The person is
-- session_user. For the owner of the tables, who could do all of it anyway, the time and the person are those that the command states.

-- Deletes applications past their time, but for a row without personal data.
create function purge_applications(ids uuid[], stated_operator text, stated_at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    recorded timestamptz := case when owns_tables() then stated_at else now() end;
    may_erase_leads boolean := owns_tables() or pg_has_role(session_user, current_database() || '_operator', 'member');
    past record;
    purged_table text;
  begin
    for past in
      select a.id, k.period, greatest(a.state_since, m.moved_at) as since,
        -- The product's clock may be ahead, and its months may end a few days earlier.
        case k.period
          when 'unfinished' then make_interval(days => r.unfinished_days - 1)
          when 'decisions' then make_interval(months => r.decisions_months, days => -3)
          else make_interval(months => r.loans_months, days => -3)
        end as kept
      from application a
      left join lender_rule r on true
      -- The events, because a process may write the state.
      cross join lateral (
        select max(e.at) as moved_at,
          bool_or(e.type = 'application-submitted' or e.data ->> 'to' not in ('LEAD', 'SUPERSEDED')) as was_submitted
        from audit_event e
        where e.application_id = a.id and e.type in ('application-submitted', 'journey-moved')
          -- A restored backup stops an application and lets it go on: its time goes on, too.
          and coalesce(e.data ->> 'event', '') not in ('restored', 'restoreSettled')) m
      cross join lateral (
        select case
          when exists (select from disbursement d where d.application_id = a.id) then 'loans'
          when a.state in ('LEAD', 'SUPERSEDED') and m.was_submitted is not true then 'unfinished'
          else 'decisions'
        end as period) k
      where a.id = any(ids) and a.purged_at is null
      for update of a
    loop
      if on_legal_hold(past.id) then
        raise exception 'application % is on legal hold', past.id;
      end if;
      if not owns_tables() and not (past.period = 'unfinished' and may_erase_leads)
        and (past.since < now() - past.kept) is not true then
        raise exception 'application % is within its retention period', past.id;
      end if;
      insert into audit_event (application_id, type, data, at, operator)
        values (past.id, 'application-purged', jsonb_build_object('period', past.period), recorded, stated_operator);
    end loop;
    update application set purged_at = recorded, live_ssn = null, submission = null, marketing = null, deadline = null,
      requested_amount = null, requested_term = null, requested_auto_secured = null, loan_amount = null,
      prequalified_amount = null, selected_term = null, accepted_term = null, approved_term = null,
      esign_opened_at = null, esign_withdrawn_at = null, email_bounced_at = null, vehicle_search = null, loan_id = null
      where id = any(ids) and purged_at is null;
    foreach purged_table in array array[
      'verification', 'link_token', 'linked_bank', 'autopay', 'disbursement', 'ach_return', 'core_event',
      'account_validation', 'fraud_finding', 'account_use', 'deposit_account', 'signed_copy', 'signing_visit',
      'signing_envelope', 'envelope', 'document', 'uploaded_file', 'uploaded_part', 'blob', 'call_back', 'consent',
      'challenge_decision', 'hold', 'legal_hold', 'military_check', 'marital_status', 'vendor_call', 'job',
      'session', 'reminder', 'text_message', 'received_text', 'notice', 'decision', 'lead', 'applicant'
    ] loop
      execute format('delete from %I where application_id = any($1)', purged_table) using ids;
    end loop;
  end $$;

-- The first month after `after` that ended a year before `before`, that checkpoints cover whole, and whose applications are all purged.
create function archivable_audit_month(after timestamptz, before timestamptz) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
  declare
    month timestamptz;
    is_needed boolean;
  begin
    for month in
      select starts from partitions_of('audit_event') where starts > after and starts + interval '13 months' <= before
    loop
      continue when to_regclass('audit_link' || to_char(month, '_YYYYMMDD')) is null;
      execute format(
        'select exists (select from %1$I where checkpoint is null)
          or exists (select from %2$I e join application a on a.id = e.application_id where a.purged_at is null)
          or exists (select from legal_hold h join %2$I e on e.application_id = h.application_id where h.lifted_at is null)',
        'audit_link' || to_char(month, '_YYYYMMDD'), 'audit_event' || to_char(month, '_YYYYMMDD')) into is_needed;
      if not is_needed then
        return month;
      end if;
    end loop;
    return null;
  end $$;

-- Drops a month that archives hold whole.
create function drop_audit_month(dropped timestamptz, stated_at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
  declare
    recorded timestamptz := case when owns_tables() then stated_at else now() end;
    events_of text := 'audit_event' || to_char(dropped, '_YYYYMMDD');
    links_of text := 'audit_link' || to_char(dropped, '_YYYYMMDD');
    archived bigint;
    events bigint;
    links bigint;
  begin
    if archivable_audit_month(dropped - interval '1 second', recorded) is distinct from dropped then
      raise exception 'the audit events of % are needed', dropped;
    end if;
    execute format('lock table %I, %I in share mode', events_of, links_of);
    execute format('select (select count(*) from %I), (select count(*) from %I)', events_of, links_of) into events, links;
    select coalesce(sum(a.events), 0) into archived from audit_archive a where a.month = dropped;
    if events <> archived or links <> archived then
      raise exception 'the audit events of % are not archived', dropped;
    end if;
    -- Backups have the objects by then, and evidence/blobs.ts has compared them for the last time.
    if not exists (select from audit_archive a join blob b on b.key = a.key
      where a.month = dropped and b.stored_at > recorded - interval '9 days') then
      execute format('drop table %I, %I', events_of, links_of);
    end if;
  end $$;
revoke execute on function archivable_audit_month, drop_audit_month from public;

-- Returns the application of the hold; null if it is not in force.
create function lift_legal_hold(hold uuid, why encrypted, stated_operator text, stated_at timestamptz) returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    recorded timestamptz := case when owns_tables() then stated_at else now() end;
    held uuid;
  begin
    update legal_hold set lifted_at = recorded, lift_reason = why where id = hold and lifted_at is null
      returning application_id into held;
    if held is not null then
      insert into audit_event (application_id, type, data, at, operator)
        values (held, 'legal-hold-lifted', '{}', recorded, stated_operator);
    end if;
    return held;
  end $$;

-- A step that puts a version in force needs, from the lender's second person on, the approval of another login role.
create function record_policy_step(
  step_version text, step_kind text, step_why text, step_report text, effect timestamptz, stated_operator text,
  stated_at timestamptz
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    recorded timestamptz := case when owns_tables() then stated_at else now() end;
    rule lender_rule;
    last policy_step;
    may boolean;
  begin
    perform pg_advisory_xact_lock(hashtextextended('policy_step', 0));
    if not owns_tables() then
      select * into rule from lender_rule;
      -- A role that others are members of is a shared login. The role that made it is its administrator.
      if (session_user = any(rule.policy_operators)) is not true or exists (
        select from pg_auth_members where roleid = quote_ident(session_user)::regrole and not admin_option) then
        raise exception '% may not change the policy', session_user;
      end if;
      select * into last from policy_step where version = step_version order by id desc limit 1;
      may := case step_kind
        when 'proposed' then effect is null
        when 'approved' then last.kind = 'proposed' and not (rule.two_people and last.operator = session_user)
        when 'scheduled' then effect >= recorded - interval '5 minutes' and (
          last.kind = 'approved' or last.kind = 'proposed' and not rule.two_people
          -- What decided until the first change by command.
          or step_version = rule.files_version
            and (select digest from policy_version where version = step_version) = rule.files_digest
            and not exists (select from policy_step where takes_effect_at is not null))
        -- To a version that was in force, and that no one rolled back since.
        else effect between recorded - interval '5 minutes' and recorded + interval '5 minutes' and exists (
          select from policy_step s
          where s.version = step_version and s.kind = 'scheduled' and s.takes_effect_at <= recorded
            and not exists (
              select from policy_step r
              where r.kind = 'rolled-back' and r.id > s.id and r.version <> s.version
                and s.takes_effect_at > (
                  select max(b.takes_effect_at) from policy_step b
                  where b.version = r.version and b.kind = 'scheduled' and b.id < r.id)))
      end;
      if may is not true then
        raise exception '% may not record this step of policy %', session_user, step_version;
      end if;
    end if;
    insert into policy_step (version, kind, why, report, takes_effect_at, operator, recorded_at)
      values (step_version, step_kind, step_why, step_report, effect, coalesce(stated_operator, ''), recorded);
    insert into audit_event (type, data, at, operator) values (
      'policy-changed',
      jsonb_strip_nulls(jsonb_build_object('step', step_kind, 'version', step_version,
        'takesEffectAt', to_char(effect at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'why', step_why)),
      recorded, stated_operator);
    perform pg_notify('policy_step', step_version);
  end $$;
revoke execute on function purge_applications, lift_legal_hold, record_policy_step from public;

-- These rows change several times soon after they are made, so each page keeps room for their next versions. Autovacuum and its
-- statistics come after a hundredth of the rows: a fifth, as by default, would be weeks of applications.
alter table application set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table job set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table notice set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table session set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table vendor_call set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);

-- So that the first events can be archived, too.
select add_partitions('audit_event', 'month', now()), add_partitions('audit_link', 'month', now());
