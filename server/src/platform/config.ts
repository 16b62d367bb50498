// The environment variables, parsed once. The schema describes each of them (`meta`), for whoever writes the reference. A wrong
// value stops the start; every mistake is named at once, with how to fix it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { SetupError } from './failure.ts';
import { productionMistakes } from './production-settings.ts';
import { trustedProxies } from './trusted-proxies.ts';

const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};
const port = whole(0, 65_535);
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `it must be one of ${words.join(', ')}` });
const address = z.url({ error: 'it must be an address such as https://vendor.example' });
const text = z.string().min(1);

/** What a setting is. A secret is best given as a file, by `NAME_FILE`. */
const is = (description: string) => ({ description });
const secret = (description: string) => ({ description, secret: true });

export const environment = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test'])
    .default('production')
    .meta(
      is(
        'What the process is for. Production refuses development keys, sandbox credentials and unencrypted addresses, sets Secure cookies and HSTS, and has nothing under `/dev`. Development and tests say so; a process that is told nothing serves applicants',
      ),
    ),
  PORT: port.default(3000).meta(is('Where web processes listen')),
  HOST: z.string().default('127.0.0.1').meta(is('The address that both ports are bound to')),
  METRICS_PORT: port
    .default(9464)
    .meta(
      is('Where every process serves `/metrics`, `/healthz` and `/readyz`. Keep it on the internal network'),
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .meta(is('Where files are kept, and in development the embedded database and its keys')),
  LENDER_DIR: z.string().default('lender').meta(is('The lender’s folder')),
  WEB_DIR: z
    .string()
    .default(resolve(import.meta.dirname, '../../../.build/web'))
    .meta(is('The built browser side. `npm run dev` names pages of its own')),
  ACH_DIR: z
    .string()
    .optional()
    .meta(
      is(
        'Where each day’s ACH file is written (`ach` in the data folder). With several machines, a shared folder',
      ),
    ),
  LETTERS_DIR: z.string().optional().meta(is('Where `ops letters` writes (`letters` in the data folder)')),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/./, 'it must be an address such as postgres://user@host:5432/branchline')
    .optional()
    .meta(
      secret(
        'The PostgreSQL server. Production needs one; without it, development uses an embedded database',
      ),
    ),
  DATABASE_POOL: whole(1, 100).default(10).meta(is('Connections of each process')),
  DATABASE_STATEMENT_SECONDS: whole(1, 600)
    .default(5)
    .meta(
      is(
        'Seconds that one statement of a request or a job may take. What waits for a lock or a connection gets less',
      ),
    ),
  DATABASE_PREPARED_STATEMENTS: oneOf(['true', 'false'])
    .default('true')
    .meta(
      is(
        'Whether each connection keeps the plans of our queries. `false` for a pooler that moves a connection between servers without carrying prepared statements along',
      ),
    ),
  PUBLIC_URL: address
    .optional()
    .meta(
      is(
        'The address applicants use, such as https://apply.example.com. Emailed links and the Origin check use it',
      ),
    ),
  TRUST_PROXY: trustedProxies.meta(
    is(
      'The proxies in front: how many, or their networks. `true` believes any address a client writes, for development',
    ),
  ),
  REQUEST_SECONDS: whole(1, 300)
    .default(15)
    .meta(is('Seconds in which a request must have arrived as a whole. Its headers get half of them')),
  STOP_GRACE_SECONDS: whole(0, 300)
    .optional()
    .meta(
      is(
        'Seconds for which a process that was told to stop still takes new requests, so that the proxy sees in `/readyz` that it should send no more. 5 in production; none in development, where nobody sends them elsewhere',
      ),
    ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta(is('`info` logs one line per request, by declared route')),
  LIMIT_SCALE: whole(1, 10_000)
    .default(1)
    .meta(is('Multiplies the rate limits, for load tests. 1 in production')),
  TEXTS_PER_HOUR: whole(1, 1_000_000)
    .default(500)
    .meta(is('The most text codes an hour, to all applicants together')),
  VENDOR_TIMEOUT_SCALE: z.coerce
    .number({ error: 'it must be a number' })
    .min(0.01, { error: 'it must be 0.01 or more' })
    .default(1)
    .meta(is('How many times as long a vendor may take, for tests on a busy machine. 1 in production')),
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .meta(
      is(
        'The collector that gets traces by OTLP over HTTP, such as http://localhost:4318. Without it, nothing is traced',
      ),
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta(secret('Headers for the collector: `name=value`, separated by commas')),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'it must be a number from 0 to 1' })
    .min(0, { error: 'it must be a number from 0 to 1' })
    .max(1, { error: 'it must be a number from 0 to 1' })
    .default(1)
    .meta(is('The share of requests that are traced, from 0 to 1')),

  ENCRYPTION_KEYS: z
    .string()
    .optional()
    .meta(
      secret(
        '`id:base64,id:base64`: 32-byte keys, made with `openssl rand -base64 32`. The first encrypts; all of them decrypt',
      ),
    ),
  LOOKUP_KEY: z
    .string()
    .optional()
    .meta(
      secret('32 bytes in base64 for keyed hashes. Changing it breaks existing lookups and emailed links'),
    ),

  PARTNER_KEYS: z
    .string()
    .default('')
    .meta(
      secret(
        'Hashes of the API keys of partners that submit leads: `partner:sha256` in hexadecimal, separated by commas',
      ),
    ),

  RECAPTCHA_URL: address.meta(is('reCAPTCHA’s server side')),
  RECAPTCHA_SCRIPT_URL: address.meta(is('reCAPTCHA’s script, https://www.google.com/recaptcha/api.js')),
  RECAPTCHA_SITE_KEY: text.meta(is('The site key that the page shows')),
  RECAPTCHA_SECRET: text.meta(secret('The secret of that site key')),
  SOCURE_URL: address.meta(is('Socure’s server side')),
  SOCURE_API_KEY: text.meta(secret('Socure’s API key')),
  SOCURE_SDK_URL: address.meta(is('Socure’s device script')),
  SOCURE_SDK_KEY: text.meta(is('The key that the device script shows')),
  SOCURE_CONFIG_URL: address.meta(is('Where the device script opens its session')),
  BUREAU_URL: address.meta(is('The credit bureau')),
  BUREAU_CLIENT_ID: text.meta(is('The bureau’s client id')),
  BUREAU_CLIENT_SECRET: text.meta(secret('The secret of that client')),
  BUREAU_USERNAME: text.meta(is('The bureau’s user')),
  BUREAU_PASSWORD: text.meta(secret('The password of that user')),
  BUREAU_SUBSCRIBER_CODE: text.meta(is('The lender’s subscriber code')),
  TWILIO_URL: address.optional().meta(is('Another address for Twilio than its own')),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'it must begin with AC').meta(is('Twilio’s account')),
  TWILIO_AUTH_TOKEN: text.meta(secret('The token of that account')),
  TWILIO_VERIFY_SERVICE_SID: z
    .string()
    .startsWith('VA', 'it must begin with VA')
    .meta(is('The Verify service that sends text codes')),
  TWILIO_FROM: text.meta(is('The number that texts come from')),
  SMTP_URL: address.meta(
    secret('The mail server: `smtps://…`, or `smtp://…?requireTLS=true` where the server offers STARTTLS'),
  ),
  MAIL_FROM: z.string().min(3).meta(is('The sender of every email')),
  MAIL_WEBHOOK_KEY: text
    .optional()
    .meta(secret('The mail service’s webhook signing key. Without it, bounces are not read')),
  DOCUSIGN_URL: address.meta(is('DocuSign’s API')),
  DOCUSIGN_OAUTH_URL: address.meta(is('DocuSign’s sign-in')),
  DOCUSIGN_INTEGRATION_KEY: text.meta(is('The integration’s key')),
  DOCUSIGN_USER_ID: text.meta(is('The user that the integration acts as')),
  DOCUSIGN_ACCOUNT_ID: text.meta(is('The account that envelopes belong to')),
  DOCUSIGN_PRIVATE_KEY: z
    .string()
    .includes('PRIVATE KEY', 'must be a PEM private key')
    .meta(secret('The integration’s private key as PEM; line ends may be written as \\n')),
  DOCUSIGN_HMAC_KEY: text.meta(secret('The key that signs DocuSign Connect’s webhooks')),
  CORE_URL: address.meta(is('The lender’s core system')),
  CORE_API_KEY: text.meta(secret('The core system’s key')),
  ACCOUNT_CHECK_URL: address
    .optional()
    .meta(
      is(
        'Checks typed bank accounts. Without both of these settings, every typed account is confirmed by two small deposits',
      ),
    ),
  ACCOUNT_CHECK_API_KEY: text.optional().meta(secret('The account check’s key')),
  PLAID_URL: address.meta(is('Plaid’s API')),
  PLAID_CLIENT_ID: text.meta(is('Plaid’s client id')),
  PLAID_SECRET: text.meta(secret('The secret of that client')),
  PLAID_LINK_SCRIPT_URL: address.meta(is('Plaid Link’s script; the page lets it in')),
  GOOGLE_PLACES_URL: address.meta(is('Google Places, which suggests addresses')),
  GOOGLE_MAPS_URL: address.meta(is('Google’s static maps, which show the nearest branch')),
  GOOGLE_MAPS_KEY: text.meta(secret('The key of both')),
  GA4_URL: address
    .default('https://www.google-analytics.com')
    .meta(is('Where measured use is forwarded, with consent')),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'it must be like G-ABC123')
    .optional()
    .meta(is('The GA4 property. Without this and its secret, nothing is forwarded')),
  GA4_API_SECRET: text.optional().meta(secret('The secret of that property')),
  SENTRY_DSN: address
    .optional()
    .meta(secret('Forwards browser errors, with consent, to Sentry or a service of its protocol')),
});

type Environment = z.output<typeof environment>;

export interface Config extends Environment {
  readonly dataDirectory: string;
  readonly lenderDirectory: string;
  readonly publicUrl: string;
  readonly stopGraceSeconds: number;
  readonly isDevelopment: boolean;
  readonly isProduction: boolean;
}

/** The settings of a command that only needs the database. */
const storage = environment.pick({
  NODE_ENV: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_POOL: true,
  ENCRYPTION_KEYS: true,
  LOOKUP_KEY: true,
  LETTERS_DIR: true,
  LENDER_DIR: true,
  PARTNER_KEYS: true,
});

export function readStorageConfig(env: NodeJS.ProcessEnv) {
  const { values, mistakes } = readSettings(storage, env);
  refuse(mistakes);
  return {
    ...values,
    dataDirectory: resolve(values.DATA_DIR),
    lenderDirectory: resolve(values.LENDER_DIR),
    lettersDirectory: resolve(values.LETTERS_DIR ?? join(values.DATA_DIR, 'letters')),
    isProduction: values.NODE_ENV === 'production',
  };
}

interface Mistake {
  readonly name: string;
  readonly sentence: string;
}

/** Reads every setting of a shape, with all that is wrong with them. An empty variable counts as one that is not set. */
function readSettings<T extends z.ZodObject>(
  shape: T,
  env: NodeJS.ProcessEnv,
): { values: z.output<T>; given: Readonly<Record<string, string | undefined>>; mistakes: Mistake[] } {
  const mistakes: Mistake[] = [];
  const given: Record<string, string | undefined> = {};
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape.shape)) {
    const found = settingOf(name, env);
    if (typeof found === 'object') {
      mistakes.push({ name, sentence: found.mistake });
      continue;
    }
    given[name] = found;
    const read = (schema as z.ZodType).safeParse(found);
    if (read.success) values[name] = read.data;
    else if (found === undefined) mistakes.push({ name, sentence: `${name} is not set.` });
    else {
      const reason = read.error.issues[0]?.message ?? 'it is unreadable';
      mistakes.push({ name, sentence: `${name} cannot be used: ${reason}. Correct it and start again.` });
    }
  }
  return { values: values as z.output<T>, given, mistakes };
}

/** A setting as it is given: as a variable, or in the file that `NAME_FILE` names, as secret stores provide it. */
function settingOf(name: string, env: NodeJS.ProcessEnv): string | undefined | { mistake: string } {
  const [value, path] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (path === undefined) return value;
  if (value !== undefined) return { mistake: `${name} and ${name}_FILE are both set. Keep one of them.` };
  try {
    return (
      readFileSync(path, 'utf8').replace(/\r?\n$/, '') || { mistake: `${name}_FILE names an empty file.` }
    );
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { mistake: `${name}_FILE names a file that cannot be read${reason}.` };
  }
}

/** Names everything that is wrong at once, each setting by its first mistake. */
function refuse(mistakes: readonly Mistake[]): void {
  const first = mistakes.filter(({ name }, at) => mistakes.findIndex((one) => one.name === name) === at);
  if (first.length === 0) return;
  const hint =
    'docs/operators-guide.md lists the variables the product needs; `npm start` sets all of them for development.';
  const sentences = first.map(({ sentence }) => sentence);
  const hints = sentences.some((sentence) => sentence.includes('is not set.')) ? [hint] : [];
  if (sentences.length === 1) throw new SetupError([...sentences, ...hints].join(' '));
  throw new SetupError(
    [`${sentences.length} settings are wrong:`, ...sentences.map((one) => `- ${one}`), ...hints].join('\n'),
  );
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { values, given, mistakes } = readSettings(environment, env);
  const isProduction = (given.NODE_ENV ?? 'production') === 'production';
  refuse([...(isProduction ? productionMistakes(given, env) : []), ...mistakes]);
  return {
    ...values,
    dataDirectory: resolve(values.DATA_DIR),
    lenderDirectory: resolve(values.LENDER_DIR),
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    stopGraceSeconds: values.STOP_GRACE_SECONDS ?? (isProduction ? 5 : 0),
    isDevelopment: !isProduction,
    isProduction,
  };
}
