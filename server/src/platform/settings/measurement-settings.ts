// Where measured use and errors in browsers are forwarded, with the visitor’s consent.
import * as z from 'zod';
import { secret, service, setting, text } from './setting.ts';

const stream = 'analytics.google.com › Admin › Data streams › your stream';

export const analyticsSettings = {
  GA4_MEASUREMENT_ID: setting(
    z
      .string()
      .regex(/^G-[A-Z0-9]+$/, 'it must be like G-ABC123')
      .optional(),
    'The GA4 property. Set this and its secret or neither',
    {
      found: `${stream} › Measurement ID`,
      example: 'G-ABC123DEF4',
      neededFor: 'forwarding measured use',
      byDefault: 'nothing is forwarded; `ops funnel` shows it all the same',
    },
  ),
  GA4_API_SECRET: secret(text.optional(), 'The secret of that property', {
    found: `${stream} › Measurement Protocol API secrets`,
    example: '…',
    untested: 'only the service’s realtime report shows a mistake',
    neededFor: 'forwarding measured use',
    byDefault: 'nothing is forwarded',
  }),
  GA4_URL: service('https://www.google-analytics.com', 'Where reports of use are forwarded', {
    example: 'https://region1.google-analytics.com',
    neededFor: 'keeping what is measured in the EU',
  }),
};

export const errorReportSettings = {
  SENTRY_DSN: secret(
    z
      .string()
      .regex(
        /^https?:\/\/\w+@[^/?#\s]+(?:\/[^?#\s]*)?\/\d+$/,
        'it must be an address such as https://key@errors.example/42',
      )
      .optional(),
    'Forwards browser errors to Sentry or a service of its protocol',
    {
      found: 'sentry.io › Settings › Projects › your project › Client Keys (DSN)',
      example: 'https://…@o1.ingest.us.sentry.io/42',
      neededFor: 'forwarding errors in browsers',
      byDefault: 'errors are only logged',
    },
  ),
};
