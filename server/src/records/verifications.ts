// Stores verification results: three plain-text outcomes, with the reasons encrypted.

import type { CashFlow } from '../credit-policy/attributes.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type LinkedBankId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

type CheckedFacts = Readonly<Record<'income' | 'residence' | 'identity', { readonly holds: boolean }>>;

/** What else the bank showed, where the lender's attributes use it. */
interface Shown {
  readonly cashFlow?: CashFlow | undefined;
}

export async function saveVerification(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
  found: CheckedFacts & Shown,
): Promise<void> {
  const row = {
    application_id: applicationId,
    is_current: true,
    ...checksOf(found),
    detail: vault.encryptJson(found, encryptionContext('verification', 'detail', linkedBankId)),
    verified_at: clock.now(),
  };
  await saveRow(tx, 'verification', { linked_bank_id: linkedBankId }, row);
}

/** Withdraws the current verification, because its bank was replaced or removed. */
export const withdrawVerifications = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'verification', { application_id: id }).update({ is_current: false });

const current = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'verification', { application_id: id, is_current: true });

export const readChecks = (db: Db, id: ApplicationId) =>
  current(db, id).first(['income', 'residence', 'identity']);

/** What the current verification found, check by check, as `saveVerification` stored it. */
export async function readFindings<Found>(db: Db, vault: Vault, id: ApplicationId) {
  const row = await current(db, id).first(['linked_bank_id', 'detail']);
  return (
    row &&
    vault.decryptJson<Found>(row.detail, encryptionContext('verification', 'detail', row.linked_bank_id))
  );
}

export const readVerifiedAt = (db: Db, id: ApplicationId) => current(db, id).value('verified_at');

/**
 * What the bank of the current verification showed: the yearly income in cents, if it confirmed the declared one, and money in and
 * out, where it was read.
 */
export async function readShown(db: Db, vault: Vault, id: ApplicationId) {
  type Found = Shown & { readonly income: { readonly holds: boolean; readonly foundMonthlyCents: number } };
  const found = await readFindings<Found>(db, vault, id);
  const incomeAtBankCents = found?.income.holds ? found.income.foundMonthlyCents * 12 : undefined;
  return { incomeAtBankCents, cashFlow: found?.cashFlow };
}

export const checksOf = ({ income, residence, identity }: CheckedFacts) => ({
  income: income.holds,
  residence: residence.holds,
  identity: identity.holds,
});
