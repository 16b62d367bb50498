// The lender’s own systems: the core system, and the check of typed bank accounts.
import { address, oneOf, secret, setting, text } from './setting.ts';

export const coreSettings = {
  CORE_URL: setting(address, 'The lender’s core system, which has its borrowers and gets its loans', {
    found: 'The operators of your core system',
    example: 'https://core.lender.com/branchline',
    neededFor: 'submitting the form, and every loan',
  }),
  CORE_API_KEY: secret(text, 'The core system’s key', {
    found: 'The operators of your core system',
    example: '…',
    neededFor: 'submitting the form, and every loan',
  }),
  DISBURSEMENT: setting(
    oneOf(['ach', 'instant', 'core']).default('ach'),
    'Who pays loans out: `ach`, we, by a file for your bank; `instant`, the core system by RTP or FedNow, on the day of the signature; `core`, the core system in its own way, on the days of `lender/funding.json`',
    {
      found: 'Your choice, with the operators of your core system',
      example: 'instant',
      neededFor: '[payouts by the core system](core-system.md#payouts-by-the-core-system)',
    },
  ),
  CORE_WEBHOOK_KEY: secret(
    text.optional(),
    'The key with which the core system signs what it reports to `/webhooks/core`',
    {
      found: '`npm run keys:make`; give it to the operators of your core system',
      example: '…',
      untested: 'the first event shows a mistake, as an alert',
      neededFor: 'returned payments, stopped automatic payments and paid loans',
      byDefault: 'we only learn about loans from the bank’s return files',
    },
  ),
};

const agreed = {
  found: 'Your contract with the service',
  neededFor: 'typed accounts without a wait',
  byDefault: 'every typed account is confirmed by micro-entries',
} as const;

export const accountCheckSettings = {
  ACCOUNT_CHECK_URL: setting(
    address.optional(),
    'Checks typed bank accounts. Set both of these settings or neither',
    { ...agreed, example: 'https://accounts.vendor.example' },
  ),
  ACCOUNT_CHECK_API_KEY: secret(text.optional(), 'The account check’s key', {
    ...agreed,
    example: '…',
    onlyWorkers: true,
  }),
};
