// Shared by all API calls: authentication, field checks, and finding the item, user and accounts a call is about.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Products } from 'plaid';
import { type Fields, fields, text } from '../../../request-fields.ts';
import { invalidInput, loginError, missingFields, PlaidApiError, unknownFields } from '../errors.ts';
import type { Plaid } from '../items.ts';
import { type ResponseFields, requestId, strings, type Wire } from '../shapes.ts';
import type { BankAccount, Records } from '../store.ts';

const keyFields = ['client_id', 'secret'];

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

export const defaultIncomeDays = 90;

export function readProducts(given: unknown): string[] {
  const products = strings(given);
  const wrong = products.find((product) => !linkProducts.includes(product));
  if (wrong !== undefined)
    throw invalidInput('INVALID_PRODUCT', `client is not authorized to access the ${wrong} product`);
  return products;
}

export function httpUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/** The address for webhooks; null when the client sent none. */
export function readWebhook(given: unknown): string | null {
  const webhook = text(given);
  if (webhook && !httpUrl(webhook)) throw invalidInput('INVALID_WEBHOOK', 'webhook must be a valid URL');
  return webhook || null;
}

export type Api = {
  /** Registers a call that checks the client's keys and rejects missing or unknown fields. */
  call: <Response extends { request_id: string }>(
    path: string,
    known: { required?: string[]; optional?: string[] },
    handle: (body: Fields) => ResponseFields<Response>,
  ) => void;
  findItem: (accessToken: unknown) => Records['item'];
  /** Throws when the item needs a new login or the person has not consented to the product. */
  findReadableItem: (accessToken: unknown, ...products: string[]) => Records['item'];
  findUser: (body: Fields) => Records['user'] | undefined;
};

export function createApi(app: FastifyInstance, { context, store }: Plaid): Api {
  const { credentials } = context;

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
    handle: (body: Fields) => ResponseFields<Response>,
  ): void {
    const { required = [], optional = [] } = known;
    app.post(path, async (request) => {
      const body = fields(request.body);
      authenticate(request, body);
      const absent = required.filter(
        (name) => body[name] === undefined || body[name] === null || body[name] === '',
      );
      if (absent.length > 0) throw missingFields(absent);
      const strange = Object.keys(body).filter(
        (name) => ![...keyFields, ...required, ...optional].includes(name),
      );
      if (strange.length > 0) throw unknownFields(strange);
      return { ...handle(body), request_id: requestId() };
    });
  }

  function findItem(accessToken: unknown): Records['item'] {
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
      throw new PlaidApiError(
        'ITEM_ERROR',
        'ITEM_NOT_FOUND',
        'The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.',
      );
    return item;
  }

  function findReadableItem(accessToken: unknown, ...products: string[]): Records['item'] {
    const item = findItem(accessToken);
    if (item.error) throw loginError(item.error.error_code);
    if (products.length > 0 && !products.some((product) => item.consented.includes(product)))
      throw invalidInput(
        'ADDITIONAL_CONSENT_REQUIRED',
        `client does not have user consent to access the ${(products[0] ?? '').toUpperCase()} product`,
      );
    return item;
  }

  const findUser = ({ user_token, user_id }: Fields): Records['user'] | undefined =>
    text(user_id)
      ? store.find('user', text(user_id))
      : store.list('user').find(({ token }) => token === text(user_token));

  return { call, findItem, findReadableItem, findUser };
}

export function selectAccounts(item: Records['item'], wanted: unknown): BankAccount[] {
  const ids = wanted === undefined ? undefined : strings(wanted);
  const shared = item.accounts.filter(({ revoked }) => !revoked);
  if (ids?.some((id) => !shared.some((account) => account.id === id)))
    throw invalidInput('INVALID_ACCOUNT_ID', 'failed to find requested account ID for requested item');
  return ids ? shared.filter(({ id }) => ids.includes(id)) : shared;
}
