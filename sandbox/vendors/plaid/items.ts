// Creates items (linked logins) and sends their webhooks.
import type { Context } from '../../context.ts';
import type { Fields } from '../../request-fields.ts';
import { uuid } from '../../state/identifiers.ts';
import { allAccountKinds, typeOf } from './bank-data.ts';
import type { AccountFilters } from './link-request.ts';
import { objectId } from './shapes.ts';
import type { AccountKind, Records, Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const publicTokenLifetimeMs = 30 * 60_000;

export type Plaid = { context: Context; store: Store; webhooks: Webhooks };

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
  const sync = { initial_update_complete: true, historical_update_complete: true };
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
  const token = `public-sandbox-${uuid()}`;
  const expiresAt = new Date(context.clock().getTime() + publicTokenLifetimeMs).toISOString();
  store.save('public', token, { itemId, expiresAt, used: false });
  return token;
}

export function createItem(
  plaid: Plaid,
  about: Omit<Records['item'], 'id' | 'createdAt' | 'error' | 'removed'>,
): string {
  const id = objectId();
  const createdAt = plaid.context.clock().toISOString();
  plaid.store.save('item', id, { ...about, id, createdAt, error: null, removed: false });
  return publicTokenFor(plaid, id);
}
