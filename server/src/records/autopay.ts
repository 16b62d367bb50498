// Stores decisions about automatic payments. Account numbers are encrypted, and decrypted only for the core system.
import type { Insertable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import {
  type AccountNumbers,
  correctedAccount,
  decryptedAccount,
  encryptedAccount,
} from './account-numbers.ts';
import { audit } from './audit.ts';

type EncryptedColumn = 'institution_name' | 'routing_number' | 'account_number';
const placeIn = (id: ApplicationId) => (column: EncryptedColumn) => encryptionContext('autopay', column, id);

type Authorized = NonNullable<NonNullable<Awaited<ReturnType<typeof findAutopay>>>['authorized']>;

/** Undefined before the applicant decides. `authorized` is set only while the authorization is in force. */
export async function findAutopay(db: Db, vault: Vault, id: ApplicationId) {
  const row = await rowsOf(db, 'autopay', { application_id: id }).first();
  if (row === undefined) return undefined;
  const { status, authorization_id: authorizationId, stopped_reason: stoppedReason } = row;
  if (status !== 'ACTIVE') return { status, authorizationId, stoppedReason, authorized: undefined };
  return {
    status,
    authorizationId,
    stoppedReason: null,
    authorized: {
      daysBeforeDue: required(row.days_before_due),
      /** ISO date. */
      firstDebit: required(row.first_debit),
      authorizationId: required(authorizationId),
      accountId: required(row.account_id),
      institutionName: vault.decrypt(required(row.institution_name), placeIn(id)('institution_name')),
      accountType: required(row.account_type),
      mask: required(row.mask),
      isTokenized: row.is_tokenized,
    },
  };
}

/** An authorization with the account's full numbers. Undefined if it is not in force. */
export async function readDebited(db: Db, vault: Vault, id: ApplicationId, authorizationId: string) {
  const inForce = { application_id: id, status: 'ACTIVE', authorization_id: authorizationId } as const;
  const row = await rowsOf(db, 'autopay', inForce).first();
  return (
    row && {
      daysBeforeDue: required(row.days_before_due),
      firstDebit: required(row.first_debit),
      ...decryptedAccount(vault, placeIn(id), {
        account_type: required(row.account_type),
        routing_number: required(row.routing_number),
        account_number: required(row.account_number),
      }),
    }
  );
}

/** False if the authorization has this date already, or is not in force. */
export const saveFirstDebit = (tx: Tx, id: ApplicationId, authorizationId: string, firstDebit: string) =>
  rowsOf(tx, 'autopay', {
    application_id: id,
    status: 'ACTIVE',
    authorization_id: authorizationId,
    first_debit: { '<>': firstDebit },
  }).update({ first_debit: firstDebit, first_debit_moved: true });

/** The authorization in force, if its first debit has another date than was authorized. */
export const movedAuthorization = (db: Db, id: ApplicationId): Promise<string | null | undefined> =>
  rowsOf(db, 'autopay', { application_id: id, status: 'ACTIVE', first_debit_moved: true }).value(
    'authorization_id',
  );

/** Applies the bank's correction to the account of an authorization in force. */
export const correctDebited = (tx: Tx, vault: Vault, id: ApplicationId, account: AccountNumbers) =>
  rowsOf(tx, 'autopay', { application_id: id, status: 'ACTIVE' }).update(
    correctedAccount(vault, placeIn(id), account),
  );

export async function saveAuthorized(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  id: ApplicationId,
  authorized: Authorized & AccountNumbers,
): Promise<void> {
  const placeOf = placeIn(id);
  await save(tx, clock, id, {
    status: 'ACTIVE',
    days_before_due: authorized.daysBeforeDue,
    first_debit: authorized.firstDebit,
    first_debit_moved: false,
    authorization_id: authorized.authorizationId,
    account_id: authorized.accountId,
    institution_name: vault.encrypt(authorized.institutionName, placeOf('institution_name')),
    ...encryptedAccount(vault, placeOf, authorized),
    mask: authorized.mask,
    stopped_reason: null,
    is_tokenized: authorized.isTokenized,
  });
}

/** Records that nothing is debited. `authorizationId` identifies the authorization that ended, if any. */
export const saveNotAuthorized = (
  tx: Tx,
  { clock }: With<'clock'>,
  id: ApplicationId,
  status: 'SKIPPED' | 'CANCELED',
  authorizationId: string | null,
  stoppedReason: Tables['autopay']['stopped_reason'] = null,
) =>
  save(tx, clock, id, {
    status,
    authorization_id: authorizationId,
    days_before_due: null,
    first_debit: null,
    account_id: null,
    institution_name: null,
    account_type: null,
    routing_number: null,
    account_number: null,
    mask: null,
    stopped_reason: stoppedReason,
    is_tokenized: false,
  });

/** Ends the authorization of a canceled loan, if one is in force. The core system ends it with the loan. */
export async function endWithLoan(tx: Tx, clock: Clock, id: ApplicationId): Promise<void> {
  const active = await rowsOf(tx, 'autopay', { application_id: id, status: 'ACTIVE' }).first([
    'authorization_id',
  ]);
  if (active === undefined) return;
  await saveNotAuthorized(tx, { clock }, id, 'CANCELED', active.authorization_id);
  await audit(tx, clock, { applicationId: id }, { type: 'autopay-stopped', reason: 'loan-canceled' });
}

const save = (
  tx: Tx,
  clock: Clock,
  id: ApplicationId,
  values: Omit<Insertable<Tables['autopay']>, 'application_id' | 'decided_at'>,
) => saveRow(tx, 'autopay', { application_id: id }, { ...values, decided_at: clock.now() });

function required<T>(value: T | null): T {
  if (value === null) throw new Error('An authorization in force lacks some of what was authorized.');
  return value;
}
