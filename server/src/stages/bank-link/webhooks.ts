// Bank-data webhooks. A message only triggers a check; repeated, late or unknown ones change nothing.
import type { FastifyInstance } from 'fastify';
import { lockApplication } from '../../journey/applications.ts';
import { verifyFromBank } from '../../journey/jobs.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { receiveWebhook, refuseWebhook } from '../../platform/http/webhooks.ts';
import { VendorUnavailable } from '../../platform/jobs/vendor-calls.ts';
import { applicationOfItem, linkedBankOf, stopWaitingForData } from '../../records/linked-banks.ts';
import type { Services } from '../../services.ts';
import type { BankEvent } from '../../vendors/bank-data.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { spendNamedToken } from './link-token.ts';
import { recordProblem } from './problems.ts';
import { dropRevokedAccount } from './revoked-account.ts';
import { verifyAgain } from './verify-again.ts';

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
      .catch((error: unknown) => {
        if (!(error instanceof VendorUnavailable)) throw error;
        fail('try-again', errorMessages['try-again'].signatureNotChecked);
      });
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
      case 'data-ready':
        return dataReady(event.itemId);
      case 'problem':
        await record(event.itemId, event.problem, at);
        if (event.revokedAccountId !== undefined) await accountRevoked(event.itemId, event.revokedAccountId);
    }
  }

  /** Resumes the verification that waits for the data, or retries it if it has failed since. */
  async function dataReady(itemId: string): Promise<void> {
    await transact(db, async (tx) => {
      const bank = await lockBankOfItem(tx, itemId);
      if (bank === undefined) return;
      const { id, applicationId, waits } = bank;
      await stopWaitingForData(tx, id);
      const isRetried = await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
      if (!isRetried && waits) await jobs.enqueue(tx, verifyFromBank, applicationId, { linkedBankId: id });
    });
  }

  /** The applicant revoked access to one account. Money to and from it must stop, even long after the verification. */
  async function accountRevoked(itemId: string, accountId: string): Promise<void> {
    await transact(db, async (tx) => {
      const bank = await lockBankOfItem(tx, itemId);
      if (bank !== undefined) await jobs.enqueue(tx, dropRevokedAccount, bank.applicationId, { accountId });
    });
  }

  async function record(itemId: string, problem: string | null, at: Date): Promise<void> {
    await transact(db, async (tx) => {
      const bank = await lockBankOfItem(tx, itemId);
      if (bank === undefined) return;
      const isFixed = (await recordProblem(tx, clock, bank.id, problem, at)) && problem === null;
      if (isFixed)
        await verifyAgain(tx, services, { applicationId: bank.applicationId }, bank.id, { unseen: true });
    });
  }

  async function lockBankOfItem(tx: Tx, itemId: string) {
    const applicationId = await applicationOfItem(tx, itemId);
    if (applicationId === undefined) return undefined;
    await lockApplication(tx, applicationId);
    const bank = await linkedBankOf(tx, applicationId);
    if (bank?.item_id !== itemId) return undefined;
    return { id: bank.id, waits: bank.waits_for_data, applicationId };
  }
}
