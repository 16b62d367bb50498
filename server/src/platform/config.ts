// The environment variables, parsed once. A wrong value stops the start with the variable's name and how to fix it.
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { SetupError } from './failure.ts';
import { trustedProxies } from './trusted-proxies.ts';

const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};
const port = whole(0, 65_535);
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `it must be one of ${words.join(', ')}` });
const address = z.url({ error: 'it must be an address such as https://vendor.example' });

const environment = z.object({
  /** Development and tests say so; a process that is told nothing serves applicants. */
  NODE_ENV: oneOf(['development', 'production', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.default(9464),
  DATA_DIR: z.string().default('.data'),
  LENDER_DIR: z.string().default('lender'),
  /** The built browser side; `npm run dev` names pages of its own. */
  WEB_DIR: z.string().default(resolve(import.meta.dirname, '../../../.build/web')),
  /** Where each day’s ACH file is written. Defaults to a folder in DATA_DIR. */
  ACH_DIR: z.string().optional(),
  /** Where `ops letters` writes. Defaults to a folder in DATA_DIR. */
  LETTERS_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/./, 'it must be an address such as postgres://user@host:5432/branchline')
    .optional(),
  DATABASE_POOL: whole(1, 100).default(10),
  /** Seconds that one statement of a request or a job may take. What waits for a lock or a connection gets less. */
  DATABASE_STATEMENT_SECONDS: whole(1, 600).default(5),
  /** `false` for a pooler that moves a connection between servers without carrying prepared statements along. */
  DATABASE_PREPARED_STATEMENTS: oneOf(['true', 'false']).default('true'),
  /** The address applicants use, such as https://apply.example.com. Emailed links and the Origin check use it. */
  PUBLIC_URL: address.optional(),
  /** The proxies in front: how many, or their networks. `true` believes any address a client writes, for development. */
  TRUST_PROXY: trustedProxies,
  /** Seconds in which a request must have arrived as a whole. Its headers get half of them. */
  REQUEST_SECONDS: whole(1, 300).default(15),
  /**
   * Seconds for which a process that was told to stop still takes new requests, so that the proxy sees in /readyz that it should
   * send no more. None in development, where nobody sends them elsewhere.
   */
  STOP_GRACE_SECONDS: whole(0, 300).optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Multiplies the rate limits, for load tests. */
  LIMIT_SCALE: whole(1, 10_000).default(1),
  /** The most text codes an hour, to all applicants together. */
  TEXTS_PER_HOUR: whole(1, 1_000_000).default(500),
  /** How many times as long a vendor may take; for tests on a busy machine. */
  VENDOR_TIMEOUT_SCALE: z.coerce
    .number({ error: 'it must be a number' })
    .min(0.01, { error: 'it must be 0.01 or more' })
    .default(1),

  ENCRYPTION_KEYS: z.string().optional(),
  LOOKUP_KEY: z.string().optional(),

  /** Hashes of the API keys of partners that submit leads: `partner:sha256` in hexadecimal, separated by commas. */
  PARTNER_KEYS: z.string().default(''),

  RECAPTCHA_URL: address,
  RECAPTCHA_SCRIPT_URL: address,
  RECAPTCHA_SITE_KEY: z.string().min(1),
  RECAPTCHA_SECRET: z.string().min(1),
  SOCURE_URL: address,
  SOCURE_API_KEY: z.string().min(1),
  SOCURE_SDK_URL: address,
  SOCURE_SDK_KEY: z.string().min(1),
  SOCURE_CONFIG_URL: address,
  BUREAU_URL: address,
  BUREAU_CLIENT_ID: z.string().min(1),
  BUREAU_CLIENT_SECRET: z.string().min(1),
  BUREAU_USERNAME: z.string().min(1),
  BUREAU_PASSWORD: z.string().min(1),
  BUREAU_SUBSCRIBER_CODE: z.string().min(1),
  TWILIO_URL: address.optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'it must begin with AC'),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  TWILIO_VERIFY_SERVICE_SID: z.string().startsWith('VA', 'it must begin with VA'),
  TWILIO_FROM: z.string().min(1),
  SMTP_URL: address,
  MAIL_FROM: z.string().min(3),
  /** The mail service's webhook signing key. Without it bounces are not read. */
  MAIL_WEBHOOK_KEY: z.string().min(1).optional(),
  DOCUSIGN_URL: address,
  DOCUSIGN_OAUTH_URL: address,
  DOCUSIGN_INTEGRATION_KEY: z.string().min(1),
  DOCUSIGN_USER_ID: z.string().min(1),
  DOCUSIGN_ACCOUNT_ID: z.string().min(1),
  /** PEM; line ends may be written as \\n. */
  DOCUSIGN_PRIVATE_KEY: z.string().includes('PRIVATE KEY', 'must be a PEM private key'),
  DOCUSIGN_HMAC_KEY: z.string().min(1),
  CORE_URL: address,
  CORE_API_KEY: z.string().min(1),
  /** Checks typed bank accounts; without both of these they are confirmed by two small deposits. */
  ACCOUNT_CHECK_URL: address.optional(),
  ACCOUNT_CHECK_API_KEY: z.string().min(1).optional(),
  PLAID_URL: address,
  PLAID_CLIENT_ID: z.string().min(1),
  PLAID_SECRET: z.string().min(1),
  /** The vendor's Link script; its origin is let into the page. */
  PLAID_LINK_SCRIPT_URL: address,
  GOOGLE_PLACES_URL: address,
  GOOGLE_MAPS_URL: address,
  GOOGLE_MAPS_KEY: z.string().min(1),
  /** Forwards measured use, with consent, to a GA4 property; without both of these nothing is forwarded. */
  GA4_URL: address.default('https://www.google-analytics.com'),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'it must be like G-ABC123')
    .optional(),
  GA4_API_SECRET: z.string().min(1).optional(),
  /** Forwards browser errors, with consent, to Sentry or a service of its protocol. */
  SENTRY_DSN: address.optional(),
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
});

export function readStorageConfig(env: NodeJS.ProcessEnv) {
  const values = parsed(storage, env);
  return {
    ...values,
    dataDirectory: resolve(values.DATA_DIR),
    lettersDirectory: resolve(values.LETTERS_DIR ?? join(values.DATA_DIR, 'letters')),
    isProduction: values.NODE_ENV === 'production',
  };
}

function parsed<T extends z.ZodType>(shape: T, env: NodeJS.ProcessEnv): z.output<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = shape.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    const name = issue?.path.join('.') ?? 'The environment';
    const missing = issue !== undefined && given[name] === undefined;
    throw new SetupError(
      missing
        ? `${name} is not set. docs/operators-guide.md lists the variables the product needs; \`npm start\` sets all of them for development.`
        : `${name} cannot be used: ${issue?.message ?? 'it is unreadable'}. Correct it and start again.`,
    );
  }
  return read.data;
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = parsed(environment, env);
  if (values.NODE_ENV === 'production' && values.PUBLIC_URL === undefined) {
    throw new SetupError('PUBLIC_URL is not set. In production it names the https address applicants use.');
  }
  if (values.NODE_ENV === 'production' && !values.PUBLIC_URL?.startsWith('https://')) {
    throw new SetupError(
      'PUBLIC_URL must begin with https:// in production; the session’s cookie is sent over https alone.',
    );
  }
  if (values.NODE_ENV === 'production' && values.TRUST_PROXY === true) {
    throw new SetupError(
      'TRUST_PROXY=true believes any address that a client writes. In production, name how many proxies stand in front, such as TRUST_PROXY=1, or their networks, such as TRUST_PROXY=10.0.0.0/8.',
    );
  }
  if (values.NODE_ENV === 'production' && values.VENDOR_TIMEOUT_SCALE !== 1) {
    throw new SetupError('VENDOR_TIMEOUT_SCALE is for tests alone. Leave it out in production.');
  }
  return {
    ...values,
    dataDirectory: resolve(values.DATA_DIR),
    lenderDirectory: resolve(values.LENDER_DIR),
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    stopGraceSeconds: values.STOP_GRACE_SECONDS ?? (values.NODE_ENV === 'production' ? 5 : 0),
    isDevelopment: values.NODE_ENV !== 'production',
    isProduction: values.NODE_ENV === 'production',
  };
}
