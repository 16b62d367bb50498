// Stores whether an applicant is married, and the spouse to notify of the loan. Only requested if a state's law needs it.
import type { MaritalStatus } from '#contract/marital-status.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

/** The last answer counts. */
export async function saveMaritalStatus(
  tx: Tx,
  { vault, clock }: With<'vault' | 'clock'>,
  id: ApplicationId,
  answer: MaritalStatus,
): Promise<void> {
  const row = {
    answer: vault.encryptJson(answer, encryptionContext('marital_status', 'answer', id)),
    answered_at: clock.now(),
  };
  await saveRow(tx, 'marital_status', { application_id: id }, row);
}

/** Undefined if it was never requested or answered. */
export async function readMaritalStatus(db: Db, vault: Vault, id: ApplicationId) {
  const row = await rowsOf(db, 'marital_status', { application_id: id }).first(['answer']);
  return (
    row && vault.decryptJson<MaritalStatus>(row.answer, encryptionContext('marital_status', 'answer', id))
  );
}
