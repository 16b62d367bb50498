// The job that ends our access to a bank after it was replaced or removed, or after its application ended.
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

export function bankLinkJobs({ db, vault, clock, vendorCalls, vendors }: Services) {
  return [
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
}
