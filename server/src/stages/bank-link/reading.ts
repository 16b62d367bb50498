// What the verification needs of the linked bank: leave to read it, and where it notes what it found.
import type { BankProblem } from '#contract/bank-link.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type ApplicationId, type LinkedBankId, sealContext } from '../../platform/db/tables.ts';
import { accessTokenOf, linkedBankOf } from '../../records/linked-banks.ts';
import type { Services } from '../../services.ts';
import { problemOf } from './problems.ts';

/** The bank that stands behind an application, and what stands between us and it. */
export async function currentBank(
  db: Db,
  applicationId: ApplicationId,
): Promise<{ readonly id: LinkedBankId; readonly problem: BankProblem | undefined } | undefined> {
  const bank = await linkedBankOf(db, applicationId);
  return bank && { id: bank.id, problem: problemOf(bank.problem) };
}

export interface ReadableBank {
  readonly id: LinkedBankId;
  readonly accessToken: string;
}

/** Undefined where another bank stands behind the application now, or none. */
export async function readableBank(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
): Promise<ReadableBank | undefined> {
  const bank = await linkedBankOf(db, applicationId);
  const accessToken = bank && accessTokenOf(vault, bank);
  if (bank?.id !== linkedBankId || accessToken === undefined) return undefined;
  return { id: bank.id, accessToken };
}

/** Asks to be woken when the vendor says that the bank's data is there. */
export async function waitForData(db: Db, id: LinkedBankId): Promise<void> {
  await db
    .updateTable('linked_bank')
    .set({ waits_for_data: true })
    .where('id', '=', id)
    .where('status', '=', 'linked')
    .execute();
}

export async function waitNoMore(tx: Tx, id: LinkedBankId): Promise<void> {
  await tx.updateTable('linked_bank').set({ waits_for_data: false }).where('id', '=', id).execute();
}

/** The last digits of the account that an applicant knows the link by. */
export async function saveMask(
  tx: Tx,
  { vault }: Pick<Services, 'vault'>,
  id: LinkedBankId,
  mask: string,
): Promise<void> {
  const sealed = vault.seal(mask, sealContext('linked_bank', 'mask', id));
  await tx.updateTable('linked_bank').set({ mask: sealed }).where('id', '=', id).execute();
}
