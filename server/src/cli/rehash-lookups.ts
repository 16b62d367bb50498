// The part of `npm run keys:rotate` that makes the keyed hashes of values that we still have, encrypted, again under the current
// lookup key. It can be interrupted and run again, and it can run beside a live product, which finds hashes under each key.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Print } from '../commands/command.ts';
import { pauseAfterBatch } from '../platform/batch-pause.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { knownDevice } from '../platform/http/sessions.ts';
import { accountLookup, isAccount, knownAccount } from '../records/account-validations.ts';
import { hasLookup, knownLookups, lookups } from '../records/applicant-fields.ts';
import { readApplicantField } from '../records/applicants.ts';
import { readDepositNumbers } from '../records/deposit-accounts.ts';
import { rehashItems } from '../records/linked-banks.ts';
import { linkTokenKind } from '../stages/bank-link/link-token.ts';

/** Applications per transaction: few enough that no request waits long. */
const batch = 50;
const printedEach = 100_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** What the product compares in the database, and how to find its rows. */
const rehashed = {
  applicant: ['ssn_lookup', 'email_lookup', 'phone_lookup', 'state_lookup'],
  application: ['live_ssn'],
  link_token: ['token_lookup'],
  linked_bank: ['item_lookup'],
  account_validation: ['account_lookup'],
  account_use: ['account_lookup'],
  fraud_finding: ['account_lookup'],
} as const;

const isOld = (vault: Vault, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map((column) => sql`split_part(${sql.ref(column)}, '.', 1) <> ${vault.currentLookupKeyId}`),
    sql` or `,
  );

/** Returns how many applications had hashes under another key. */
export async function rehashLookups(db: Db, vault: Vault, print: Print = () => {}): Promise<number> {
  let count = 0;
  for (const [table, columns] of Object.entries(rehashed)) {
    const id = sql.ref(table === 'application' ? 'id' : 'application_id');
    let after = beforeAll;
    for (;;) {
      const { rows } = await sql<{ id: ApplicationId }>`
        select distinct ${id} as id from ${sql.table(table)}
        where ${id} > ${after}::uuid and (${isOld(vault, columns)}) order by ${id} limit ${batch}`.execute(
        db,
      );
      const ids = rows.map((row) => row.id);
      after = ids.at(-1) ?? after;
      if (ids.length === 0) break;
      const began = performance.now();
      await transact(db, (tx) => rehash(tx, vault, ids));
      count += ids.length;
      if (count % printedEach < ids.length) print(`${table}: rehashed the lookups of ${count} applications`);
      await pauseAfterBatch(began);
    }
  }
  await rehashDevices(db, vault);
  await rehashUnsubscribed(db, vault);
  return count;
}

/** A link that was emailed under an older key writes a hash under that key when its recipient unsubscribes. */
async function rehashUnsubscribed(db: Db, vault: Vault): Promise<void> {
  const { rows: old } = await sql`
    select 1 from unsubscribed_email where ${isOld(vault, ['email_lookup'])} limit 1`.execute(db);
  let after = beforeAll;
  while (old.length > 0) {
    const { rows } = await sql<{ id: ApplicationId }>`
      select application_id as id from applicant
      where application_id > ${after}::uuid order by application_id limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    await transact(db, async (tx) => {
      for (const { id } of rows)
        await rehashEmail(tx, vault, await readApplicantField(tx, vault, id, 'email'));
    });
    after = last.id;
  }
}

async function rehashEmail(tx: Tx, vault: Vault, email: string): Promise<void> {
  const [now, ...older] = knownLookups.email(vault, email);
  await sql`
    update unsubscribed_email set email_lookup = ${now}
    where email_lookup = any(${older})
      and not exists (select 1 from unsubscribed_email where email_lookup = ${now})`.execute(tx);
}

async function rehashDevices(db: Db, vault: Vault): Promise<void> {
  let after = beforeAll;
  for (;;) {
    const { rows } = await sql<Pick<Selectable<Tables['session']>, 'id' | 'address' | 'user_agent'>>`
      select id, address, user_agent from session
      where id > ${after}::uuid and ${isOld(vault, ['device_lookup'])} order by id limit ${batch}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows)
      await sql`update session set device_lookup = ${knownDevice(vault, row)[0]} where id = ${row.id}`.execute(
        db,
      );
    after = last.id;
  }
}

/** In the order in which the product locks them. */
async function rehash(tx: Tx, vault: Vault, ids: readonly ApplicationId[]): Promise<void> {
  for (const table of ['application', 'applicant'] as const) {
    const id = sql.ref(table === 'application' ? 'id' : 'application_id');
    await sql`select 1 from ${sql.table(table)} where ${id} = any(${ids}) order by ${id} for update`.execute(
      tx,
    );
  }
  const numbers = await readDepositNumbers(tx, vault, ids);
  for (const id of ids) {
    if (await rowsOf(tx, 'applicant', { application_id: id }).exist()) await rehashPerson(tx, vault, id);
    await rehashLinkToken(tx, vault, id);
    await rehashItems(tx, vault, id);
    const account = numbers.get(id);
    const [current, ...older] = account ? knownAccount(vault, account) : [];
    for (const table of ['account_use', 'fraud_finding'])
      await sql`
        update ${sql.table(table)} set account_lookup = ${current}
        where application_id = ${id} and account_lookup = any(${older})`.execute(tx);
    const row = await rowsOf(tx, 'account_validation', { application_id: id }).first([
      'account_lookup',
      'status',
    ]);
    // A job that checks the account names it by its hash.
    if (account && row && row.status !== 'CHECKING' && isAccount(vault, row.account_lookup, account))
      await rowsOf(tx, 'account_validation', { application_id: id }).update({
        account_lookup: accountLookup(vault, account),
      });
  }
}

async function rehashPerson(tx: Tx, vault: Vault, id: ApplicationId): Promise<void> {
  const values: Partial<Record<keyof typeof lookups, string>> = {};
  const phone = await rowsOf(tx, 'applicant', { application_id: id }).value('phone_lookup');
  for (const field of ['ssn', 'email', 'state', ...(phone ? (['phone'] as const) : [])] as const)
    if (hasLookup(field)) values[field] = await readApplicantField(tx, vault, id, field);
  const { ssn = '', email = '', state = '', phone: number } = values;
  const now = {
    ssn_lookup: lookups.ssn(vault, ssn),
    email_lookup: lookups.email(vault, email),
    state_lookup: lookups.state(vault, state),
    ...(number === undefined ? {} : { phone_lookup: lookups.phone(vault, number) }),
  };
  await rowsOf(tx, 'applicant', { application_id: id }).update(now);
  await sql`update application set live_ssn = ${now.ssn_lookup} where id = ${id} and live_ssn is not null`.execute(
    tx,
  );
  await sql`
    update legal_hold set ssn_lookup = ${now.ssn_lookup}
    where application_id = ${id} and ssn_lookup is not null`.execute(tx);
  if (number !== undefined) {
    const [current, ...older] = knownLookups.phone(vault, number);
    await sql`
      update text_reply set phone_lookup = ${current} where phone_lookup = any(${older})`.execute(tx);
  }
  await rehashEmail(tx, vault, email);
}

async function rehashLinkToken(tx: Tx, vault: Vault, id: ApplicationId): Promise<void> {
  const row = await rowsOf(tx, 'link_token', { application_id: id }).first(['token']);
  if (!row?.token) return;
  const token = vault.decrypt(row.token, encryptionContext('link_token', 'token', id));
  await rowsOf(tx, 'link_token', { application_id: id }).update({
    token_lookup: vault.lookup(linkTokenKind, token),
  });
}

/**
 * `left`: what a process without the older keys would no longer find, and the next run rehashes. `kept`: replies STOP and unsubscribed
 * addresses of people whose data was deleted, and refused and earlier accounts, which only the older keys recognize.
 */
export async function countOldLookups(db: Db, vault: Vault) {
  const count = async (table: string, columns: readonly string[], and = sql`true`): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where (${isOld(vault, columns)}) and ${and}`.execute(
      db,
    );
    return Number(rows[0]?.count ?? 0);
  };
  const checking = sql`status = 'CHECKING'`;
  const left =
    (await count('applicant', rehashed.applicant)) +
    (await count('application', rehashed.application)) +
    (await count('link_token', rehashed.link_token)) +
    (await count('linked_bank', rehashed.linked_bank)) +
    (await count('account_validation', rehashed.account_validation, checking)) +
    (await count('session', ['device_lookup']));
  const kept =
    (await count('account_validation', rehashed.account_validation, sql`not (${checking})`)) +
    (await count('account_use', rehashed.account_use)) +
    (await count('fraud_finding', rehashed.fraud_finding)) +
    (await count('text_reply', ['phone_lookup'])) +
    (await count('unsubscribed_email', ['email_lookup']));
  return { left, kept };
}
