// Twilio, which sends texts and checks their codes.
import * as z from 'zod';
import { address, is, secret, text } from './setting.ts';

export const twilioSettings = {
  TWILIO_ACCOUNT_SID: z
    .string()
    .startsWith('AC', 'it must begin with AC')
    .meta(
      is('The account', {
        found: 'console.twilio.com › Account Dashboard › Account Info',
        example: 'AC…',
        neededFor: 'text codes',
      }),
    ),
  TWILIO_AUTH_TOKEN: text.meta(
    secret('The token of that account', {
      found: 'console.twilio.com › Account Dashboard › Account Info',
      example: '…',
      neededFor: 'text codes',
    }),
  ),
  TWILIO_VERIFY_SERVICE_SID: z
    .string()
    .startsWith('VA', 'it must begin with VA')
    .meta(
      is('The Verify service that sends text codes', {
        found: 'console.twilio.com › Verify › Services › your service',
        example: 'VA…',
        neededFor: 'text codes',
      }),
    ),
  TWILIO_FROM: text.meta(
    is('The number that texts come from', {
      found: 'console.twilio.com › Phone Numbers › Manage › Active numbers',
      example: '+18015550100',
      neededFor: 'texts other than codes',
    }),
  ),
  TWILIO_URL: address.optional().meta(
    is('An address to use in place of Twilio’s own', {
      found: 'Leave it out',
      example: 'https://twilio.vendor.example',
      neededFor: 'the sandbox',
      byDefault: 'Twilio’s own: https://verify.twilio.com and https://api.twilio.com',
    }),
  ),
};
