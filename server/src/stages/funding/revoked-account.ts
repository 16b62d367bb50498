// Handles an account with a tokenized number to which the applicant revoked access at the bank: automatic payments from it stop,
// also in the core system, and a loan that is not paid yet requires another account.
import { lockApplication } from '../../journey/applications.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { findValidation } from '../../records/account-validations.ts';
import { depositOf } from '../../records/deposit-accounts.ts';
import { findDisbursement } from '../../records/disbursements.ts';
import type { Services } from '../../services.ts';
import { stopAutopayFromToken } from '../autopay/service.ts';
import { dropRevokedAccount } from '../bank-link/revoked-account.ts';
import { settle } from './account-validation.ts';

export function revokedAccountJobs(services: Services) {
  const { vault } = services;
  return [
    handle(dropRevokedAccount, {
      run: async ({ accountId }, { applicationId: id }) => {
        return async (tx) => {
          await lockApplication(tx, id);
          await stopAutopayFromToken(tx, services, id, accountId);
          const deposit = await depositOf(tx, vault, id);
          if (!deposit?.isTokenized || deposit.linkedAccountId !== accountId) return;
          // A payment on its way is returned if the bank no longer accepts it, and is handled then.
          if ((await findDisbursement(tx, id)) !== undefined) return;
          const row = await findValidation(tx, id);
          if (row !== undefined && row.status !== 'INVALID')
            await settle(tx, services, row, { status: 'INVALID', reason: 'revoked' });
        };
      },
    }),
  ];
}
