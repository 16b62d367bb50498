// The calls that a lender's server makes. All are POST, all carry the client's identifier and secret.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  AccountsGetResponse,
  AuthGetResponse,
  CreditBankIncomeGetResponse,
  IdentityGetResponse,
  InstitutionsGetByIdResponse,
  InstitutionsGetResponse,
  Item,
  ItemGetResponse,
  ItemPublicTokenExchangeResponse,
  ItemWebhookUpdateResponse,
  LinkTokenCreateResponse,
  LinkTokenGetResponse,
  Products,
  SandboxItemFireWebhookResponse,
  SandboxItemResetLoginResponse,
  SandboxPublicTokenCreateResponse,
  TransactionsRecurringGetResponse,
  UserCreateResponse,
  WebhookVerificationKeyGetResponse,
} from 'plaid';
import { logIn } from '../../people/bank-people.ts';
import { uuid } from '../../state/identifiers.ts';
import {
  accountBase,
  achNumber,
  bankIncome,
  describeAccount,
  everyKind,
  isDeposit,
  openAccounts,
  owners,
  recurring,
} from './bank.ts';
import {
  invalidField,
  invalidInput,
  loginProblem,
  missingFields,
  PlaidProblem,
  unknownFields,
} from './errors.ts';
import { bankOf, banks, institution, supports } from './institutions.ts';
import { createItem, eligibleKinds, type Plaid } from './linking.ts';
import { type Answer, type Fields, fields, requestId, text, texts, type Wire } from './shapes.ts';
import type { AccountKind, HeldAccount, LinkUser, Records } from './store.ts';

const linkLifetimeMs = 4 * 3_600_000;
const updateLifetimeMs = 30 * 60_000;
const defaultIncomeDays = 90;

const linkProducts: string[] = [
  'assets',
  'auth',
  'employment',
  'identity',
  'income_verification',
  'investments',
  'liabilities',
  'recurring_transactions',
  'signal',
  'statements',
  'transactions',
  'transfer',
] satisfies Wire<Products>[];
const countries = 'US GB ES NL FR IE CA DE IT PL DK NO SE EE LT LV PT BE AT FI'.split(' ');
const languages = 'da nl en et fr de hi it lv lt no pl pt ro es sv vi'.split(' ');

const keys = ['client_id', 'secret'];
const linkFields = [
  'client_name',
  'language',
  'country_codes',
  'user',
  'user_id',
  'user_token',
  'products',
  'required_if_supported_products',
  'optional_products',
  'additional_consented_products',
  'webhook',
  'access_token',
  'link_customization_name',
  'appearance_mode',
  'redirect_uri',
  'android_package_name',
  'institution_data',
  'institution_id',
  'account_filters',
  'income_verification',
  'update',
  'auth',
  'transactions',
  'identity',
  'hosted_link',
  'enable_multi_item_link',
];

const address = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined);

function readUser(given: unknown): LinkUser {
  const user = fields(given);
  const clientUserId = text(user.client_user_id).trim();
  if (!clientUserId) throw missingFields(['user.client_user_id']);
  const phone = text(user.phone_number);
  if (phone && !/^\+[1-9]\d{6,14}$/.test(phone))
    throw invalidField('user.phone_number must be in E.164 format');
  const email = text(user.email_address);
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidField('user.email_address is not an email address');
  const { given_name, family_name } = fields(user.name);
  const name = text(user.legal_name).trim() || `${text(given_name)} ${text(family_name)}`.trim();
  const home = fields(user.address);
  if (user.address !== undefined && user.address !== null && !/^[A-Z]{2}$/.test(text(home.country)))
    throw invalidField('user.address.country must be an ISO-3166-1 alpha-2 country code');
  return {
    clientUserId,
    name: name || null,
    phone: phone || null,
    email: email || null,
    address: text(home.street)
      ? {
          street: [text(home.street), text(home.street2)].filter(Boolean).join(' '),
          city: text(home.city),
          region: text(home.region),
          postalCode: text(home.postal_code),
          country: text(home.country),
        }
      : null,
  };
}

/** Kinds that the client's filters let through; null when there are none. */
function readFilters(given: unknown): AccountKind[] | null {
  if (given === undefined || given === null) return null;
  const { depository, credit } = fields(given);
  const kindsIn = (filter: unknown, kinds: AccountKind[]) => {
    const wanted = texts(fields(filter).account_subtypes);
    return kinds.filter((kind) => wanted.includes(kind) || wanted.includes('all'));
  };
  return [...kindsIn(depository, ['checking', 'savings']), ...kindsIn(credit, ['credit card'])];
}

export function apiRoutes(app: FastifyInstance, plaid: Plaid): void {
  const { context, store, webhooks } = plaid;
  const { clock, credentials } = context;

  function authenticate(request: FastifyRequest, body: Fields): void {
    const id = text(request.headers['plaid-client-id']) || text(body.client_id);
    const secret = text(request.headers['plaid-secret']) || text(body.secret);
    const missing = [...(id ? [] : ['client_id']), ...(secret ? [] : ['secret'])];
    if (missing.length > 0) throw missingFields(missing);
    if (id !== credentials.PLAID_CLIENT_ID || secret !== credentials.PLAID_SECRET)
      throw invalidInput('INVALID_API_KEYS', 'invalid client_id or secret provided');
  }

  function call<Response extends { request_id: string }>(
    path: string,
    known: { required?: string[]; optional?: string[] },
    answer: (body: Fields) => Answer<Response>,
  ): void {
    const { required = [], optional = [] } = known;
    app.post(path, async (request) => {
      const body = fields(request.body);
      authenticate(request, body);
      const absent = required.filter(
        (name) => body[name] === undefined || body[name] === null || body[name] === '',
      );
      if (absent.length > 0) throw missingFields(absent);
      const strange = Object.keys(body).filter((name) => ![...keys, ...required, ...optional].includes(name));
      if (strange.length > 0) throw unknownFields(strange);
      return { ...answer(body), request_id: requestId() };
    });
  }

  function readProducts(given: unknown): string[] {
    const products = texts(given);
    const wrong = products.find((product) => !linkProducts.includes(product));
    if (wrong !== undefined)
      throw invalidInput('INVALID_PRODUCT', `client is not authorized to access the ${wrong} product`);
    return products;
  }

  function itemOf(accessToken: unknown): Records['item'] {
    const token = text(accessToken);
    if (!/^access-sandbox-/.test(token))
      throw invalidInput(
        'INVALID_ACCESS_TOKEN',
        'provided access token is in an invalid format. expected format: access-<environment>-<identifier>',
      );
    const access = store.find('access', token);
    const item = access && store.find('item', access.itemId);
    if (!item) throw invalidInput('INVALID_ACCESS_TOKEN', 'could not find matching access token');
    if (item.removed)
      throw new PlaidProblem(
        'ITEM_ERROR',
        'ITEM_NOT_FOUND',
        'The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.',
      );
    return item;
  }

  /** An item whose bank lets in, for a product to which the person agreed. */
  function readable(accessToken: unknown, ...products: string[]): Records['item'] {
    const item = itemOf(accessToken);
    if (item.error) throw loginProblem(item.error.error_code);
    if (products.length > 0 && !products.some((product) => item.consented.includes(product)))
      throw invalidInput(
        'ADDITIONAL_CONSENT_REQUIRED',
        `client does not have user consent to access the ${(products[0] ?? '').toUpperCase()} product`,
      );
    return item;
  }

  function chosenAccounts(item: Records['item'], wanted: unknown): HeldAccount[] {
    const ids = wanted === undefined ? undefined : texts(wanted);
    if (ids?.some((id) => !item.accounts.some((account) => account.id === id)))
      throw invalidInput('INVALID_ACCOUNT_ID', 'failed to find requested account ID for requested item');
    return ids ? item.accounts.filter(({ id }) => ids.includes(id)) : item.accounts;
  }

  function describe(item: Records['item']): Wire<Item> {
    const billed = item.products as Wire<Item>['billed_products'];
    return {
      item_id: item.id,
      institution_id: item.institutionId,
      institution_name: bankOf(item.institutionId)?.name ?? null,
      webhook: item.webhook,
      auth_method: item.consented.includes('auth') ? 'INSTANT_AUTH' : null,
      error: item.error,
      available_products: (
        ['assets', 'auth', 'balance', 'identity', 'signal', 'transactions'] as const
      ).filter((product) => !item.products.includes(product)),
      billed_products: billed,
      products: billed,
      consented_products: item.consented as Wire<Item>['billed_products'],
      consent_expiration_time: null,
      update_type: 'background',
    };
  }

  const userOf = ({ user_token, user_id }: Fields): Records['user'] | undefined =>
    text(user_id)
      ? store.find('user', text(user_id))
      : store.list('user').find(({ token }) => token === text(user_token));

  call<LinkTokenCreateResponse>(
    '/link/token/create',
    { required: ['client_name', 'language', 'country_codes', 'user'], optional: linkFields },
    (body) => {
      const clientName = text(body.client_name).trim();
      if (!clientName || clientName.length > 30)
        throw invalidField('client_name must be a non-empty string of at most 30 characters');
      if (!languages.includes(text(body.language).split('-')[0] ?? ''))
        throw invalidField('language must be one of the supported languages');
      const countryCodes = texts(body.country_codes);
      if (countryCodes.length === 0 || countryCodes.some((code) => !countries.includes(code)))
        throw invalidField('country_codes must be a non-empty list of supported country codes');
      const user = readUser(body.user);
      const updated = text(body.access_token) ? itemOf(body.access_token) : undefined;
      const products = readProducts(body.products);
      if (products.length === 0 && !updated) throw missingFields(['products']);
      const consented = [
        ...products,
        ...readProducts(body.required_if_supported_products),
        ...readProducts(body.optional_products),
        ...readProducts(body.additional_consented_products),
      ];

      const webhook = text(body.webhook);
      if (webhook && !/^https?:$/.test(address(webhook)?.protocol ?? ''))
        throw invalidInput('INVALID_WEBHOOK', 'webhook must be a valid URL');
      const redirectUri = text(body.redirect_uri);
      const redirect = address(redirectUri);
      if (
        redirectUri &&
        (!redirect || !/^https?:$/.test(redirect.protocol) || redirect.search || redirect.hash)
      )
        throw invalidField('redirect_uri must be a URI without query parameters or fragment');
      if (redirect?.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(redirect.hostname))
        throw invalidField('redirect_uri must use HTTPS except for localhost');

      const institutionId = text(body.institution_id) || updated?.institutionId || null;
      if (institutionId && !bankOf(institutionId))
        throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');

      const incomeUser = userOf(body);
      if ((text(body.user_token) || text(body.user_id)) && !incomeUser)
        throw invalidInput('INVALID_USER_TOKEN', 'could not find matching user token');
      const { income_source_types, bank_income } = fields(body.income_verification);
      if (products.includes('income_verification')) {
        if (!incomeUser) throw missingFields(['user_token']);
        if (!texts(income_source_types).includes('bank'))
          throw invalidField('income_verification.income_source_types must include bank');
      }
      const days = fields(bank_income).days_requested;

      const now = clock();
      const token = `link-sandbox-${uuid()}`;
      const link = store.keep('link', token, {
        token,
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + (updated ? updateLifetimeMs : linkLifetimeMs)).toISOString(),
        used: false,
        badLogins: 0,
        clientName,
        language: text(body.language),
        countryCodes,
        user,
        userId: incomeUser?.id ?? null,
        products,
        consented,
        webhook: webhook || null,
        redirectUri: redirectUri || null,
        institutionId,
        accountKinds: readFilters(body.account_filters),
        itemId: updated?.id ?? null,
        incomeDays: typeof days === 'number' && days > 0 && days <= 731 ? days : defaultIncomeDays,
      });
      return {
        link_token: token,
        expiration: link.expiresAt,
        ...(incomeUser ? { user_id: incomeUser.id } : {}),
      };
    },
  );

  call<LinkTokenGetResponse>('/link/token/get', { required: ['link_token'] }, (body) => {
    const link = store.find('link', text(body.link_token));
    if (!link) throw invalidInput('INVALID_LINK_TOKEN', 'could not find matching link_token');
    const sessions = store.list('session').filter(({ linkToken }) => linkToken === link.token);
    return {
      link_token: link.token,
      created_at: link.createdAt,
      expiration: link.expiresAt,
      link_sessions: sessions.map((session) => {
        const bank = bankOf(session.institutionId ?? '');
        const named = bank ? { name: bank.name, institution_id: bank.id } : null;
        return {
          link_session_id: session.id,
          started_at: session.startedAt,
          finished_at: session.finishedAt,
          on_success: null,
          on_exit: null,
          exit: session.exit
            ? {
                error: session.exit.error,
                metadata: {
                  institution: named,
                  link_session_id: session.id,
                  request_id: requestId(),
                  ...(session.exit.status ? { status: session.exit.status } : {}),
                },
              }
            : null,
          events: [],
          results: session.success
            ? {
                item_add_results: [
                  {
                    public_token: session.success.publicToken,
                    accounts: session.success.accounts.map(describeAccount),
                    institution: named,
                  },
                ],
                cra_item_add_results: [],
                cra_update_results: [],
                bank_income_results: [],
                payroll_income_results: [],
                document_income_results: null,
              }
            : null,
        };
      }),
      metadata: {
        initial_products: link.products as Wire<Products>[],
        webhook: link.webhook,
        country_codes: link.countryCodes as 'US'[],
        language: link.language,
        redirect_uri: link.redirectUri,
        client_name: link.clientName,
      },
    };
  });

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
      store.keep('public', token, { ...known, used: true });
      // An item that is repaired keeps the token that its owner has.
      const kept = store.list('access').find(({ itemId }) => itemId === known.itemId);
      const accessToken = kept?.token ?? `access-sandbox-${uuid()}`;
      store.keep('access', accessToken, { token: accessToken, itemId: known.itemId });
      if (!kept) plaid.tellOfNewItem(known.itemId);
      return { access_token: accessToken, item_id: known.itemId };
    },
  );

  call<ItemGetResponse>('/item/get', { required: ['access_token'] }, (body) => {
    const item = itemOf(body.access_token);
    return {
      item: { ...describe(item), created_at: item.createdAt },
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
      const item = itemOf(body.access_token);
      store.keep('item', item.id, { ...item, removed: true });
      return {};
    },
  );

  call<ItemWebhookUpdateResponse>(
    '/item/webhook/update',
    { required: ['access_token'], optional: ['webhook'] },
    (body) => {
      const webhook = text(body.webhook);
      if (webhook && !/^https?:$/.test(address(webhook)?.protocol ?? ''))
        throw invalidInput('INVALID_WEBHOOK', 'webhook must be a valid URL');
      const item = itemOf(body.access_token);
      const updated = store.keep('item', item.id, { ...item, webhook: webhook || null });
      plaid.tellItem(item.id, 'ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', {
        new_webhook_url: webhook,
        error: null,
      });
      return { item: describe(updated) };
    },
  );

  for (const path of ['/accounts/get', '/accounts/balance/get'])
    call<AccountsGetResponse>(path, { required: ['access_token'], optional: ['options'] }, (body) => {
      const item = readable(body.access_token);
      const accounts = chosenAccounts(item, fields(body.options).account_ids);
      return { accounts: accounts.map((account) => accountBase(item, account)), item: describe(item) };
    });

  call<AuthGetResponse>('/auth/get', { required: ['access_token'], optional: ['options'] }, (body) => {
    const item = readable(body.access_token, 'auth');
    const accounts = chosenAccounts(item, fields(body.options).account_ids).filter(isDeposit);
    if (accounts.length === 0)
      throw new PlaidProblem('ITEM_ERROR', 'NO_AUTH_ACCOUNTS', 'no depository accounts found for this item');
    return {
      accounts: accounts.map((account) => accountBase(item, account)),
      numbers: {
        ach: accounts.map((account) => achNumber(item, account)),
        eft: [],
        international: [],
        bacs: [],
      },
      item: describe(item),
    };
  });

  call<IdentityGetResponse>(
    '/identity/get',
    { required: ['access_token'], optional: ['options'] },
    (body) => {
      const item = readable(body.access_token, 'identity');
      const accounts = chosenAccounts(item, fields(body.options).account_ids);
      return {
        accounts: accounts.map((account) => ({
          ...accountBase(item, account),
          owners: owners(item, account),
        })),
        item: describe(item),
      } as Answer<IdentityGetResponse>;
    },
  );

  call<TransactionsRecurringGetResponse>(
    '/transactions/recurring/get',
    { required: ['access_token'], optional: ['account_ids', 'options'] },
    (body) => {
      const item = readable(body.access_token, 'transactions', 'recurring_transactions');
      return recurring(item, chosenAccounts(item, body.account_ids), clock());
    },
  );

  call<UserCreateResponse>(
    '/user/create',
    {
      required: ['client_user_id'],
      optional: ['identity', 'end_customer', 'consumer_report_user_identity', 'with_upgraded_user'],
    },
    (body) => {
      const clientUserId = text(body.client_user_id);
      if (store.list('user').some((user) => user.clientUserId === clientUserId))
        throw invalidField('a user already exists for this client_user_id');
      const id = `usr_${uuid().replaceAll('-', '')}`;
      const token = `user-sandbox-${uuid()}`;
      store.keep('user', id, { id, token, clientUserId });
      return { user_token: token, user_id: id };
    },
  );

  call<CreditBankIncomeGetResponse>(
    '/credit/bank_income/get',
    { optional: ['user_token', 'user_id', 'options'] },
    (body) => {
      if (!text(body.user_token) && !text(body.user_id)) throw missingFields(['user_token']);
      const user = userOf(body);
      if (!user) throw invalidInput('INVALID_USER_TOKEN', 'could not find matching user token');
      const items = store.list('item').filter(({ userId, removed }) => userId === user.id && !removed);
      return { bank_income: items.length > 0 ? [bankIncome(items, clock())] : [] };
    },
  );

  const inCountry = (given: unknown): boolean => {
    const codes = texts(given);
    if (codes.length === 0) throw missingFields(['country_codes']);
    return codes.includes('US');
  };

  call<InstitutionsGetResponse>(
    '/institutions/get',
    { required: ['count', 'offset', 'country_codes'], optional: ['options'] },
    (body) => {
      const { count, offset } = body as { count: number; offset: number };
      if (!Number.isInteger(count) || count < 1 || count > 500)
        throw invalidField('count must be between 1 and 500');
      if (!Number.isInteger(offset) || offset < 0)
        throw invalidField('offset must be a non-negative integer');
      const { products, oauth, routing_numbers, include_optional_metadata } = fields(body.options);
      const matching = inCountry(body.country_codes)
        ? banks.filter(
            (bank) =>
              texts(products).every(supports) &&
              (typeof oauth !== 'boolean' || bank.oauth === oauth) &&
              (!Array.isArray(routing_numbers) || routing_numbers.includes(bank.routing)),
          )
        : [];
      return {
        institutions: matching
          .slice(offset, offset + count)
          .map((bank) => institution(bank, { metadata: include_optional_metadata === true, status: false })),
        total: matching.length,
      };
    },
  );

  call<InstitutionsGetByIdResponse>(
    '/institutions/get_by_id',
    { required: ['institution_id', 'country_codes'], optional: ['options'] },
    (body) => {
      const bank = inCountry(body.country_codes) ? bankOf(text(body.institution_id)) : undefined;
      if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
      const { include_optional_metadata, include_status } = fields(body.options);
      return {
        institution: institution(bank, {
          metadata: include_optional_metadata === true,
          status: include_status === true,
        }),
      };
    },
  );

  call<WebhookVerificationKeyGetResponse>(
    '/webhook_verification_key/get',
    { required: ['key_id'] },
    (body) => {
      const key = webhooks.publicKey(text(body.key_id));
      if (!key)
        throw invalidInput(
          'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
          'invalid webhook verification key id provided',
        );
      return { key };
    },
  );

  // What only the sandbox has.

  call<SandboxPublicTokenCreateResponse>(
    '/sandbox/public_token/create',
    { required: ['institution_id', 'initial_products'], optional: ['options', 'user_token', 'user_id'] },
    (body) => {
      const bank = bankOf(text(body.institution_id));
      if (!bank) throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
      const products = readProducts(body.initial_products);
      if (products.length === 0) throw missingFields(['initial_products']);
      const options = fields(body.options);
      const login = logIn(
        text(options.override_username) || 'user_good',
        text(options.override_password) || 'pass_good',
      );
      if (login.kind === 'error') throw loginProblem(login.code);
      const { publicToken } = createItem(plaid, {
        institutionId: bank.id,
        username: login.person.username,
        user: { clientUserId: uuid(), name: null, phone: null, email: null, address: null },
        userId: userOf(body)?.id ?? null,
        accounts: openAccounts(eligibleKinds(products, everyKind)),
        products,
        consented: products,
        webhook: text(options.webhook) || null,
        incomeDays: defaultIncomeDays,
      });
      return { public_token: publicToken };
    },
  );

  call<SandboxItemResetLoginResponse>('/sandbox/item/reset_login', { required: ['access_token'] }, (body) => {
    const item = itemOf(body.access_token);
    const error = loginProblem('ITEM_LOGIN_REQUIRED').body();
    store.keep('item', item.id, { ...item, error });
    plaid.tellItem(item.id, 'ITEM', 'ERROR', { error });
    return { reset_login: true };
  });

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

  call<SandboxItemFireWebhookResponse>(
    '/sandbox/item/fire_webhook',
    { required: ['access_token', 'webhook_code'], optional: ['webhook_type'] },
    (body) => {
      const item = itemOf(body.access_token);
      const code = text(body.webhook_code);
      const known = fired[code];
      if (!known) throw invalidField(`webhook_code ${code} is not supported`);
      if (!item.webhook)
        throw new PlaidProblem(
          'SANDBOX_ERROR',
          'SANDBOX_WEBHOOK_INVALID',
          'Webhook could not be fired: no webhook URL is set for this item',
        );
      plaid.tellItem(item.id, text(body.webhook_type) || known.type, code, {
        ...known.more,
        ...(code === 'ERROR' ? { error: loginProblem('ITEM_LOGIN_REQUIRED').body() } : {}),
        ...(code === 'RECURRING_TRANSACTIONS_UPDATE'
          ? { account_ids: item.accounts.map(({ id }) => id) }
          : {}),
      });
      return { webhook_fired: true };
    },
  );
}
