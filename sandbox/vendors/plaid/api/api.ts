// The calls that a lender's server makes. All are POST and carry the client's identifier and secret.
import type { FastifyInstance } from 'fastify';
import type {
  InstitutionsGetByIdResponse,
  InstitutionsGetResponse,
  ItemGetResponse,
  ItemPublicTokenExchangeResponse,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
  WebhookVerificationKeyGetResponse,
} from 'plaid';
import * as z from 'zod';
import type { Fields } from '../../../requests.ts';
import { describeAccount } from '../bank-data.ts';
import { banks, findBank, institution, supports } from '../institutions.ts';
import { describeItem, type Plaid, sendItemWebhook, sendNewItemWebhooks } from '../items.ts';
import type { Records } from '../store.ts';
import { invalidInput, invalidRequest, loginError, PlaidApiError, type ResponseFields } from '../wire.ts';
import { bankDataCalls } from './bank-data.ts';
import { type Api, accessToken, createApi, requiredText } from './calls.ts';
import { linkTokenCalls } from './link-tokens.ts';

export function apiRoutes(app: FastifyInstance, plaid: Plaid): void {
  const api = createApi(app, plaid);
  for (const register of [linkTokenCalls, itemCalls, bankDataCalls, institutionCalls, sandboxCalls])
    register(api, plaid);

  const keyRequest = { key_id: requiredText };
  api.call(
    '/webhook_verification_key/get',
    keyRequest,
    ({ key_id }): ResponseFields<WebhookVerificationKeyGetResponse> => {
      const key = plaid.webhooks.publicKey(key_id);
      if (!key)
        throw invalidInput(
          'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
          'invalid webhook verification key id provided',
        );
      return { key };
    },
  );
}

function itemCalls({ call, findItem }: Api, plaid: Plaid): void {
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
      const access_token = existing?.token ?? `access-sandbox-${crypto.randomUUID()}`;
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

const country_codes = z.array(z.string()).min(1);
const metadata = { include_optional_metadata: z.boolean().default(false) };

function institutionCalls({ call }: Api): void {
  const listRequest = {
    count: z.int().min(1).max(500),
    offset: z.int().nonnegative(),
    country_codes,
    options: z.strictObject({ ...metadata, products: z.array(z.string()).default([]) }).prefault({}),
  };
  call('/institutions/get', listRequest, (body): ResponseFields<InstitutionsGetResponse> => {
    const { count, offset, options } = body;
    const isServed = body.country_codes.includes('US') && options.products.every(supports);
    const matching = isServed ? banks : [];
    const institutions = matching
      .slice(offset, offset + count)
      .map((bank) => institution(bank, options.include_optional_metadata));
    return { institutions, total: matching.length };
  });

  const oneRequest = {
    institution_id: requiredText,
    country_codes,
    options: z.strictObject(metadata).prefault({}),
  };
  call('/institutions/get_by_id', oneRequest, (body): ResponseFields<InstitutionsGetByIdResponse> => {
    const bank = body.country_codes.includes('US') ? findBank(body.institution_id) : undefined;
    if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    return { institution: institution(bank, body.options.include_optional_metadata) };
  });
}

/** The webhooks about an item that can be fired, with what each reports of it. */
const firedWebhooks: Record<string, (item: Records['item']) => Fields> = {
  NEW_ACCOUNTS_AVAILABLE: () => ({ error: null }),
  USER_PERMISSION_REVOKED: () => ({ error: null }),
  USER_ACCOUNT_REVOKED: ({ accounts }) => ({ account_id: accounts[0]?.id ?? '' }),
  PENDING_DISCONNECT: () => ({ reason: 'INSTITUTION_MIGRATION' }),
  LOGIN_REPAIRED: () => ({}),
  ERROR: () => ({ error: loginError('ITEM_LOGIN_REQUIRED').body() }),
};

function sandboxCalls({ call, findItem }: Api, plaid: Plaid): void {
  const { store } = plaid;

  call(
    '/sandbox/item/reset_login',
    accessToken,
    ({ access_token }): ResponseFields<SandboxItemResetLoginResponse> => {
      const item = findItem(access_token);
      const error = loginError('ITEM_LOGIN_REQUIRED').body();
      store.save('item', item.id, { ...item, error });
      sendItemWebhook(plaid, item.id, 'ITEM', 'ERROR', { error });
      return { reset_login: true };
    },
  );

  // Not Plaid's: a person who ends access to one account does so on the bank's own page.
  const revocation = { ...accessToken, mask: requiredText };
  call('/sandbox/item/revoke_account', revocation, ({ access_token, mask }) => {
    const item = findItem(access_token);
    const account = item.accounts.find((one) => !one.revoked && describeAccount(one).mask === mask);
    if (!account) throw invalidRequest('INVALID_FIELD', 'the item shares no account with this mask');
    const accounts = item.accounts.map((one) => (one === account ? { ...one, revoked: true as const } : one));
    store.save('item', item.id, { ...item, accounts });
    sendItemWebhook(plaid, item.id, 'ITEM', 'USER_ACCOUNT_REVOKED', { account_id: account.id });
    return {};
  });

  const firing = {
    ...accessToken,
    webhook_code: requiredText.refine((code) => code in firedWebhooks, 'is not supported'),
    webhook_type: z.literal('ITEM').optional(),
  };
  call(
    '/sandbox/item/fire_webhook',
    firing,
    ({ access_token, webhook_code: code }): ResponseFields<SandboxItemFireWebhookResponse> => {
      const item = findItem(access_token);
      if (!item.webhook)
        throw new PlaidApiError(
          'SANDBOX_ERROR',
          'SANDBOX_WEBHOOK_INVALID',
          'Webhook could not be fired: no webhook URL is set for this item',
        );
      sendItemWebhook(plaid, item.id, 'ITEM', code, firedWebhooks[code]?.(item));
      return { webhook_fired: true };
    },
  );
}
