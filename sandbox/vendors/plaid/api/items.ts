// Calls about an item: exchanging its public token, reading it, changing its webhook, removing it.
import type {
  Item,
  ItemGetResponse,
  ItemPublicTokenExchangeResponse,
  ItemWebhookUpdateResponse,
} from 'plaid';
import { text } from '../../../request-fields.ts';
import { uuid } from '../../../state/identifiers.ts';
import { invalidInput } from '../errors.ts';
import { findBank } from '../institutions.ts';
import type { Plaid } from '../items.ts';
import type { Wire } from '../shapes.ts';
import type { Records } from '../store.ts';
import { type Api, readWebhook } from './calls.ts';

export function describeItem(item: Records['item']): Wire<Item> {
  const billed = item.products as Wire<Item>['billed_products'];
  return {
    item_id: item.id,
    institution_id: item.institutionId,
    institution_name: findBank(item.institutionId)?.name ?? null,
    webhook: item.webhook,
    auth_method: item.consented.includes('auth') ? 'INSTANT_AUTH' : null,
    error: item.error,
    available_products: (['assets', 'auth', 'balance', 'identity', 'signal', 'transactions'] as const).filter(
      (product) => !item.products.includes(product),
    ),
    billed_products: billed,
    products: billed,
    consented_products: item.consented as Wire<Item>['billed_products'],
    consent_expiration_time: null,
    update_type: 'background',
  };
}

export function itemCalls({ call, findItem }: Api, plaid: Plaid): void {
  const { context, store } = plaid;
  const { clock } = context;

  call<ItemPublicTokenExchangeResponse>(
    '/item/public_token/exchange',
    { required: ['public_token'] },
    (body) => {
      const token = text(body.public_token);
      const refused = (message: string) => invalidInput('INVALID_PUBLIC_TOKEN', message);
      if (!/^public-sandbox-/.test(token))
        throw refused(
          'provided public token is in an invalid format. expected format: public-<environment>-<identifier>',
        );
      const known = store.find('public', token);
      if (!known || known.used) throw refused('could not find matching public token');
      if (known.expiresAt <= clock().toISOString())
        throw refused(
          'provided public token is expired. Public tokens expire 30 minutes after creation at which point they can no longer be exchanged',
        );
      store.save('public', token, { ...known, used: true });
      // A repaired item has the same access token.
      const existing = store.list('access').find(({ itemId }) => itemId === known.itemId);
      const accessToken = existing?.token ?? `access-sandbox-${uuid()}`;
      store.save('access', accessToken, { token: accessToken, itemId: known.itemId });
      if (!existing) plaid.sendNewItemWebhooks(known.itemId);
      return { access_token: accessToken, item_id: known.itemId };
    },
  );

  call<ItemGetResponse>('/item/get', { required: ['access_token'] }, (body) => {
    const item = findItem(body.access_token);
    return {
      item: { ...describeItem(item), created_at: item.createdAt },
      status: {
        investments: null,
        transactions: item.consented.includes('transactions')
          ? { last_successful_update: item.createdAt, last_failed_update: null }
          : null,
        last_webhook: item.lastWebhook,
      },
    };
  });

  call<{ request_id: string }>(
    '/item/remove',
    { required: ['access_token'], optional: ['reason_code', 'reason_note'] },
    (body) => {
      const item = findItem(body.access_token);
      store.save('item', item.id, { ...item, removed: true });
      return {};
    },
  );

  call<ItemWebhookUpdateResponse>(
    '/item/webhook/update',
    { required: ['access_token'], optional: ['webhook'] },
    (body) => {
      const webhook = readWebhook(body.webhook);
      const item = findItem(body.access_token);
      const updated = store.save('item', item.id, { ...item, webhook });
      plaid.sendItemWebhook(item.id, 'ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', {
        new_webhook_url: webhook ?? '',
        error: null,
      });
      return { item: describeItem(updated) };
    },
  );
}
