// The account check: every account is open and the claimed owner's, but for a few numbers.
import type { FastifyInstance } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { fields, Refused, trimmedText as text } from '../../requests.ts';

type Status = 'OPEN' | 'CLOSED' | 'NOT_FOUND' | 'UNKNOWN';
/** `owners`: whose the account is, if not the claimed owner's. */
type SpecialAccount = { accountNumber: string; outcome: string; status: Status; owners?: string[] };

export const specialAccounts: readonly SpecialAccount[] = [
  { accountNumber: '000111222', outcome: 'Not known: two micro-entries confirm it', status: 'UNKNOWN' },
  {
    accountNumber: '000111333',
    outcome: 'Morgan Ellis’s, not the applicant’s',
    status: 'OPEN',
    owners: ['Morgan Ellis'],
  },
  { accountNumber: '000111444', outcome: 'Closed', status: 'CLOSED' },
  {
    accountNumber: '000111555',
    outcome: 'Neither the account nor its owner is known',
    status: 'UNKNOWN',
    owners: [],
  },
];

/** The rule of the American Bankers Association: weights 3, 7 and 1, and a sum that ends in zero. */
const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 === 0;

function routes(app: FastifyInstance, { credentials }: Context) {
  app.post('/v1/account-checks', async (request) => {
    if (request.headers['x-api-key'] !== credentials.ACCOUNT_CHECK_API_KEY)
      throw new Refused(401, { code: 'UNAUTHORIZED', message: 'X-Api-Key is missing or wrong.' });
    const body = fields(request.body);
    const owner = fields(body.claimed_owner);
    const checks = {
      reference: text(body.reference) !== '',
      routing_number: isRoutingNumber(text(body.routing_number)),
      account_number: /^\d{4,17}$/.test(text(body.account_number)),
      account_type: ['checking', 'savings'].includes(text(body.account_type)),
      claimed_owner: text(owner.first_name) !== '' && text(owner.last_name) !== '',
    };
    const wrong = Object.entries(checks).flatMap(([name, isRight]) => (isRight ? [] : [name]));
    if (wrong.length > 0) {
      const message = `Wrong or missing: ${wrong.join(', ')}.`;
      throw new Refused(400, { code: 'INVALID_REQUEST', message, fields: wrong });
    }
    const name = `${text(owner.first_name)} ${text(owner.last_name)}`;
    const special = specialAccounts.find(({ accountNumber }) => accountNumber === text(body.account_number));
    const { status = 'OPEN', owners = [name] } = special ?? {};
    return {
      id: crypto.randomUUID(),
      reference: text(body.reference),
      account_status: status,
      owner_names: owners,
    };
  });
}

export const accountCheck: Vendor = {
  name: 'account-check',
  failure: () => ({ status: 500, body: { code: 'INTERNAL', message: 'The account check failed.' } }),
  routes,
};
