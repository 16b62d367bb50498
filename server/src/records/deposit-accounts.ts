// Stores the account that receives the funds. Its full numbers are decrypted only for a payment.
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Lookup, Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import {
  type AccountNumbers,
  correctedAccount,
  decryptedAccount,
  encryptedAccount,
} from './account-numbers.ts';
import { accountLookup, findValidation, isAccount, knownAccount } from './account-validations.ts';

export interface ChosenAccount extends AccountNumbers {
  readonly kind: Tables['deposit_account']['kind'];
  readonly institutionName: string;
  /** Null if the applicant typed the account. */
  readonly linkedAccountId: string | null;
  /** The digits by which the applicant knows it. */
  readonly mask: string;
  readonly isTokenized: boolean;
}
const placeIn = (id: ApplicationId) => (column: 'institution_name' | 'routing_number' | 'account_number') =>
  encryptionContext('deposit_account', column, id);

export async function saveDepositAccount(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  id: ApplicationId,
  account: ChosenAccount,
): Promise<void> {
  const placeOf = placeIn(id);
  const row = {
    kind: account.kind,
    institution_name: vault.encrypt(account.institutionName, placeOf('institution_name')),
    ...encryptedAccount(vault, placeOf, account),
    mask: account.mask,
    linked_account_id: account.linkedAccountId,
    is_tokenized: account.isTokenized,
    chosen_at: clock.now(),
  };
  await saveRow(tx, 'deposit_account', { application_id: id }, row);
  const now = clock.now();
  const account_lookup = accountLookup(vault, account);
  // One account has one row, also while the lookup key is changed.
  const lookups = [...knownAccount(vault, account)];
  await rowsOf(tx, 'account_use', { application_id: id, account_lookup: lookups }).update({ account_lookup });
  await tx
    .insertInto('account_use')
    .values({ application_id: id, account_lookup, first_used_at: now, used_at: now })
    .onConflict((same) => same.columns(['application_id', 'account_lookup']).doUpdateSet({ used_at: now }))
    .execute();
}

/** The accounts that applications gave since an instant, the latest first. */
export const accountUsesOf = (db: Db, ids: readonly ApplicationId[], since: Date) =>
  rowsOf(db, 'account_use', { application_id: ids, used_at: { '>=': since } }, ['used_at desc']).all();

/** The applications that gave an account, under any of its hashes, since an instant. */
export const applicationsWithAccount = (db: Db, account: readonly Lookup[], since: Date) =>
  rowsOf(db, 'account_use', { account_lookup: account, used_at: { '>=': since } }, ['used_at desc']).values(
    'application_id',
  );

export const deleteDepositAccount = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'deposit_account', { application_id: id }).delete();

/** The parts of the account that a browser may see. */
export async function depositOf(db: Db, vault: Vault, id: ApplicationId) {
  const row = await rowsOf(db, 'deposit_account', { application_id: id }).first([
    'kind',
    'institution_name',
    'account_type',
    'mask',
    'linked_account_id',
    'is_tokenized',
  ]);
  return (
    row && {
      kind: row.kind,
      institutionName: vault.decrypt(row.institution_name, placeIn(id)('institution_name')),
      accountType: row.account_type,
      mask: row.mask,
      linkedAccountId: row.linked_account_id,
      isTokenized: row.is_tokenized,
    }
  );
}

export const withDepositAccount = (db: Db, ids: readonly ApplicationId[]): Promise<ApplicationId[]> =>
  rowsOf(db, 'deposit_account', { application_id: ids }).values('application_id');

/** Several applications' accounts with full numbers, for code that credits or debits them. */
export async function readDepositNumbers(db: Db, vault: Vault, ids: readonly ApplicationId[]) {
  if (ids.length === 0) return new Map();
  const columns = ['application_id', 'account_type', 'routing_number', 'account_number'] as const;
  const rows = await rowsOf(db, 'deposit_account', { application_id: ids }).all(columns);
  return new Map(
    rows.map((row) => {
      const id = row.application_id;
      return [id, decryptedAccount(vault, placeIn(id), row)];
    }),
  );
}

/** Whether the account is confirmed, with the numbers that it has now. Money moves only then. */
export async function mayPay({ db, vault }: With<'db' | 'vault'>, id: ApplicationId): Promise<boolean> {
  const validation = await findValidation(db, id);
  const account = (await readDepositNumbers(db, vault, [id])).get(id);
  if (validation?.status !== 'VALID' || account === undefined) return false;
  return isAccount(vault, validation.account_lookup, account);
}

/** Corrects the numbers or the type as the bank requires. */
export const correctDepositAccount = (tx: Tx, vault: Vault, id: ApplicationId, account: AccountNumbers) =>
  rowsOf(tx, 'deposit_account', { application_id: id }).update(correctedAccount(vault, placeIn(id), account));
