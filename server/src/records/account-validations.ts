// Stores whether the account that receives the funds is confirmed. Money moves only to and from a confirmed account.
import { type Selectable, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import { type ApplicationId, columnNames, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Lookup, Vault } from '../platform/encryption.ts';
import type { AccountNumbers } from './account-numbers.ts';
import type { FileDays } from './disbursements.ts';

export type AccountValidation = Selectable<Tables['account_validation']>;
type Method = NonNullable<AccountValidation['method']>;

type Numbers = Pick<AccountNumbers, 'routingNumber' | 'accountNumber'>;
const lookedUp = ({ routingNumber, accountNumber }: Numbers) =>
  ['bank-account', `${routingNumber}:${accountNumber}`] as const;

/** Identifies an account by its numbers without showing them. */
export const accountLookup = (vault: Vault, numbers: Numbers): Lookup => vault.lookup(...lookedUp(numbers));
/** What an account may be stored as, under each key. */
export const knownAccount = (vault: Vault, numbers: Numbers) => vault.lookups(...lookedUp(numbers));
export const isAccount = (vault: Vault, lookup: string, numbers: Numbers): boolean =>
  vault.isLookupOf(lookup, ...lookedUp(numbers));

/** About the account chosen last; undefined before one is chosen. */
export const findValidation = (db: Db, id: ApplicationId): Promise<AccountValidation | undefined> =>
  rowsOf(db, 'account_validation', { application_id: id }).first();

/** Starts over with an account, confirmed already or still to be checked. */
export async function insertValidation(
  tx: Tx,
  clock: Clock,
  id: ApplicationId,
  lookup: Lookup,
  confirmedBy: Method | undefined,
): Promise<void> {
  const row = {
    account_lookup: lookup,
    status: confirmedBy === undefined ? ('CHECKING' as const) : ('VALID' as const),
    method: confirmedBy ?? null,
    reason: null,
    owner_matched: confirmedBy !== undefined,
    amounts: null,
    sequences: null,
    file_day: null,
    effective_on: null,
    written_at: null,
    tries: 0,
    reminders: 0,
    started_at: clock.now(),
    settled_at: confirmedBy === undefined ? null : clock.now(),
  };
  await saveRow(tx, 'account_validation', { application_id: id }, row);
}

/** The outcome of the validation: confirmed, refused, or left to a reviewer, each with its reason. */
export async function settleValidation(
  tx: Tx,
  clock: Clock,
  id: ApplicationId,
  settled:
    | { readonly status: 'VALID'; readonly method: Method }
    | { readonly status: 'MANUAL_REVIEW' | 'INVALID'; readonly reason: string },
): Promise<void> {
  await rowsOf(tx, 'account_validation', { application_id: id }).update({
    status: settled.status,
    ...('method' in settled ? { method: settled.method } : { reason: settled.reason }),
    reminders: 0,
    settled_at: clock.now(),
  });
}

/** Two micro-entries and the debit that takes them back are to go into a day's file. Amounts in cents. */
export async function saveMicroEntries(
  tx: Tx,
  vault: Vault,
  id: ApplicationId,
  entries: FileDays & { readonly amounts: readonly [number, number]; readonly ownerMatched: boolean },
): Promise<void> {
  // The same numbering as the disbursements', so that a trace number names one entry.
  const { rows } = await sql<{ sequence: number }>`
    select nextval(pg_get_serial_sequence('disbursement', 'sequence'))::int as sequence
    from generate_series(1, 3)`.execute(tx);
  await rowsOf(tx, 'account_validation', { application_id: id }).update({
    status: 'MICRO_ENTRIES',
    owner_matched: entries.ownerMatched,
    amounts: vault.encryptJson(entries.amounts, encryptionContext('account_validation', 'amounts', id)),
    sequences: JSON.stringify(rows.map(({ sequence }) => sequence).sort((a, b) => a - b)),
    file_day: entries.fileDay,
    effective_on: entries.effectiveOn,
    written_at: null,
  });
}

/** The cents of the two micro-entries. */
export function amountsOf(vault: Vault, row: AccountValidation): readonly [number, number] | undefined {
  return row.amounts === null
    ? undefined
    : vault.decryptJson(row.amounts, encryptionContext('account_validation', 'amounts', row.application_id));
}

/** Counts a try with wrong amounts. */
export const countTry = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'account_validation', { application_id: id }).update({ tries: sql`tries + 1` });

/** How many reminders were due so far. */
export const saveReminders = (tx: Tx, id: ApplicationId, reminders: number) =>
  rowsOf(tx, 'account_validation', { application_id: id }).update({ reminders });

export const microEntriesOfDay = (db: Db, fileDay: string): Promise<AccountValidation[]> =>
  rowsOf(db, 'account_validation', { file_day: fileDay }, ['application_id']).all();

export const moveMicroEntries = (tx: Tx, id: ApplicationId, days: FileDays) =>
  rowsOf(tx, 'account_validation', { application_id: id }).update({
    file_day: days.fileDay,
    effective_on: days.effectiveOn,
  });

export const saveMicroEntriesWritten = (tx: Tx, clock: Clock, ids: readonly ApplicationId[]) =>
  rowsOf(tx, 'account_validation', { application_id: ids, written_at: null }).update({
    written_at: clock.now(),
  });

/** What was taken out of a file that the bank does not have yet. */
export const saveMicroEntriesUnwritten = (tx: Tx, ids: readonly ApplicationId[]) =>
  rowsOf(tx, 'account_validation', { application_id: ids }).update({ written_at: null });

/** The micro-entries that are in the files of a day (ISO date) and of later ones. */
export const microEntriesWrittenFrom = (db: Db, day: string): Promise<AccountValidation[]> =>
  rowsOf(db, 'account_validation', { file_day: { '>=': day }, written_at: { '<>': null } }).all();

export const waitingValidations = (db: Db): Promise<AccountValidation[]> =>
  rowsOf(db, 'account_validation', { status: ['MICRO_ENTRIES', 'MANUAL_REVIEW'] }, ['started_at']).all();

export const validationOfSequence = (db: Db, sequence: number): Promise<AccountValidation | undefined> =>
  db
    .selectFrom('account_validation')
    .select(columnNames.account_validation)
    .where(sql<boolean>`sequences @> ${JSON.stringify([sequence])}::jsonb`)
    .executeTakeFirst();

/** By the individual id of its entries, which is the beginning of the application's id. */
export async function validationOfIndividual(db: Db, id: string): Promise<AccountValidation | undefined> {
  if (!/^[\dA-F]{8}$/.test(id)) return undefined;
  const [first, last] = [`${id}-0000-0000-0000-000000000000`, `${id}-ffff-ffff-ffff-ffffffffffff`];
  const within = { '>=': first as ApplicationId, '<=': last as ApplicationId };
  return rowsOf(db, 'account_validation', { application_id: within }).first();
}

/** Applies the bank's correction of the account's numbers; the validation stays. */
export const correctValidation = (tx: Tx, id: ApplicationId, lookup: Lookup) =>
  rowsOf(tx, 'account_validation', { application_id: id }).update({ account_lookup: lookup });
