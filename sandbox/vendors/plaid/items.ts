// Items (linked logins) and their webhooks, which are signed by a key that clients read from `/webhook_verification_key/get`.
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Item, JWKPublicKey } from 'plaid';
import type { Context } from '../../context.ts';
import type { Fields } from '../../requests.ts';
import { createWebhookQueue } from '../../webhook-queue.ts';
import { allAccountKinds, describeAccount, hasHistory, typeOf } from './bank-data.ts';
import { findBank } from './institutions.ts';
import type { AccountFilters } from './link-request.ts';
import { type AccountKind, createStore, type Records, type Store } from './store.ts';
import { objectId, type Wire } from './wire.ts';

const publicTokenLifetimeMs = 30 * 60_000;

export type Plaid = { context: Context; store: Store; webhooks: ReturnType<typeof createWebhooks> };

/** Does nothing for an item without a webhook address. */
export function sendItemWebhook(
  { store, webhooks }: Plaid,
  itemId: string,
  type: string,
  code: string,
  more: Fields = {},
): void {
  const item = store.find('item', itemId);
  if (!item?.webhook) return;
  const body = { webhook_type: type, webhook_code: code, item_id: itemId, ...more, environment: 'sandbox' };
  webhooks.send({ url: item.webhook, body });
}

export function sendNewItemWebhooks(plaid: Plaid, itemId: string): void {
  const item = plaid.store.find('item', itemId);
  if (!item?.consented.some((product) => product.endsWith('transactions'))) return;
  const isWhole = hasHistory(item, plaid.context.clock());
  const sync = { initial_update_complete: true, historical_update_complete: isWhole };
  sendItemWebhook(plaid, itemId, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', sync);
  const recurring = { account_ids: item.accounts.map(({ id }) => id) };
  sendItemWebhook(plaid, itemId, 'TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', recurring);
}

/** Credit cards have no account numbers, so products that need those exclude them. */
export function allowedAccountKinds(
  products: readonly string[],
  filters: AccountFilters | undefined,
): AccountKind[] {
  const isDepositOnly = ['auth', 'signal', 'transfer'].some((product) => products.includes(product));
  const isWanted = (kind: AccountKind) => {
    const subtypes = filters?.[typeOf(kind)]?.account_subtypes ?? [];
    return filters === undefined || subtypes.includes(kind) || subtypes.includes('all');
  };
  return allAccountKinds.filter((kind) => isWanted(kind) && !(isDepositOnly && kind === 'credit card'));
}

export function publicTokenFor({ context, store }: Plaid, itemId: string): string {
  const token = `public-sandbox-${crypto.randomUUID()}`;
  const expiresAt = new Date(context.clock().getTime() + publicTokenLifetimeMs).toISOString();
  store.save('public', token, { itemId, expiresAt, used: false });
  return token;
}

export function createItem(
  plaid: Plaid,
  item: Omit<Records['item'], 'id' | 'createdAt' | 'error' | 'removed'>,
): string {
  const id = objectId();
  const createdAt = plaid.context.clock().toISOString();
  plaid.store.save('item', id, { ...item, id, createdAt, error: null, removed: false });
  return publicTokenFor(plaid, id);
}

export function describeItem(item: Records['item']): Wire<Item> {
  const billed = item.products as Wire<Item>['billed_products'];
  return {
    item_id: item.id,
    institution_id: item.institutionId,
    institution_name: findBank(item.institutionId)?.name ?? null,
    webhook: item.webhook,
    auth_method: item.consented.includes('auth') ? 'INSTANT_AUTH' : null,
    error: item.error,
    available_products: [],
    billed_products: billed,
    products: billed,
    consented_products: item.consented as Wire<Item>['billed_products'],
    consent_expiration_time: null,
    update_type: 'background',
  };
}

const keySetting = 'plaid webhook key';

type StoredKey = { jwk: JWK; kid: string; createdAt: number };

type Queued = { url: string; body: Record<string, unknown> };

export function createWebhooks(app: FastifyInstance, context: Context) {
  const { clock, db } = context;
  const now = () => Math.floor(clock().getTime() / 1000);

  function key(): StoredKey {
    const stored = db.readSetting<StoredKey | null>(keySetting, null);
    if (stored) return stored;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const created = { jwk: privateKey.export({ format: 'jwk' }) as JWK, kid: randomUUID(), createdAt: now() };
    db.saveSetting(keySetting, created);
    return created;
  }

  const send = createWebhookQueue<Queued>(app, context, 'plaid', async ({ url, body: fields }) => {
    const body = JSON.stringify(fields);
    const { jwk, kid } = key();
    const signature = await new SignJWT({
      request_body_sha256: createHash('sha256').update(body).digest('hex'),
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuedAt(now())
      .sign(await importJWK(jwk, 'ES256'));
    return { url, body, headers: { 'Plaid-Verification': signature } };
  });

  return {
    send,
    publicKey: (kid: string): Wire<JWKPublicKey> | undefined => {
      const { jwk, kid: ownKid, createdAt } = key();
      if (ownKid !== kid) return undefined;
      const { x = '', y = '' } = jwk;
      const kind = { alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' };
      return { ...kind, kid, x, y, created_at: createdAt, expired_at: null };
    },
  };
}

export type LinkedBank = ReturnType<typeof listLinkedBanks>[number];

/** For the console, with `status`: `linked`, `removed`, or the error code of the bank. */
export function listLinkedBanks({ db }: Context, email: string | undefined) {
  return createStore(db)
    .list('item')
    .filter(({ user }) => email === undefined || user.email_address?.toLowerCase() === email.toLowerCase())
    .map(({ id, institutionId, username, user, accounts, error, removed, createdAt }) => ({
      id,
      institution: findBank(institutionId)?.name ?? institutionId,
      username,
      email: user.email_address ?? null,
      accounts: accounts
        .filter(({ revoked }) => !revoked)
        .map(describeAccount)
        .map(({ name, mask }) => ({ name, mask })),
      status: removed ? 'removed' : (error?.error_code ?? 'linked'),
      linkedAt: createdAt,
    }))
    .reverse();
}

/** Undefined until someone has exchanged the item's public token. */
export function findAccessToken({ db }: Context, itemId: string): string | undefined {
  return createStore(db)
    .list('access')
    .find((access) => access.itemId === itemId)?.token;
}
