// Creating and reading link tokens, and the users they are for.
import type { LinkTokenCreateResponse, LinkTokenGetResponse, Products, UserCreateResponse } from 'plaid';
import { type Fields, fields, text } from '../../../request-fields.ts';
import { uuid } from '../../../state/identifiers.ts';
import { describeAccount } from '../bank-data.ts';
import { invalidField, invalidInput, missingFields, unknownFields } from '../errors.ts';
import { findBank } from '../institutions.ts';
import type { Plaid } from '../items.ts';
import { requestId, strings, type Wire } from '../shapes.ts';
import type { AccountKind, LinkUser, Records } from '../store.ts';
import { type Api, defaultIncomeDays, httpUrl, readProducts, readWebhook } from './calls.ts';

const linkLifetimeMs = 4 * 3_600_000;
const updateLifetimeMs = 30 * 60_000;
const countries = 'US GB ES NL FR IE CA DE IT PL DK NO SE EE LT LV PT BE AT FI'.split(' ');
const languages = 'da nl en et fr de hi it lv lt no pl pt ro es sv vi'.split(' ');

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

/** What the sandbox's banks have of each type of account. */
const filteredKinds: Record<string, AccountKind[]> = {
  depository: ['checking', 'savings', 'cash management'],
  credit: ['credit card'],
  loan: [],
  investment: [],
  other: [],
};
/** The subtypes that Plaid documents; those of loans and investments are not checked. */
const knownSubtypes: Record<string, string[]> = {
  depository: [
    'cash management',
    'cd',
    'checking',
    'ebt',
    'gic',
    'hsa',
    'money market',
    'paypal',
    'prepaid',
    'savings',
  ],
  credit: ['credit card', 'paypal'],
};

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

function readRedirectUri(given: unknown): string | null {
  const redirectUri = text(given);
  if (!redirectUri) return null;
  const url = httpUrl(redirectUri);
  if (!url || url.search || url.hash)
    throw invalidField('redirect_uri must be a URI without query parameters or fragment');
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(url.hostname))
    throw invalidField('redirect_uri must use HTTPS except for localhost');
  return redirectUri;
}

/** The account kinds the client's filters allow; null when it sent no filters. */
function readAccountFilters(given: unknown): AccountKind[] | null {
  if (given === undefined || given === null) return null;
  const filters = fields(given);
  const strange = Object.keys(filters).filter((type) => !(type in filteredKinds));
  if (strange.length > 0) throw unknownFields(strange.map((type) => `account_filters.${type}`));
  return Object.entries(filters).flatMap(([type, filter]) => {
    const wanted = strings(fields(filter).account_subtypes);
    const known = knownSubtypes[type] ?? [];
    const wrong = wanted.find((subtype) => !known.includes(subtype) && subtype !== 'all');
    if (wanted.length === 0 || wrong !== undefined)
      throw invalidInput(
        'INVALID_ACCOUNT_FILTERS',
        `account_filters.${type}.account_subtypes must be a non-empty list of subtypes of ${type}`,
      );
    return (filteredKinds[type] ?? []).filter((kind) => wanted.includes(kind) || wanted.includes('all'));
  });
}

/** What a new link token allows, from the request's fields. */
function readLink(body: Fields, { findItem, findUser }: Api) {
  const clientName = text(body.client_name).trim();
  if (!clientName || clientName.length > 30)
    throw invalidField('client_name must be a non-empty string of at most 30 characters');
  if (!languages.includes(text(body.language).split('-')[0] ?? ''))
    throw invalidField('language must be one of the supported languages');
  const countryCodes = strings(body.country_codes);
  if (countryCodes.length === 0 || countryCodes.some((code) => !countries.includes(code)))
    throw invalidField('country_codes must be a non-empty list of supported country codes');
  const user = readUser(body.user);
  const updated = text(body.access_token) ? findItem(body.access_token) : undefined;
  const products = readProducts(body.products);
  if (products.length === 0 && !updated) throw missingFields(['products']);
  const consented = [
    ...products,
    ...readProducts(body.required_if_supported_products),
    ...readProducts(body.optional_products),
    ...readProducts(body.additional_consented_products),
  ];
  const webhook = readWebhook(body.webhook);
  const redirectUri = readRedirectUri(body.redirect_uri);
  const institutionId = text(body.institution_id) || updated?.institutionId || null;
  if (institutionId && !findBank(institutionId))
    throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
  const incomeUser = findUser(body);
  if ((text(body.user_token) || text(body.user_id)) && !incomeUser)
    throw invalidInput('INVALID_USER_TOKEN', 'could not find matching user token');
  return {
    clientName,
    language: text(body.language),
    countryCodes,
    user,
    userId: incomeUser?.id ?? null,
    products,
    consented,
    webhook,
    redirectUri,
    institutionId,
    accountKinds: readAccountFilters(body.account_filters),
    itemId: updated?.id ?? null,
    incomeDays: readIncomeDays(body, products, incomeUser),
  };
}

/** How many days of income a report covers. Checks what the income product needs. */
function readIncomeDays(body: Fields, products: readonly string[], user: Records['user'] | undefined) {
  const { income_source_types, bank_income } = fields(body.income_verification);
  if (products.includes('income_verification')) {
    if (!user) throw missingFields(['user_token']);
    if (!strings(income_source_types).includes('bank'))
      throw invalidField('income_verification.income_source_types must include bank');
  }
  const days = fields(bank_income).days_requested;
  return typeof days === 'number' && days > 0 && days <= 731 ? days : defaultIncomeDays;
}

function describeSession(session: Records['session']) {
  const bank = findBank(session.institutionId ?? '');
  const institution = bank ? { name: bank.name, institution_id: bank.id } : null;
  const { exit, success } = session;
  return {
    link_session_id: session.id,
    started_at: session.startedAt,
    finished_at: session.finishedAt,
    on_success: null,
    on_exit: null,
    exit: exit && {
      error: exit.error,
      metadata: {
        institution,
        link_session_id: session.id,
        request_id: requestId(),
        ...(exit.status ? { status: exit.status } : {}),
      },
    },
    events: [],
    results: success && {
      item_add_results: [
        {
          public_token: success.publicToken,
          accounts: success.accounts.map(describeAccount),
          institution,
        },
      ],
      cra_item_add_results: [],
      cra_update_results: [],
      bank_income_results: [],
      payroll_income_results: [],
      document_income_results: null,
    },
  };
}

export function linkTokenCalls(api: Api, { context, store }: Plaid): void {
  api.call<LinkTokenCreateResponse>(
    '/link/token/create',
    { required: ['client_name', 'language', 'country_codes', 'user'], optional: linkFields },
    (body) => {
      const read = readLink(body, api);
      const now = context.clock();
      const lifetimeMs = read.itemId ? updateLifetimeMs : linkLifetimeMs;
      const token = `link-sandbox-${uuid()}`;
      const { expiresAt } = store.save('link', token, {
        ...read,
        token,
        createdAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
        used: false,
        badLogins: 0,
      });
      return {
        link_token: token,
        expiration: expiresAt,
        ...(read.userId ? { user_id: read.userId } : {}),
      };
    },
  );

  api.call<LinkTokenGetResponse>('/link/token/get', { required: ['link_token'] }, (body) => {
    const link = store.find('link', text(body.link_token));
    if (!link) throw invalidInput('INVALID_LINK_TOKEN', 'could not find matching link_token');
    const sessions = store.list('session').filter(({ linkToken }) => linkToken === link.token);
    return {
      link_token: link.token,
      created_at: link.createdAt,
      expiration: link.expiresAt,
      link_sessions: sessions.map(describeSession),
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

  api.call<UserCreateResponse>(
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
      store.save('user', id, { id, token, clientUserId });
      return { user_token: token, user_id: id };
    },
  );
}
