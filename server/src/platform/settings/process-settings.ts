// How a process runs: what it is for, where it listens, how it logs and is traced.
import { resolve } from 'node:path';
import * as z from 'zod';
import { trustedProxies } from '../trusted-proxies.ts';
import { address, oneOf, port, secret, setting, whole } from './setting.ts';

const share = z.coerce
  .number({ error: 'it must be a number from 0 to 1' })
  .min(0, { error: 'it must be a number from 0 to 1' })
  .max(1, { error: 'it must be a number from 0 to 1' });

export const processSettings = {
  NODE_ENV: setting(
    oneOf(['development', 'production', 'test']).default('production'),
    'What the process is for',
    { found: 'Leave it out', example: 'production', neededFor: 'development and tests' },
  ),
  PUBLIC_URL: setting(
    address
      .refine((url) => /^https?:\/\/[^/?#@\s]+$/.test(url), {
        error: 'it must be an address without a path, such as https://apply.lender.com',
      })
      .optional(),
    'The https address applicants use. Emailed links, webhooks’ addresses and the Origin check depend on it',
    {
      found: 'Your own domain; its DNS leads to your proxy',
      example: 'https://apply.lender.com',
      neededFor: 'everything',
    },
  ),
  PORT: setting(port.default(3000), 'Where web processes listen', {
    found: 'Your choice; your proxy sends requests there',
    example: '3000',
    neededFor: 'another port',
  }),
  HOST: setting(z.string().default('127.0.0.1'), 'The address that both ports are bound to', {
    found: 'Your choice',
    example: '0.0.0.0',
    neededFor: 'a container, or a proxy or Prometheus on another machine',
  }),
  METRICS_PORT: setting(
    port.default(9464),
    'Where every process serves `/metrics`, `/healthz`, `/readyz` and `/accepting`. Keep it on the internal network',
    { found: 'Your choice; Prometheus reads it there', example: '9464', neededFor: 'another port' },
  ),
  TRUST_PROXY: setting(
    trustedProxies,
    'The proxies in front: `false` (none), how many, or their networks, separated by commas. `true` believes any address a client writes, for development',
    {
      found: 'Your network; see [behind a proxy](behind-a-proxy.md)',
      example: '10.0.0.0/8,fd00::/8',
      byDefault: 'as `false`, and production refuses requests that a proxy passed on',
      neededFor: 'limits, consents and sessions that know the applicant’s own IP address',
    },
  ),
  REQUEST_SECONDS: setting(
    whole(1, 300).default(15),
    'Seconds in which a request must have arrived as a whole. Its headers get half of them',
    { found: 'Your choice', example: '15', neededFor: 'slower networks' },
  ),
  STOP_GRACE_SECONDS: setting(
    whole(0, 300).optional(),
    'Seconds for which a stopping process still takes new requests',
    {
      found: 'Longer than your proxy takes to notice that `/accepting` turned 503',
      example: '10',
      neededFor: 'a proxy that checks less often',
      byDefault: '`5`; `0` in development',
    },
  ),
  LENDER_DIR: setting(z.string().default('lender'), 'The lender’s folder', {
    found: 'Your copy of `lender/`; [policy and brand](policy-and-brand.md) describes it',
    example: '/etc/branchline/lender',
    neededFor: 'your own brand, states, branches, wording and policy',
  }),
  WEB_DIR: setting(
    z.string().default(resolve(import.meta.dirname, '../../../../.build/web')),
    'The built browser side. `npm run dev` names pages of its own',
    {
      found: 'Leave it out',
      example: '/opt/branchline/.build/web',
      neededFor: 'development',
      byDefault: '`.build/web` beside the source, where `npm run build` puts it',
    },
  ),
  LOG_LEVEL: setting(
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    '`info` logs one line per request, by declared route. No line has personal data',
    { found: 'Your choice', example: 'warn', neededFor: 'a shorter or longer log' },
  ),
  LIMIT_SCALE: setting(
    whole(1, 10_000).default(1),
    'Multiplies the rate limits, for load tests. Production refuses anything but 1',
    { found: 'Leave it out', example: '1', neededFor: 'load tests' },
  ),
  TEXTS_PER_HOUR: setting(
    whole(10, 1_000_000).default(500),
    'The most text codes an hour. [Using up a share](operators-guide.md#a-limit-on-text-messages-is-reached) alerts you',
    {
      found: 'Twice the applications that you expect in your busiest hour',
      example: '2000',
      neededFor: 'more applications than that',
    },
  ),
  VENDOR_TIMEOUT_SCALE: setting(
    z.coerce
      .number({ error: 'it must be a number' })
      .min(0.01, { error: 'it must be 0.01 or more' })
      .default(1),
    'How many times as long a vendor may take, and the reading of an uploaded file, for tests on a busy machine. Production refuses anything but 1',
    { found: 'Leave it out', example: '1', neededFor: 'tests' },
  ),
};

export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    address.optional(),
    'The collector that gets traces by OTLP over HTTP',
    {
      found: 'Your OpenTelemetry collector',
      example: 'http://localhost:4318',
      neededFor: 'traces',
      byDefault: 'nothing is traced',
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    z
      .string()
      .regex(/^[\w-]+=[^,]+(?:,\s*[\w-]+=[^,]+)*$/, 'it must be name=value, several separated by commas')
      .optional(),
    'Headers for the collector: `name=value`, separated by commas',
    {
      found: 'Your OpenTelemetry collector',
      example: 'authorization=Bearer …',
      neededFor: 'a collector that requires them',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(share.default(1), 'The share of requests that are traced, from 0 to 1', {
    found: 'Your choice',
    example: '0.1',
    neededFor: 'fewer traces',
  }),
};
