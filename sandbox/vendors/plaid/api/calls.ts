// Shared by all API calls: authentication, checking the request, and finding the item and accounts that a call is about.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Fields, fields, type Refused, text } from '../../../requests.ts';
import type { Plaid } from '../items.ts';
import type { BankAccount, Records } from '../store.ts';
import { invalidInput, invalidRequest, loginError, missingFields, refused, requestId } from '../wire.ts';

export const requiredText = z.string().min(1);
export const accessToken = { access_token: requiredText };
export const accountOptions = z.strictObject({ account_ids: z.array(z.string()).optional() }).optional();

export type Api = ReturnType<typeof createApi>;

type Issue = z.core.$ZodIssue;
const placeOf = ({ path }: Pick<Issue, 'path'>) => path.join('.');
const isMissing = (issue: Issue) =>
  (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) ||
  (issue.code === 'too_small' && issue.minimum === 1);

function refusalOf({ issues }: z.core.$ZodError): Refused {
  const missing = issues.filter(isMissing);
  if (missing.length > 0) return missingFields(missing.map(placeOf));
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
  if (unknown.length > 0)
    return invalidRequest(
      'UNKNOWN_FIELDS',
      `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`,
    );
  const [issue] = issues as [Issue];
  const message = `${placeOf(issue)} ${issue.message}`;
  const code = issue.code === 'custom' && issue.params?.error_code;
  return code ? invalidInput(code, message) : invalidRequest('INVALID_FIELD', message);
}

export function createApi(app: FastifyInstance, { context: { credentials }, store }: Plaid) {
  function authenticate(request: FastifyRequest, body: Fields): void {
    const id = text(request.headers['plaid-client-id']) || text(body.client_id);
    const secret = text(request.headers['plaid-secret']) || text(body.secret);
    const missing = [...(id ? [] : ['client_id']), ...(secret ? [] : ['secret'])];
    if (missing.length > 0) throw missingFields(missing);
    if (id !== credentials.PLAID_CLIENT_ID || secret !== credentials.PLAID_SECRET)
      throw invalidInput('INVALID_API_KEYS', 'invalid client_id or secret provided');
  }

  /** Registers a call that checks the client's keys and refuses a request that is not of this shape. */
  const call = <Given extends Readonly<Record<string, z.ZodType>>>(
    path: string,
    shape: Given,
    handle: (body: z.output<z.ZodObject<Given, z.core.$strict>>, origin: string) => object,
  ): void => {
    const schema = z.strictObject(shape);
    app.post(path, async (request) => {
      const { client_id, secret, ...body } = fields(request.body);
      authenticate(request, { client_id, secret });
      const read = schema.safeParse(body, { reportInput: true });
      if (!read.success) throw refusalOf(read.error);
      return { ...handle(read.data, `${request.protocol}://${request.host}`), request_id: requestId() };
    });
  };

  function findItem(token: string): Records['item'] {
    if (!token.startsWith('access-sandbox-'))
      throw invalidInput(
        'INVALID_ACCESS_TOKEN',
        'provided access token is in an invalid format. expected format: access-<environment>-<identifier>',
      );
    const item = store.find('item', store.find('access', token)?.itemId ?? '');
    if (!item) throw invalidInput('INVALID_ACCESS_TOKEN', 'could not find matching access token');
    if (item.removed)
      throw refused('ITEM_ERROR', 'ITEM_NOT_FOUND', 'The Item you requested cannot be found.');
    return item;
  }

  /** Throws when the item needs a new login or the person has not consented to the product. */
  function findReadableItem(token: string, ...products: string[]): Records['item'] {
    const item = findItem(token);
    if (item.error) throw loginError(item.error.error_code);
    if (products.length > 0 && !products.some((product) => item.consented.includes(product)))
      throw invalidInput(
        'ADDITIONAL_CONSENT_REQUIRED',
        `client does not have user consent to access the ${products[0]} product`,
      );
    return item;
  }

  return { call, findItem, findReadableItem };
}

export function selectAccounts(item: Records['item'], ids: readonly string[] | undefined): BankAccount[] {
  const shared = item.accounts.filter(({ revoked }) => !revoked);
  if (ids?.some((id) => !shared.some((account) => account.id === id)))
    throw invalidInput('INVALID_ACCOUNT_ID', 'failed to find requested account ID for requested item');
  return ids ? shared.filter(({ id }) => ids.includes(id)) : shared;
}
