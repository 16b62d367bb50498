// Starts an account's validation. Money moves only to and from valid ones (Nacha Operating Rules 2.5.17.4).
import * as z from 'zod';
import { writeAchFile } from '../../journey/jobs.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import {
  accountLookup,
  findValidation,
  insertValidation,
  isAccount,
} from '../../records/account-validations.ts';
import type { ChosenAccount } from '../../records/deposit-accounts.ts';
import { readChecks } from '../../records/verifications.ts';
import type { With } from '../../services.ts';

export const validateAccount = declareJob(
  'validate-account',
  { tries: 6, seconds: 40, concurrency: 4, longestDelaySeconds: 60 },
  z.object({ lookup: z.string() }),
);

/** An account that is chosen again is not validated again. */
export async function startValidation(
  tx: Tx,
  { vault, clock, jobs }: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  account: Pick<ChosenAccount, 'kind' | 'routingNumber' | 'accountNumber'>,
): Promise<void> {
  const lookup = accountLookup(vault, account);
  const before = await findValidation(tx, id);
  if (before && before.status !== 'INVALID' && isAccount(vault, before.account_lookup, account)) return;
  // These numbers come from the linked bank, whose owner was matched to the applicant.
  const isOwners = account.kind === 'linked' && (await readChecks(tx, id))?.identity === true;
  await insertValidation(tx, clock, id, lookup, isOwners ? 'linked' : undefined);
  // Micro-entries to the account before leave their file.
  if (before?.file_day) await jobs.enqueue(tx, writeAchFile, id, { day: before.file_day });
  await jobs.enqueue(tx, validateAccount, id, { lookup });
}
