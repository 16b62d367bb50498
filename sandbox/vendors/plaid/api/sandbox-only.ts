// Calls that only Plaid's sandbox has: skipping Link, breaking a login, firing a webhook.
import type {
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
  SandboxPublicTokenCreateResponse,
} from 'plaid';
import { logIn } from '../../../people/bank-people.ts';
import { type Fields, fields, text } from '../../../request-fields.ts';
import { uuid } from '../../../state/identifiers.ts';
import { allAccountKinds, createAccounts, describeAccount } from '../bank-data.ts';
import { invalidField, invalidInput, loginError, missingFields, PlaidApiError } from '../errors.ts';
import { findBank } from '../institutions.ts';
import { allowedAccountKinds, createItem, type Plaid } from '../items.ts';
import { type Api, defaultIncomeDays, readProducts } from './calls.ts';

export function sandboxCalls(api: Api, plaid: Plaid): void {
  publicTokenCall(api, plaid);
  loginCalls(api, plaid);
  webhookCall(api, plaid);
}

function publicTokenCall({ call, findUser }: Api, plaid: Plaid): void {
  call<SandboxPublicTokenCreateResponse>(
    '/sandbox/public_token/create',
    { required: ['institution_id', 'initial_products'], optional: ['options', 'user_token', 'user_id'] },
    (body) => {
      const bank = findBank(text(body.institution_id));
      if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
      const products = readProducts(body.initial_products);
      if (products.length === 0) throw missingFields(['initial_products']);
      const options = fields(body.options);
      const login = logIn(
        text(options.override_username) || 'user_good',
        text(options.override_password) || 'pass_good',
      );
      if (login.kind === 'error') throw loginError(login.code);
      const { publicToken } = createItem(plaid, {
        institutionId: bank.id,
        username: login.person.username,
        user: { clientUserId: uuid(), name: null, phone: null, email: null, address: null },
        userId: findUser(body)?.id ?? null,
        accounts: createAccounts(allowedAccountKinds(products, allAccountKinds)),
        products,
        consented: products,
        webhook: text(options.webhook) || null,
        incomeDays: defaultIncomeDays,
      });
      return { public_token: publicToken };
    },
  );
}

function loginCalls({ call, findItem }: Api, { store, sendItemWebhook }: Plaid): void {
  call<SandboxItemResetLoginResponse>('/sandbox/item/reset_login', { required: ['access_token'] }, (body) => {
    const item = findItem(body.access_token);
    const error = loginError('ITEM_LOGIN_REQUIRED').body();
    store.save('item', item.id, { ...item, error });
    sendItemWebhook(item.id, 'ITEM', 'ERROR', { error });
    return { reset_login: true };
  });

  // Not Plaid's: a person who ends access to one account does so on the bank's own page.
  call<{ request_id: string }>(
    '/sandbox/item/revoke_account',
    { required: ['access_token', 'mask'] },
    (body) => {
      const item = findItem(body.access_token);
      const account = item.accounts.find(
        (one) => !one.revoked && describeAccount(one).mask === text(body.mask),
      );
      if (!account) throw invalidField('the item shares no account with this mask');
      const accounts = item.accounts.map((one) =>
        one === account ? { ...one, revoked: true as const } : one,
      );
      store.save('item', item.id, { ...item, accounts });
      sendItemWebhook(item.id, 'ITEM', 'USER_ACCOUNT_REVOKED', { account_id: account.id });
      return {};
    },
  );
}

const fired: Record<string, { type: string; more?: Fields }> = {
  DEFAULT_UPDATE: { type: 'TRANSACTIONS', more: { new_transactions: 0, error: null } },
  SYNC_UPDATES_AVAILABLE: {
    type: 'TRANSACTIONS',
    more: { initial_update_complete: true, historical_update_complete: true },
  },
  RECURRING_TRANSACTIONS_UPDATE: { type: 'TRANSACTIONS' },
  NEW_ACCOUNTS_AVAILABLE: { type: 'ITEM', more: { error: null } },
  USER_PERMISSION_REVOKED: { type: 'ITEM', more: { error: null } },
  USER_ACCOUNT_REVOKED: { type: 'ITEM' },
  PENDING_DISCONNECT: { type: 'ITEM', more: { reason: 'INSTITUTION_MIGRATION' } },
  LOGIN_REPAIRED: { type: 'ITEM' },
  ERROR: { type: 'ITEM' },
};

function webhookCall({ call, findItem }: Api, { sendItemWebhook }: Plaid): void {
  call<SandboxItemFireWebhookResponse>(
    '/sandbox/item/fire_webhook',
    { required: ['access_token', 'webhook_code'], optional: ['webhook_type'] },
    (body) => {
      const item = findItem(body.access_token);
      const code = text(body.webhook_code);
      const known = fired[code];
      if (!known) throw invalidField(`webhook_code ${code} is not supported`);
      if (!item.webhook)
        throw new PlaidApiError(
          'SANDBOX_ERROR',
          'SANDBOX_WEBHOOK_INVALID',
          'Webhook could not be fired: no webhook URL is set for this item',
        );
      sendItemWebhook(item.id, text(body.webhook_type) || known.type, code, {
        ...known.more,
        // Of one account; the others of the item stay.
        ...(code === 'USER_ACCOUNT_REVOKED' ? { account_id: item.accounts[0]?.id ?? '' } : {}),
        ...(code === 'ERROR' ? { error: loginError('ITEM_LOGIN_REQUIRED').body() } : {}),
        ...(code === 'RECURRING_TRANSACTIONS_UPDATE'
          ? { account_ids: item.accounts.map(({ id }) => id) }
          : {}),
      });
      return { webhook_fired: true };
    },
  );
}
