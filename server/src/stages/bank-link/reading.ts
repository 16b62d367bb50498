// What verification needs from the linked bank: the current bank, and whether it can be read.
import type { Db } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId } from '../../platform/db/tables.ts';
import { accessTokenOf, linkedBankOf } from '../../records/linked-banks.ts';
import type { With } from '../../services.ts';
import { problemOf } from './problems.ts';

export async function currentBank(db: Db, applicationId: ApplicationId) {
  const bank = await linkedBankOf(db, applicationId);
  return bank && { id: bank.id, problem: problemOf(bank.problem) };
}

export interface ReadableBank {
  readonly id: LinkedBankId;
  readonly accessToken: string;
}

/** Undefined if the application now has another bank, or none. */
export async function readableBank(
  { db, vault }: With<'db' | 'vault'>,
  applicationId: ApplicationId,
  linkedBankId: LinkedBankId,
): Promise<ReadableBank | undefined> {
  const bank = await linkedBankOf(db, applicationId);
  const accessToken = bank && accessTokenOf(vault, bank);
  if (bank?.id !== linkedBankId || accessToken === undefined) return undefined;
  return { id: bank.id, accessToken };
}
