// The credit bureau, with Experian’s API.
import { address, is, secret, text } from './setting.ts';

const app = 'developer.experian.com › My Apps › your app';

export const bureauSettings = {
  BUREAU_CLIENT_ID: text.meta(
    is('The client id of your app', { found: app, example: 'kM2x…', neededFor: 'every decision' }),
  ),
  BUREAU_CLIENT_SECRET: text.meta(
    secret('The secret of that client', { found: app, example: 'a9Bq…', neededFor: 'every decision' }),
  ),
  BUREAU_USERNAME: text.meta(
    is('The user of the developer portal that signs in', {
      found: 'developer.experian.com › Sign up',
      example: 'api@lender.com',
      neededFor: 'every decision',
    }),
  ),
  BUREAU_PASSWORD: text.meta(
    secret('The password of that user. Experian lets it expire after 90 days', {
      found: 'developer.experian.com › Sign up',
      example: '…',
      neededFor: 'every decision',
    }),
  ),
  BUREAU_SUBSCRIBER_CODE: text.meta(
    is('The lender’s subscriber code', {
      found: 'Your Experian contract, or your account executive',
      example: '2222222',
      neededFor: 'every decision',
    }),
  ),
  BUREAU_URL: address.default('https://us-api.experian.com').meta(
    is('The bureau', {
      found: 'Leave it out',
      example: 'https://sandbox-us-api.experian.com',
      neededFor: 'Experian’s own sandbox',
    }),
  ),
};
