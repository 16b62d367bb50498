// Plaid, which links the applicant’s bank.
import { oneOf, secret, service, setting, text } from './setting.ts';

export const plaidSettings = {
  BANK_LINKING: setting(
    oneOf(['true', 'false']).default('true'),
    'Whether applicants can link a bank; without it, a branch verifies them',
    {
      found: 'Your decision',
      example: 'false',
      neededFor: 'lending without bank linking',
    },
  ),
  PLAID_CLIENT_ID: setting(text, 'The client id', {
    found: 'dashboard.plaid.com › Developers › Keys',
    example: '5f2e…',
    neededFor: 'linking a bank',
  }),
  PLAID_SECRET: secret(text, 'The production secret of that client', {
    found: 'dashboard.plaid.com › Developers › Keys › Production secret',
    example: '…',
    neededFor: 'linking a bank',
  }),
  PLAID_IDENTITY_MATCH: setting(
    oneOf(['true', 'false']).default('false'),
    'Whether the account has Identity Match, which confirms names and addresses where our own comparison does not',
    {
      found: 'dashboard.plaid.com › Settings › Team › Products',
      example: 'true',
      neededFor: 'Identity Match',
    },
  ),
  PLAID_URL: service('https://production.plaid.com', 'Plaid’s API', {
    example: 'https://sandbox.plaid.com',
    neededFor: 'Plaid’s own sandbox, with its secret',
  }),
  PLAID_LINK_SCRIPT_URL: service(
    'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    'Plaid Link’s script; the page allows it',
  ),
};
