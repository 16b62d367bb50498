// The job that ends our access to a bank after it was replaced or removed, or after its application ended, and the declaration of
// the one that follows when a person ends access to one account at the bank.
import * as z from 'zod';
import type { LinkedBankId } from '../../platform/db/tables.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import { handle } from '../../platform/jobs/jobs.ts';
import { audit } from '../../records/audit.ts';
import { accessTokenOf, deleteAccessToken, findLinkedBank } from '../../records/linked-banks.ts';
import type { Services } from '../../services.ts';

export const endBankAccess = declareJob(
  'end-bank-access',
  { tries: 30, seconds: 30, concurrency: 2, longestDelaySeconds: 3600 },
  z.object({ linkedBankId: z.string() }),
);

/** The webhook enqueues it. `accountId` is the bank-data vendor's, or `all`. */
export const dropRevokedAccount = declareJob(
  'drop-revoked-account',
  { tries: 50, seconds: 30, concurrency: 2, longestDelaySeconds: 600 },
  z.object({ accountId: z.string() }),
);

export const bankLinkJobs = ({ db, vault, clock, vendorCalls, vendors }: Services) => [
  handle(endBankAccess, {
    async run({ linkedBankId }, { applicationId }) {
      const id = linkedBankId as LinkedBankId;
      const bank = await findLinkedBank(db, id);
      const accessToken = bank && accessTokenOf(vault, bank);
      if (accessToken === undefined) return async () => {};
      await vendorCalls.call({
        vendor: vendors.bankData.vendor,
        operation: 'remove-item',
        key: `remove-item:${id}`,
        applicationId,
        timeoutSeconds: 10,
        // If the item is already gone, it counts as removed.
        onUnknownOutcome: { rule: 'repeat' },
        perform: async (signal) => {
          await vendors.bankData.remove(accessToken, signal);
          return {};
        },
      });
      return async (tx) => {
        if (await deleteAccessToken(tx, id))
          await audit(tx, clock, { applicationId }, { type: 'bank-access-ended' });
      };
    },
  }),
];
