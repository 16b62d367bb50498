// Bank-data webhooks. A message only triggers a check; repeated, late or unknown ones change nothing.
import type { FastifyInstance } from 'fastify';
import { lockApplication } from '../../journey/applications.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { ifUnavailable } from '../../platform/jobs/vendor-calls.ts';
import {
  applicationOfItem,
  type LinkedBank,
  linkedBankOf,
  stopWaitingForData,
} from '../../records/linked-banks.ts';
import type { Services } from '../../services.ts';
import type { BankEvent } from '../../vendors/bank-data.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { dropRevokedAccount } from './jobs.ts';
import { spendNamedToken } from './link-token.ts';
import { recordProblem } from './problems.ts';
import { verifyAgain } from './service.ts';

export function receiveBankEvents(app: FastifyInstance, services: Services): void {
  const { db, clock, log, jobs, limiter, vault, vendors } = services;
  const { vendor, webhook } = vendors.bankData;

  receiveWebhook(app, webhook.path, async (body, request) => {
    const message = await webhook
      .read(body, request.headers, {
        now: clock.now(),
        beforeKeyRequest: () => limiter.spend('webhook-key', vault.lookup('address', networkOf(request.ip))),
        signal: () => vendors.timeouts.signal(5),
      })
      .catch(ifUnavailable(() => fail('try-again', errorMessages['try-again'].signatureNotChecked)));
    if (typeof message === 'string') refuseWebhook(message);
    const { sentAt, type, code, event } = message;
    log.info({ vendor, type, code }, 'webhook');
    if (event === undefined) return;
    services.metrics.vendorEvents.inc({ vendor: 'bankData', by: 'webhook' });
    await handle(event, sentAt);
  });

  async function handle(event: BankEvent, at: Date): Promise<void> {
    switch (event.kind) {
      case 'link-token-used':
        await spendNamedToken(services, event.linkToken);
        return;
      // Resumes the verification that waits for the data, or retries it if it has failed since.
      case 'data-ready':
        return onCurrentBank(event.itemId, async (tx, { id, application_id: applicationId, ...bank }) => {
          await stopWaitingForData(tx, id);
          const isRetried = await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
          if (!isRetried && bank.waits_for_data)
            await jobs.enqueue(tx, verifyFromBank, applicationId, { linkedBankId: id });
        });
      case 'problem': {
        const { itemId, problem, revokedAccountId: accountId } = event;
        await onCurrentBank(itemId, async (tx, { id, application_id: applicationId }) => {
          const isFixed = (await recordProblem(tx, clock, id, problem, at)) && problem === null;
          if (isFixed) await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
        });
        // The applicant revoked access to one account. Money to and from it must stop, even long after the verification.
        if (accountId !== undefined)
          await onCurrentBank(itemId, (tx, bank) =>
            jobs.enqueue(tx, dropRevokedAccount, bank.application_id, { accountId }),
          );
      }
    }
  }

  /** Does nothing if the item is no longer an application's current bank. */
  async function onCurrentBank(itemId: string, write: (tx: Tx, bank: LinkedBank) => Promise<unknown>) {
    await transact(db, async (tx) => {
      const applicationId = await applicationOfItem(tx, itemId);
      if (applicationId === undefined) return;
      await lockApplication(tx, applicationId);
      const bank = await linkedBankOf(tx, applicationId);
      if (bank?.item_id === itemId) await write(tx, bank);
    });
  }
}
