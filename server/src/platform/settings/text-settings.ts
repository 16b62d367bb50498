// The service that sends texts and checks their codes: Twilio.
import * as z from 'zod';
import { address, secret, setting, text } from './setting.ts';

const service = z.string().startsWith('VA', 'it must begin with VA');
const aboutService = {
  found: 'console.twilio.com › Verify › Services › your service',
  example: 'VA…',
  neededFor: 'text codes',
};

export const textSettings = {
  TWILIO_ACCOUNT_SID: setting(z.string().startsWith('AC', 'it must begin with AC'), 'The account', {
    found: 'console.twilio.com › Account Dashboard › Account Info',
    example: 'AC…',
    neededFor: 'text codes',
  }),
  TWILIO_AUTH_TOKEN: secret(text, 'The token of that account', {
    found: 'console.twilio.com › Account Dashboard › Account Info',
    example: '…',
    neededFor: 'text codes',
  }),
  TWILIO_VERIFY_SERVICE_SID: setting(service, 'The Verify service that sends text codes', aboutService),
  TWILIO_VERIFY_RETURNING_SERVICE_SID: setting(
    service,
    'Another one like it, for phones that were confirmed before',
    aboutService,
  ),
  TWILIO_FROM: setting(
    z
      .string()
      .regex(/^(?:\+1[2-9]\d{9}|\d{5,6})$/, 'it must be a number such as +18015550100, or a short code'),
    'The number that text messages come from',
    {
      found: 'console.twilio.com › Phone Numbers › Manage › Active numbers',
      example: '+18015550100',
      neededFor: 'text messages other than codes',
      // Twilio's numbers for tests.
      forTests: /^\+1500555/,
    },
  ),
  TWILIO_URL: setting(address.optional(), 'An address to use in place of Twilio’s own', {
    found: 'Leave it out',
    example: 'https://twilio.vendor.example',
    neededFor: 'the sandbox',
    byDefault: 'Twilio’s own: https://verify.twilio.com and https://api.twilio.com',
  }),
};
