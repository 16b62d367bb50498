// The calls that a lender's server makes. All are POST and carry the client's identifier and secret.
import type { FastifyInstance } from 'fastify';
import type {
  InstitutionsGetByIdResponse,
  InstitutionsGetResponse,
  ItemGetResponse,
  ItemPublicTokenExchangeResponse,
  LinkTokenCreateResponse,
  LinkTokenGetResponse,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
  WebhookVerificationKeyGetResponse,
} from 'plaid';
import * as z from 'zod';
import type { Fields } from '../../../requests.ts';
import { describeAccount } from '../bank-data.ts';
import { banks, findBank, institution, supports } from '../institutions.ts';
import {
  allowedAccountKinds,
  describeItem,
  type Plaid,
  sendItemWebhook,
  sendNewItemWebhooks,
} from '../items.ts';
import { linkTokenRequest } from '../link-request.ts';
import type { Records } from '../store.ts';
import {
  invalidInput,
  invalidRequest,
  loginError,
  missingFields,
  type ResponseFields,
  refused,
  requestId,
} from '../wire.ts';
import { bankDataCalls } from './bank-data.ts';
import { type Api, accessToken, createApi, requiredText } from './calls.ts';

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
      const invalid = (message: string) => invalidInput('INVALID_PUBLIC_TOKEN', message);
      if (!token.startsWith('public-sandbox-'))
        throw invalid('expected format: public-<environment>-<identifier>');
      const publicToken = store.find('public', token);
      if (!publicToken || publicToken.used) throw invalid('could not find matching public token');
      if (publicToken.expiresAt <= context.clock().toISOString())
        throw invalid('provided public token is expired. Public tokens expire 30 minutes after creation');
      store.save('public', token, { ...publicToken, used: true });
      const { itemId } = publicToken;
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
  ERROR: () => ({ error: loginError('ITEM_LOGIN_REQUIRED').body }),
};

function sandboxCalls({ call, findItem }: Api, plaid: Plaid): void {
  const { store } = plaid;

  call(
    '/sandbox/item/reset_login',
    accessToken,
    ({ access_token }): ResponseFields<SandboxItemResetLoginResponse> => {
      const item = findItem(access_token);
      const error = loginError('ITEM_LOGIN_REQUIRED').body;
      store.save('item', item.id, { ...item, error });
      sendItemWebhook(plaid, item.id, 'ITEM', 'ERROR', { error });
      return { reset_login: true };
    },
  );

  // Not Plaid's: a person who ends access to one account does so on the bank's own page.
  const revocation = { ...accessToken, mask: requiredText };
  call('/sandbox/item/revoke_account', revocation, ({ access_token, mask }) => {
    const item = findItem(access_token);
    const account = item.accounts.find((shared) => !shared.revoked && describeAccount(shared).mask === mask);
    if (!account) throw invalidRequest('INVALID_FIELD', 'the item shares no account with this mask');
    const accounts = item.accounts.map((shared) =>
      shared === account ? { ...shared, revoked: true as const } : shared,
    );
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
        throw refused(
          'SANDBOX_ERROR',
          'SANDBOX_WEBHOOK_INVALID',
          'Webhook could not be fired: no webhook URL is set for this item',
        );
      sendItemWebhook(plaid, item.id, 'ITEM', code, firedWebhooks[code]?.(item));
      return { webhook_fired: true };
    },
  );
}

const linkLifetimeMs = 4 * 3_600_000;
const updateLifetimeMs = 30 * 60_000;
const hostedLifetimeSeconds = 30 * 60;
const sessionDataMs = 6 * 3_600_000;

type Metadata = Records['link']['metadata'];

function linkTokenCalls({ call, findItem }: Api, { context, store }: Plaid): void {
  const now = () => context.clock().getTime();
  function checkRegistered(address: string | undefined): void {
    const registered = context.credentials.PLAID_REDIRECT_PATHS.split(' ');
    if (address && !registered.includes(new URL(address).pathname))
      throw invalidRequest(
        'INVALID_FIELD',
        'OAuth redirect URI must be configured in the developer dashboard. See https://plaid.com/docs/#oauth-redirect-uris',
      );
  }

  call('/link/token/create', linkTokenRequest, (body, origin): ResponseFields<LinkTokenCreateResponse> => {
    const { products, hosted_link } = body;
    checkRegistered(body.redirect_uri);
    checkRegistered(hosted_link?.completion_redirect_uri);
    const updated = body.access_token ? findItem(body.access_token) : undefined;
    if (products.length === 0 && !updated) throw missingFields(['products']);
    const institutionId = body.institution_id || updated?.institutionId || null;
    if (institutionId && !findBank(institutionId))
      throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    const id = crypto.randomUUID();
    const token = `link-sandbox-${id}`;
    const hostedUrl = hosted_link && `${origin}/plaid/hl/${id}`;
    const lifetimeMs = hosted_link
      ? 1000 * (hosted_link.url_lifetime_seconds ?? hostedLifetimeSeconds)
      : updated
        ? updateLifetimeMs
        : linkLifetimeMs;
    const { expiresAt } = store.save('link', token, {
      token,
      createdAt: new Date(now()).toISOString(),
      expiresAt: new Date(now() + lifetimeMs).toISOString(),
      used: false,
      badLogins: 0,
      clientName: body.client_name,
      user: body.user,
      products,
      consented: [
        ...products,
        ...body.required_if_supported_products,
        ...body.optional_products,
        ...body.additional_consented_products,
      ],
      webhook: body.webhook ?? null,
      // Banks that use OAuth return to the hosted page.
      redirectUri: hostedUrl ?? body.redirect_uri ?? null,
      hosted: hosted_link ? { completion: hosted_link.completion_redirect_uri ?? null } : null,
      institutionId,
      accountKinds: allowedAccountKinds(products, body.account_filters),
      itemId: updated?.id ?? null,
      metadata: {
        initial_products: products as Metadata['initial_products'],
        webhook: body.webhook ?? null,
        country_codes: body.country_codes as Metadata['country_codes'],
        language: body.language,
        redirect_uri: body.redirect_uri ?? null,
        client_name: body.client_name,
      },
    });
    return { link_token: token, expiration: expiresAt, ...(hostedUrl && { hosted_link_url: hostedUrl }) };
  });

  call('/link/token/get', { link_token: requiredText }, (body): ResponseFields<LinkTokenGetResponse> => {
    const link = store.find('link', body.link_token);
    if (!link) throw invalidInput('INVALID_LINK_TOKEN', 'could not find matching link token');
    const sessions = store
      .list('session')
      .filter(({ linkToken, finishedAt }) => {
        const isRecent = finishedAt === null || Date.parse(finishedAt) > now() - sessionDataMs;
        return linkToken === link.token && isRecent;
      })
      .map(describeSession);
    return {
      link_token: link.token,
      created_at: link.createdAt,
      expiration: link.expiresAt,
      metadata: link.metadata,
      // Other sessions report to the page that opened Link.
      ...(link.hosted && { link_sessions: sessions }),
    };
  });
}

type LinkSession = NonNullable<ResponseFields<LinkTokenGetResponse>['link_sessions']>[number];

function describeSession(session: Records['session']): LinkSession {
  const { id, startedAt, finishedAt, publicToken, institutionId, accounts } = session;
  const bank = findBank(institutionId ?? '');
  const institution = bank ? { name: bank.name, institution_id: bank.id } : null;
  const described = { link_session_id: id, started_at: startedAt, events: [] };
  if (finishedAt === null) return described;
  if (publicToken === null) {
    const metadata = { institution, status: '', link_session_id: id, request_id: requestId() };
    return { ...described, finished_at: finishedAt, exit: { error: null, metadata } };
  }
  const added = {
    public_token: publicToken,
    institution,
    accounts: (accounts ?? []).map((account) => ({
      ...describeAccount(account),
      verification_status: null,
      class_type: null,
    })),
  };
  const none = {
    cra_item_add_results: [],
    cra_update_results: [],
    bank_income_results: [],
    payroll_income_results: [],
    document_income_results: null,
  };
  return { ...described, finished_at: finishedAt, results: { item_add_results: [added], ...none } };
}
