// Plaid, which links the applicant’s bank.
import { address, is, oneOf, secret, text } from './setting.ts';

export const plaidSettings = {
  BANK_LINKING: oneOf(['true', 'false'])
    .default('true')
    .meta(
      is('Whether applicants can link a bank; without it, a branch verifies them', {
        found: 'Your decision',
        example: 'false',
        neededFor: 'lending without bank linking',
      }),
    ),
  PLAID_CLIENT_ID: text.meta(
    is('The client id', {
      found: 'dashboard.plaid.com › Developers › Keys',
      example: '5f2e…',
      neededFor: 'linking a bank',
    }),
  ),
  PLAID_SECRET: text.meta(
    secret('The production secret of that client', {
      found: 'dashboard.plaid.com › Developers › Keys › Production secret',
      example: '…',
      neededFor: 'linking a bank',
    }),
  ),
  PLAID_IDENTITY_MATCH: oneOf(['true', 'false'])
    .default('false')
    .meta(
      is(
        'Whether the account has Identity Match, which confirms names and addresses where our own comparison does not',
        {
          found: 'dashboard.plaid.com › Settings › Team › Products',
          example: 'true',
          neededFor: 'Identity Match',
        },
      ),
    ),
  PLAID_URL: address.default('https://production.plaid.com').meta(
    is('Plaid’s API', {
      found: 'Leave it out',
      example: 'https://sandbox.plaid.com',
      neededFor: 'Plaid’s own sandbox, with its secret',
    }),
  ),
  PLAID_LINK_SCRIPT_URL: address.default('https://cdn.plaid.com/link/v2/stable/link-initialize.js').meta(
    is('Plaid Link’s script; the page allows it', {
      found: 'Leave it out',
      example: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
      neededFor: 'the sandbox',
    }),
  ),
};
