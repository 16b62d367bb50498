// Handles the bank-data vendor's webhooks: new data is available, a bank login no longer works, or a Link session has
// ended. A message only tells us where to check. Repeated, late or unknown messages change nothing.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import * as z from 'zod';
import { lockApplication } from '../../journey/applications.ts';
import { canHappen } from '../../journey/policy.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { fail } from '../../platform/failure.ts';
import { receiveWebhook } from '../../platform/http/webhooks.ts';
import { applicationOfItem, linkedBankOf, stopWaitingForData } from '../../records/linked-banks.ts';
import type { Services } from '../../services.ts';
import type { WebhookKey } from '../../vendors/bank-data.ts';
import { refusals } from '../../wording/refusals.ts';
import { spendNamedToken } from './link-token.ts';
import { noteProblem } from './problems.ts';
import { verifyAgain } from './verify-again.ts';
import { verifyFromBank } from './verify-job.ts';

const freshSeconds = 5 * 60;
const keySeconds = 24 * 60 * 60;
const unknownKeySeconds = 60;
const mostKeys = 50;

const said = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: z.string().optional(),
  link_token: z.string().optional(),
  status: z.string().nullish(),
  error: z.object({ error_code: z.string() }).nullish(),
});
type Said = z.output<typeof said>;

const claims = z.object({ iat: z.number(), request_body_sha256: z.string() });

/** Codes that say new data is available. */
const dataCodes = new Set([
  'INITIAL_UPDATE',
  'HISTORICAL_UPDATE',
  'SYNC_UPDATES_AVAILABLE',
  'RECURRING_TRANSACTIONS_UPDATE',
  'DEFAULT_UPDATE',
]);
const problemCodes = new Set([
  'PENDING_DISCONNECT',
  'PENDING_EXPIRATION',
  'USER_ACCOUNT_REVOKED',
  'USER_PERMISSION_REVOKED',
]);

export function receiveBankNews(app: FastifyInstance, services: Services): void {
  const { db, clock, log, jobs } = services;
  const keys = new SigningKeys(services);

  receiveWebhook(app, '/webhooks/plaid', async (body, request) => {
    const sentAt = await confirmed(body, request);
    const read = said.safeParse(readJson(body));
    if (!read.success) fail('malformed', refusals.malformed.message);
    await hear(read.data, sentAt);
  });

  /**
   * Returns when the vendor signed the message. Refuses a body that the vendor did not sign, or did not sign recently.
   */
  async function confirmed(body: Buffer, request: FastifyRequest): Promise<Date> {
    const signature = request.headers['plaid-verification'];
    const keyId = typeof signature === 'string' ? keyIdOf(signature) : undefined;
    if (typeof signature !== 'string' || keyId === undefined) return forged();
    const key = await keys.find(keyId, request);
    if (key === undefined) return forged();
    const payload = await compactVerify(signature, key, { algorithms: ['ES256'] }).catch(() => forged());
    const claimed = claims.safeParse(readJson(Buffer.from(payload.payload)));
    if (!claimed.success) return forged();
    const sentAt = new Date(claimed.data.iat * 1000);
    const age = Math.abs(clock.now().getTime() - sentAt.getTime()) / 1000;
    const hash = createHash('sha256').update(body).digest();
    const given = Buffer.from(claimed.data.request_body_sha256, 'hex');
    if (age > freshSeconds || given.length !== hash.length || !timingSafeEqual(given, hash)) return forged();
    return sentAt;
  }

  async function hear({ webhook_type, webhook_code, item_id, link_token, status, error }: Said, at: Date) {
    log.info({ vendor: 'plaid', type: word(webhook_type), code: word(webhook_code) }, 'webhook');
    if (webhook_type === 'LINK') {
      // Link has used up the token, even if the page crashed before it could tell us.
      const isUsed =
        webhook_code === 'ITEM_ADD_RESULT' || (webhook_code === 'SESSION_FINISHED' && status === 'SUCCESS');
      if (link_token !== undefined && isUsed) await spendNamedToken(services, link_token);
      return;
    }
    if (item_id === undefined) return;
    if (webhook_type === 'TRANSACTIONS' && dataCodes.has(webhook_code)) return dataIsThere(item_id);
    if (webhook_type !== 'ITEM') return;
    if (webhook_code === 'LOGIN_REPAIRED') return note(item_id, null, at);
    if (webhook_code === 'ERROR') return note(item_id, word(error?.error_code ?? 'ERROR'), at);
    if (problemCodes.has(webhook_code)) return note(item_id, webhook_code, at);
  }

  /** Resumes the verification that waits for the data, or retries it if it has failed meanwhile. */
  async function dataIsThere(itemId: string): Promise<void> {
    await transact(db, async (tx) => {
      const bank = await lockBankOfItem(tx, itemId);
      if (bank === undefined) return;
      const { id, applicationId, state, waits } = bank;
      await stopWaitingForData(tx, id);
      if (canHappen(state, 'verificationRetried'))
        await verifyAgain(tx, services, { applicationId }, id, { unseen: true });
      else if (waits) await jobs.enqueue(tx, verifyFromBank, applicationId, { linkedBankId: id });
    });
  }

  async function note(itemId: string, problem: string | null, at: Date): Promise<void> {
    await transact(db, async (tx) => {
      const bank = await lockBankOfItem(tx, itemId);
      if (bank === undefined) return;
      const isMended = (await noteProblem(tx, clock, bank.id, problem, at)) && problem === null;
      if (isMended && canHappen(bank.state, 'verificationRetried'))
        await verifyAgain(tx, services, { applicationId: bank.applicationId }, bank.id, { unseen: true });
    });
  }

  /** Locks the application and returns its current bank. */
  async function lockBankOfItem(tx: Tx, itemId: string) {
    const applicationId = await applicationOfItem(tx, itemId);
    if (applicationId === undefined) return undefined;
    const { state } = await lockApplication(tx, applicationId);
    const bank = await linkedBankOf(tx, applicationId);
    if (bank?.item_id !== itemId) return undefined;
    return { id: bank.id, waits: bank.waits_for_data, applicationId, state };
  }
}

/** Caches the vendor's public keys. Each process asks only once for a key that does not exist. */
class SigningKeys {
  readonly #parts: Services;
  readonly #cache = new Map<string, { key: WebhookKey | undefined; until: Date }>();

  constructor(services: Services) {
    this.#parts = services;
  }

  async find(id: string, request: FastifyRequest) {
    const { clock, limiter, vault, vendors } = this.#parts;
    let cached = this.#cache.get(id);
    if (cached === undefined || cached.until <= clock.now()) {
      await limiter.spend('webhook-key', vault.lookup('address', request.ip));
      const key = await vendors.bankData
        .webhookKey(id, vendors.timeouts.signal(5))
        .catch(() => fail('try-again', refusals['try-again'].signatureNotChecked));
      const seconds = key === undefined ? unknownKeySeconds : keySeconds;
      cached = { key, until: secondsAfter(clock.now(), seconds) };
      this.#cache.delete(id);
      this.#cache.set(id, cached);
      const oldest = this.#cache.keys().next().value;
      if (this.#cache.size > mostKeys && oldest !== undefined) this.#cache.delete(oldest);
    }
    return cached.key === undefined || cached.key.expired ? undefined : importJWK(cached.key.jwk, 'ES256');
  }
}

function keyIdOf(signature: string): string | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(signature);
    return alg === 'ES256' && typeof kid === 'string' && /^[\w-]{1,64}$/.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

function forged(): never {
  fail('invalid', refusals.invalid.signatureMissing);
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns a code in the vendor's format; anything else becomes OTHER. */
const word = (text: string) => (/^[A-Z_]{1,80}$/.test(text) ? text : 'OTHER');
