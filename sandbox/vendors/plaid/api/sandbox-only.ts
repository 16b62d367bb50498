// Calls that only Plaid's sandbox has: breaking a login, firing a webhook.
import type { SandboxItemFireWebhookResponse, SandboxItemResetLoginResponse } from 'plaid';
import * as z from 'zod';
import type { Fields } from '../../../request-fields.ts';
import { describeAccount } from '../bank-data.ts';
import { invalidRequest, loginError, PlaidApiError } from '../errors.ts';
import { type Plaid, sendItemWebhook } from '../items.ts';
import type { ResponseFields } from '../shapes.ts';
import type { Records } from '../store.ts';
import { type Api, accessToken, requiredText } from './calls.ts';

/** The webhooks about an item that can be fired, with what each reports of it. */
const firedWebhooks: Record<string, (item: Records['item']) => Fields> = {
  NEW_ACCOUNTS_AVAILABLE: () => ({ error: null }),
  USER_PERMISSION_REVOKED: () => ({ error: null }),
  USER_ACCOUNT_REVOKED: ({ accounts }) => ({ account_id: accounts[0]?.id ?? '' }),
  PENDING_DISCONNECT: () => ({ reason: 'INSTITUTION_MIGRATION' }),
  LOGIN_REPAIRED: () => ({}),
  ERROR: () => ({ error: loginError('ITEM_LOGIN_REQUIRED').body() }),
};

export function sandboxCalls({ call, findItem }: Api, plaid: Plaid): void {
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
