// Creates items (linked logins) and sends their webhooks.
import type { Context } from '../../context.ts';
import type { Fields } from '../../request-fields.ts';
import { uuid } from '../../state/identifiers.ts';
import { objectId } from './shapes.ts';
import type { AccountKind, Records, Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const publicTokenLifetimeMs = 30 * 60_000;

export type Plaid = {
  context: Context;
  store: Store;
  webhooks: Webhooks;
  /** Does nothing for an item without a webhook address. */
  sendItemWebhook: (itemId: string, type: string, code: string, more?: Fields) => void;
  sendNewItemWebhooks: (itemId: string) => void;
};

export function createPlaid(context: Context, store: Store, webhooks: Webhooks): Plaid {
  const sendItemWebhook: Plaid['sendItemWebhook'] = (itemId, type, code, more = {}) => {
    const item = store.find('item', itemId);
    if (!item?.webhook) return;
    const body = {
      webhook_type: type,
      webhook_code: code,
      item_id: item.id,
      ...more,
      environment: 'sandbox',
    };
    webhooks.send({ url: item.webhook, body });
    store.save('item', item.id, {
      ...item,
      lastWebhook: { code_sent: code, sent_at: context.clock().toISOString() },
    });
  };
  return {
    context,
    store,
    webhooks,
    sendItemWebhook,
    sendNewItemWebhooks: (itemId) => {
      const item = store.find('item', itemId);
      if (!item?.consented.some((product) => product.endsWith('transactions'))) return;
      sendItemWebhook(itemId, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', {
        initial_update_complete: true,
        historical_update_complete: true,
      });
      sendItemWebhook(itemId, 'TRANSACTIONS', 'RECURRING_TRANSACTIONS_UPDATE', {
        account_ids: item.accounts.map(({ id }) => id),
      });
    },
  };
}

/** Credit cards have no account numbers and no income, so products that need those exclude them. */
export function allowedAccountKinds(
  products: readonly string[],
  wanted: readonly AccountKind[],
): AccountKind[] {
  const depositOnly = ['auth', 'income_verification', 'signal', 'transfer'].some((product) =>
    products.includes(product),
  );
  return wanted.filter((kind) => !depositOnly || kind !== 'credit card');
}

export function publicTokenFor({ context, store }: Plaid, itemId: string): string {
  const token = `public-sandbox-${uuid()}`;
  store.save('public', token, {
    token,
    itemId,
    expiresAt: new Date(context.clock().getTime() + publicTokenLifetimeMs).toISOString(),
    used: false,
  });
  return token;
}

export function createItem(
  plaid: Plaid,
  about: Omit<Records['item'], 'id' | 'createdAt' | 'error' | 'removed' | 'lastWebhook'>,
): { itemId: string; publicToken: string } {
  const { context, store } = plaid;
  const itemId = objectId();
  store.save('item', itemId, {
    ...about,
    id: itemId,
    createdAt: context.clock().toISOString(),
    error: null,
    removed: false,
    lastWebhook: null,
  });
  return { itemId, publicToken: publicTokenFor(plaid, itemId) };
}
