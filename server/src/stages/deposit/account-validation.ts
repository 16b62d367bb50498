// Starts the validation of the account that receives the funds. Loans are paid to, and payments come from, validated accounts
// alone (Nacha Operating Rules 2.5.17.4 for debits authorized online); everything else goes on meanwhile.
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { JobDeclaration } from '../../platform/jobs/jobs.ts';
import { accountLookup, findValidation, insertValidation } from '../../records/account-validations.ts';
import type { ChosenAccount } from '../../records/deposit-accounts.ts';
import { readChecks } from '../../records/verifications.ts';
import type { With } from '../../services.ts';

const payload = z.object({ lookup: z.string() });

/** Asks the linked bank or the vendor's check about the account with this lookup. */
export const validateAccount: JobDeclaration<z.output<typeof payload>> = {
  name: 'validate-account',
  payload,
  tries: 6,
  seconds: 40,
  concurrency: 4,
  longestDelaySeconds: 60,
};

/** An account that was chosen again keeps what was found out about it. */
export async function startValidation(
  tx: Tx,
  { vault, clock, jobs }: With<'vault' | 'clock' | 'jobs'>,
  id: ApplicationId,
  account: Pick<ChosenAccount, 'kind' | 'routingNumber' | 'accountNumber'>,
): Promise<void> {
  const lookup = accountLookup(vault, account);
  const before = await findValidation(tx, id);
  if (before?.account_lookup === lookup && before.status !== 'INVALID') return;
  // The bank whose owner was found to be the applicant gave these numbers itself.
  const isOwners = account.kind === 'linked' && (await readChecks(tx, id))?.identity === true;
  await insertValidation(tx, clock, id, lookup, isOwners ? 'linked' : undefined);
  await jobs.enqueue(tx, validateAccount, id, { lookup });
}
