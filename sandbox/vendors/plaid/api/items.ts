// Calls about an item: exchanging its public token, reading it, removing it.
import type { Item, ItemGetResponse, ItemPublicTokenExchangeResponse } from 'plaid';
import * as z from 'zod';
import { uuid } from '../../../state/identifiers.ts';
import { invalidInput } from '../errors.ts';
import { findBank } from '../institutions.ts';
import { type Plaid, sendNewItemWebhooks } from '../items.ts';
import type { ResponseFields, Wire } from '../shapes.ts';
import type { Records } from '../store.ts';
import { type Api, accessToken, requiredText } from './calls.ts';

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

export function itemCalls({ call, findItem }: Api, plaid: Plaid): void {
  const { context, store } = plaid;

  const exchange = { public_token: requiredText };
  call(
    '/item/public_token/exchange',
    exchange,
    ({ public_token: token }): ResponseFields<ItemPublicTokenExchangeResponse> => {
      const refused = (message: string) => invalidInput('INVALID_PUBLIC_TOKEN', message);
      if (!token.startsWith('public-sandbox-'))
        throw refused('expected format: public-<environment>-<identifier>');
      const known = store.find('public', token);
      if (!known || known.used) throw refused('could not find matching public token');
      if (known.expiresAt <= context.clock().toISOString())
        throw refused('provided public token is expired. Public tokens expire 30 minutes after creation');
      store.save('public', token, { ...known, used: true });
      const { itemId } = known;
      const existing = store.list('access').find((access) => access.itemId === itemId);
      const access_token = existing?.token ?? `access-sandbox-${uuid()}`;
      store.save('access', access_token, { token: access_token, itemId });
      if (!existing) sendNewItemWebhooks(plaid, itemId);
      return { access_token, item_id: itemId };
    },
  );

  call('/item/get', accessToken, ({ access_token }): ResponseFields<ItemGetResponse> => {
    const item = findItem(access_token);
    return { item: { ...describeItem(item), created_at: item.createdAt } };
  });

  const removal = { ...accessToken, reason_code: z.string().optional(), reason_note: z.string().optional() };
  call('/item/remove', removal, ({ access_token }) => {
    const item = findItem(access_token);
    store.save('item', item.id, { ...item, removed: true });
    return {};
  });
}
