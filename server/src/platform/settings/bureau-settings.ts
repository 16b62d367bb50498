// The credit bureau, with Experian’s API.
import { secret, service, setting, text } from './setting.ts';

const contract = 'Your Experian contract';
const untested = 'the first pull shows a mistake';
const ofApp = { found: 'developer.experian.com › My Apps › your app', neededFor: 'every decision' };
const ofUser = { found: 'developer.experian.com › Sign up', neededFor: 'every decision' };

export const bureauSettings = {
  BUREAU_CLIENT_ID: setting(text, 'The client id of your app', { ...ofApp, example: 'kM2x…' }),
  BUREAU_CLIENT_SECRET: secret(text, 'The secret of that client', {
    ...ofApp,
    example: 'a9Bq…',
    onlyWorkers: true,
  }),
  BUREAU_USERNAME: setting(text, 'The user of the developer portal that signs in', {
    ...ofUser,
    example: 'api@lender.com',
  }),
  BUREAU_PASSWORD: secret(text, 'The password of that user. Experian lets it expire after 90 days', {
    ...ofUser,
    example: '…',
    onlyWorkers: true,
  }),
  BUREAU_CLIENT_REFERENCE_ID: setting(
    text,
    'The reference of your account, sent with every request as `clientReferenceId`. It names the account, not a request',
    {
      found: contract,
      untested,
      example: 'LENDERCO',
      neededFor: 'every decision',
      // Experian's own sandbox.
      forTests: /^SBMYSQL$/,
    },
  ),
  BUREAU_SOFT_SUBSCRIBER_CODE: setting(text, 'The subscriber code for soft pulls', {
    found: contract,
    untested,
    example: '2222222',
    neededFor: 'prequalification',
  }),
  BUREAU_HARD_SUBSCRIBER_CODE: setting(text, 'The subscriber code for hard pulls and military searches', {
    found: contract,
    untested,
    example: '2222223',
    neededFor: 'approval',
  }),
  BUREAU_SOFT_PURPOSE: setting(
    text,
    'The code of the permissible purpose of soft pulls (15 U.S.C. 1681b(a))',
    { found: contract, untested, example: '3F', neededFor: 'prequalification' },
  ),
  BUREAU_HARD_PURPOSE: setting(
    text,
    'The code of the permissible purpose of hard pulls and military searches',
    { found: contract, untested, example: '08', neededFor: 'approval' },
  ),
  BUREAU_SCORE_MODEL: setting(
    text.default('V4'),
    'The indicator of the score model: `V4` is VantageScore 4.0, `V3` is 3.0. It must be the model that the lender’s `adverse-action.json` names',
    { found: contract, untested, example: 'V3', neededFor: 'a model other than VantageScore 4.0' },
  ),
  BUREAU_INCOME_MODEL: setting(
    text.optional(),
    'The indicator of the model that estimates the yearly income in thousands of dollars',
    {
      found: contract,
      untested,
      example: 'II',
      neededFor: 'incomes confirmed on the fast path, where no bank is linked',
      byDefault: 'no estimate is requested',
    },
  ),
  BUREAU_CONFIRMED_FRAUD_INDICATOR: setting(
    text.optional(),
    'The Fraud Shield indicator of fraud that was confirmed, if your contract has one: the published list has none. An applicant whose report has it is rejected (`confirmedFraud`)',
    {
      found: contract,
      untested: 'no pull shows a mistake',
      example: '90',
      neededFor: 'rejecting applicants for fraud that the bureau confirmed',
      byDefault: 'no indicator means it',
    },
  ),
  BUREAU_URL: service('https://us-api.experian.com', 'The bureau', {
    example: 'https://sandbox-us-api.experian.com',
    neededFor: 'Experian’s own sandbox',
  }),
};
