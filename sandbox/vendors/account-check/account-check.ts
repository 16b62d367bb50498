// The account check: whether a bank account is open, and whose it is. Every account is open and the claimed owner's, but for a few
// numbers.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { fields, trimmedText as text } from '../../request-fields.ts';
import { uuid } from '../../state/identifiers.ts';

type Answer = { account_status: 'OPEN' | 'CLOSED' | 'NOT_FOUND' | 'UNKNOWN'; owner_names: string[] };

/** What the check says about these account numbers, whatever the bank. */
const special: Readonly<Record<string, (owner: string) => Answer>> = {
  '000111222': (owner) => ({ account_status: 'UNKNOWN', owner_names: [owner] }),
  '000111333': () => ({ account_status: 'OPEN', owner_names: ['Morgan Ellis'] }),
  '000111444': (owner) => ({ account_status: 'CLOSED', owner_names: [owner] }),
  '000111555': () => ({ account_status: 'UNKNOWN', owner_names: [] }),
};

/** The rule of the American Bankers Association: weights 3, 7 and 1, and a sum that ends in zero. */
const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 === 0;

function routes(app: FastifyInstance, { credentials }: Context) {
  app.post('/v1/account-checks', async (request, reply) => {
    if (request.headers['x-api-key'] !== credentials.ACCOUNT_CHECK_API_KEY)
      return reply.code(401).send({ code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
    const body = fields(request.body);
    const owner = fields(body.claimed_owner);
    const wrong = [
      ...(text(body.reference) ? [] : ['reference']),
      ...(isRoutingNumber(text(body.routing_number)) ? [] : ['routing_number']),
      ...(/^\d{4,17}$/.test(text(body.account_number)) ? [] : ['account_number']),
      ...(['checking', 'savings'].includes(text(body.account_type)) ? [] : ['account_type']),
      ...(text(owner.first_name) && text(owner.last_name) ? [] : ['claimed_owner']),
    ];
    if (wrong.length > 0)
      return reply
        .code(400)
        .send({ code: 'INVALID_REQUEST', message: `Wrong or missing: ${wrong.join(', ')}.`, fields: wrong });
    const name = `${text(owner.first_name)} ${text(owner.last_name)}`;
    const found = special[text(body.account_number)]?.(name) ?? {
      account_status: 'OPEN' as const,
      owner_names: [name],
    };
    return { id: uuid(), reference: text(body.reference), ...found };
  });
}

export const accountCheck: Vendor = {
  name: 'account-check',
  prefix: '/account-check',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The account check failed.' } }),
  routes,
};
