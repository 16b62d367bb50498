// Plaid's webhooks. Plaid signs each message with a key that we fetch by its id.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { secondsAfter } from '../../platform/clock.ts';
import { isSameSecret } from '../../platform/constant-time.ts';
import { deferredImport } from '../../platform/deferred-import.ts';
import { ifThrown } from '../../platform/failure.ts';
import type { Unread } from '../../platform/http/webhooks.ts';
import { readJson } from '../../platform/json.ts';
import type { BankEvent, BankMessage, BankWebhook } from '../bank-data.ts';
import { optional } from '../optional-fields.ts';

const jose = deferredImport(() => import('jose'));

/** A public key that signs webhooks, as a JSON Web Key. */
interface WebhookKey {
  readonly expired: boolean;
  readonly jwk: Record<string, string>;
}

const freshSeconds = 5 * 60;
const keySeconds = 24 * 60 * 60;
const unknownKeySeconds = 60;
const mostKeys = 50;

const message = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: optional(z.string()),
  link_token: optional(z.string()),
  status: optional(z.string()),
  account_id: optional(z.string().max(200)),
  historical_update_complete: optional(z.boolean()),
  error: optional(z.object({ error_code: z.string() })),
});

const claims = z.object({ iat: z.number(), request_body_sha256: z.string() });

const dataCodes = new Set([
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

/** `keyOf` fetches a key from the vendor; undefined if there is none with this id. */
export function plaidWebhook(
  keyOf: (id: string, signal: AbortSignal) => Promise<WebhookKey | undefined>,
): BankWebhook {
  /** Keys that don't exist are cached, too. */
  const keys = new Map<string, { readonly key: WebhookKey | undefined; readonly until: Date }>();

  async function findKey(id: string, { now, beforeKeyRequest, signal }: Parameters<BankWebhook['read']>[2]) {
    let cached = keys.get(id);
    if (cached === undefined || cached.until <= now) {
      await beforeKeyRequest();
      const key = await keyOf(id, signal());
      cached = { key, until: secondsAfter(now, key === undefined ? unknownKeySeconds : keySeconds) };
      keys.delete(id);
      keys.set(id, cached);
      const oldest = keys.keys().next().value;
      if (keys.size > mostKeys && oldest !== undefined) keys.delete(oldest);
    }
    if (cached.key === undefined || cached.key.expired) return undefined;
    const { importJWK } = await jose();
    return importJWK(cached.key.jwk, 'ES256');
  }

  return {
    path: '/webhooks/plaid',
    async read(body, headers, context): Promise<BankMessage | Unread> {
      const signature = headers['plaid-verification'];
      if (typeof signature !== 'string') return 'unsigned';
      const { compactVerify, errors } = await jose();
      const keyId = await keyIdOf(signature);
      if (keyId === undefined) return 'forged';
      const key = await findKey(keyId, context);
      if (key === undefined) return 'forged';
      const verified = await compactVerify(signature, key, { algorithms: ['ES256'] }).catch(
        ifThrown(errors.JOSEError, () => undefined),
      );
      const claimed = verified && claims.safeParse(readJson(Buffer.from(verified.payload)));
      if (!claimed?.success) return 'forged';
      const sentAt = new Date(claimed.data.iat * 1000);
      const age = Math.abs(context.now.getTime() - sentAt.getTime()) / 1000;
      const signedDigest = Buffer.from(claimed.data.request_body_sha256, 'hex');
      if (age > freshSeconds || !isSameSecret(signedDigest, hash('sha256', body, 'buffer'))) return 'forged';
      const read = message.safeParse(readJson(body));
      if (!read.success) return 'malformed';
      const { webhook_type: type, webhook_code: code } = read.data;
      return { sentAt, type: codeOf(type), code: codeOf(code), event: eventOf(read.data) };
    },
  };
}

function eventOf(sent: z.output<typeof message>): BankEvent | undefined {
  const { webhook_type, webhook_code, item_id, link_token, status, account_id, error } = sent;
  if (webhook_type === 'LINK') {
    // Link has used up the token, even if the page crashed before it could report that.
    const isUsed =
      webhook_code === 'ITEM_ADD_RESULT' || (webhook_code === 'SESSION_FINISHED' && status === 'SUCCESS');
    return link_token !== undefined && isUsed
      ? { kind: 'link-token-used', linkToken: link_token }
      : undefined;
  }
  if (item_id === undefined) return undefined;
  const item = { itemId: item_id };
  if (webhook_type === 'TRANSACTIONS' && dataCodes.has(webhook_code))
    return sent.historical_update_complete === false ? undefined : { kind: 'data-ready', ...item };
  if (webhook_type !== 'ITEM') return undefined;
  if (webhook_code === 'LOGIN_REPAIRED') return { kind: 'problem', problem: null, ...item };
  if (webhook_code === 'ERROR')
    return { kind: 'problem', problem: codeOf(error?.error_code ?? 'ERROR'), ...item };
  if (!problemCodes.has(webhook_code)) return undefined;
  const revokedAccountId = { USER_ACCOUNT_REVOKED: account_id, USER_PERMISSION_REVOKED: 'all' }[webhook_code];
  return {
    kind: 'problem',
    problem: webhook_code,
    ...item,
    ...(revokedAccountId && { revokedAccountId }),
  };
}

async function keyIdOf(signature: string): Promise<string | undefined> {
  const { decodeProtectedHeader } = await jose();
  try {
    const { alg, kid } = decodeProtectedHeader(signature);
    return alg === 'ES256' && typeof kid === 'string' && /^[\w-]{1,64}$/.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a code in the vendor's format; anything else becomes OTHER. */
const codeOf = (text: string) => (/^[A-Z_]{1,80}$/.test(text) ? text : 'OTHER');
