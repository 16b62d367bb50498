// The schema of every setting. What each of them is for stands in docs/go-live-reference.md alone; a test compares its table with this file.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod';
import { sinkAddress } from './audit-sink.ts';
import { isKmsKey } from './key-service.ts';
import { whyNoAddress } from './server-addresses.ts';
import { trustedProxies } from './trusted-proxies.ts';

interface Secret {
  /** Where another one comes from. */
  readonly found: string;
  /** A secret of vendors that only jobs call. Web processes don't read it, and shouldn't be given it. */
  readonly onlyWorkers?: true;
}

const secrets = z.registry<Secret>();

/** Undefined for a setting that is no secret. Secrets are best provided as a file, by `NAME_FILE`. */
export const secretOf = (schema: z.ZodType): Secret | undefined => secrets.get(schema);

function secret<S extends z.ZodType>(schema: S, found: string, facts: Omit<Secret, 'found'> = {}): S {
  // Several settings may have one schema.
  const own = schema.clone();
  secrets.add(own, { found, ...facts });
  return own;
}

const whole = (from: number, to: number) => {
  const error = `it must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
};
const port = whole(0, 65_535);

const fromZeroToOne = { error: 'it must be a number from 0 to 1' };
const share = z.coerce.number(fromZeroToOne).min(0, fromZeroToOne).max(1, fromZeroToOne);

const scale = z.coerce
  .number({ error: 'it must be a number' })
  .min(0.01, { error: 'it must be 0.01 or more' });

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `it must be one of ${words.join(', ')}` });

const text = z.string().min(1);

/** An address of a service, without the slashes that it may end in: paths are put behind it. */
const address = z
  .url({ protocol: /^https?$/, error: 'it must be an address such as https://vendor.example' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Places that our pages' policy allows, separated by spaces. Ending in a slash, a source allows everything below it. */
const sources = z
  .string()
  .trim()
  .refine(
    (value) =>
      value.split(/\s+/).every((url) => URL.canParse(url) && /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?$/.test(url)),
    'it must be addresses that end in a slash, such as https://vendor.example/folder/, separated by spaces',
  );

const publicUrl = address.refine((url) => /^https?:\/\/[^/?#@\s]+$/.test(url), {
  error: 'it must be an address without a path, such as https://apply.lender.com',
});

const databaseAddress = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/./, 'it must be an address such as postgres://user@host:5432/branchline')
  .superRefine((url, context) => {
    const message = whyNoAddress(url);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .optional();

const auditKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'it must be 32 bytes in base64');

const blobStore = z
  .string()
  .refine(
    (value) => /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value) || isAbsolute(value),
    'it must be s3://bucket or the absolute path of a folder',
  );

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'it must be an address such as smtps://user:password@mail.example',
});

/** PEM, whose line ends may be written as \n. What `isIt` throws for is something else. */
const pem = (isIt: (value: string) => boolean, error: string) =>
  z.string().refine((value) => {
    try {
      return isIt(value.replaceAll('\\n', '\n'));
    } catch {
      return false;
    }
  }, error);

/** P-256, P-384 and P-521 by OpenSSL's names: the curves of the Web Cryptography API. */
const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

const signingKey = pem((value) => {
  const { asymmetricKeyType: type, asymmetricKeyDetails } = createPrivateKey(value);
  return type === 'rsa' || (type === 'ec' && curves.has(asymmetricKeyDetails?.namedCurve ?? ''));
}, 'it must be an RSA private key in PEM, or one on the curve P-256, P-384 or P-521');

const sentryDsn = z
  .string()
  .regex(
    /^https?:\/\/\w+@[^/?#\s]+(?:\/[^?#\s]*)?\/\d+$/,
    'it must be an address such as https://key@errors.example/42',
  );

const headers = z
  .string()
  .regex(/^[\w-]+=[^,]+(?:,\s*[\w-]+=[^,]+)*$/, 'it must be name=value, several separated by commas');

const verifyService = z.string().startsWith('VA', 'it must begin with VA');

/** The bureau's contract names such a code, as it names purposes and models. */
const bureauCode = z
  .string()
  .regex(/^[A-Z\d]{1,4}$/, 'it must be a code of capital letters and digits, such as 3F');

const guid = z.guid('it must be an id such as 7c2b8d7e-1f0e-4a53-9b3d-4c217c2b8d7e');

const keysMake = '`npm run keys:make`';
const ofDatabase = 'The operators of your database';
const atSocure = 'RiskOS Dashboard › Developer Workbench';
const inContract = 'Your contract with the service';

/** Every setting, under the title of its part of the table in docs/go-live-reference.md, in its order. */
export const settingGroups = {
  'The process': {
    NODE_ENV: oneOf(['development', 'production', 'test']).default('production'),
    PUBLIC_URL: publicUrl.optional(),
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: port.default(9464),
    TRUST_PROXY: trustedProxies,
    REQUEST_SECONDS: whole(1, 300).default(15),
    STOP_GRACE_SECONDS: whole(0, 300).optional(),
    LENDER_DIR: z.string().default('lender'),
    WEB_DIR: z.string().default(resolve(import.meta.dirname, '../../../.build/web')),
    LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    LIMIT_SCALE: whole(1, 10_000).default(1),
    TEXTS_PER_HOUR: whole(10, 1_000_000).default(500),
    VENDOR_TIMEOUT_SCALE: scale.default(1),
  },
  'What is kept, and its keys': {
    DATABASE_URL: secret(databaseAddress, ofDatabase),
    DATABASE_DIRECT_URL: secret(databaseAddress, ofDatabase),
    DATABASE_REPLICA_URL: secret(databaseAddress, ofDatabase),
    DATABASE_TLS: oneOf(['verify-full', 'trusted-network']).default('verify-full'),
    DATABASE_POOL: whole(1, 100).default(10),
    DATABASE_STATEMENT_SECONDS: whole(1, 600).default(5),
    DATABASE_PREPARED_STATEMENTS: oneOf(['true', 'false']).optional(),
    DATA_DIR: z.string().default('.data'),
    ACH_DIR: z.string().optional(),
    LETTERS_DIR: z.string().optional(),
    ENCRYPTION_KEYS: secret(z.string().optional(), keysMake),
    LOOKUP_KEY: secret(z.string().optional(), keysMake),
    KMS_KEY_ARN: z.string().refine(isKmsKey, 'it must be arn:aws:kms:region:account:key/id').optional(),
    KMS_URL: address.optional(),
    AUDIT_KEY: secret(auditKey.optional(), keysMake, { onlyWorkers: true }),
    AUDIT_SINK: z
      .string()
      .regex(sinkAddress, 'it must be file:/path, syslog+tls://host:port, or syslog://localhost:port')
      .optional(),
  },
  'Blob store': {
    BLOB_STORE: blobStore.optional(),
    BLOB_URL: address.optional(),
    BLOB_REGION: z
      .string()
      .regex(/^(?!-)[a-z\d-]{1,63}(?<!-)$/i, 'it must be a region such as us-west-2')
      .default('us-east-1'),
    BLOB_ACCESS_KEY_ID: text.optional(),
    BLOB_SECRET_ACCESS_KEY: secret(text.optional(), 'The operators of the bucket'),
  },
  reCAPTCHA: {
    RECAPTCHA_SITE_KEY: text,
    RECAPTCHA_SECRET: secret(
      text,
      'google.com/recaptcha/admin › your site › Settings › reCAPTCHA keys › Copy secret key',
    ),
    RECAPTCHA_PROJECT: text.optional(),
    RECAPTCHA_URL: address.optional(),
    RECAPTCHA_SCRIPT_URL: address.default('https://www.google.com/recaptcha/api.js?render=explicit'),
    RECAPTCHA_SCRIPT_SOURCES: sources.default('https://www.gstatic.com/recaptcha/'),
    RECAPTCHA_FRAME_SOURCES: sources.default('https://recaptcha.google.com/recaptcha/'),
  },
  'Credit bureau (Experian)': {
    BUREAU_CLIENT_ID: text,
    BUREAU_CLIENT_SECRET: secret(text, 'developer.experian.com › My Apps › your app', { onlyWorkers: true }),
    BUREAU_USERNAME: text,
    BUREAU_PASSWORD: secret(text, 'developer.experian.com › Sign up', { onlyWorkers: true }),
    BUREAU_CLIENT_REFERENCE_ID: text,
    BUREAU_SOFT_SUBSCRIBER_CODE: text,
    BUREAU_HARD_SUBSCRIBER_CODE: text,
    BUREAU_SOFT_PURPOSE: bureauCode,
    BUREAU_HARD_PURPOSE: bureauCode,
    BUREAU_SCORE_MODEL: bureauCode.default('V4'),
    BUREAU_INCOME_MODEL: bureauCode.optional(),
    BUREAU_CONFIRMED_FRAUD_INDICATOR: bureauCode.optional(),
    BUREAU_URL: address.default('https://us-api.experian.com'),
  },
  Socure: {
    SOCURE_API_KEY: secret(text, `${atSocure} › API Keys`, { onlyWorkers: true }),
    SOCURE_WORKFLOW: text,
    SOCURE_SDK_KEY: text,
    SOCURE_URL: address.default('https://riskos.socure.com'),
    SOCURE_SDK_URL: address.default('https://sdk.dv.socure.io/latest/device-risk-sdk.js'),
    SOCURE_CONFIG_URL: address.default('https://ingestion.dv.socure.io'),
    SOCURE_DATA_SOURCES: sources.default('https://analytics.dv.socure.io/ https://network.dv.socure.io/'),
  },
  'Text messages': {
    TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'it must begin with AC'),
    TWILIO_AUTH_TOKEN: secret(text, 'console.twilio.com › Account Dashboard › Account Info'),
    TWILIO_VERIFY_SERVICE_SID: verifyService,
    TWILIO_VERIFY_RETURNING_SERVICE_SID: verifyService,
    TWILIO_FROM: z
      .string()
      .regex(/^(?:\+1[2-9]\d{9}|\d{5,6})$/, 'it must be a number such as +18015550100, or a short code'),
    TWILIO_URL: address.optional(),
  },
  Mail: {
    SMTP_URL: secret(smtpUrl, 'Mailgun › Sending › Domain settings › SMTP credentials, or your mail server', {
      onlyWorkers: true,
    }),
    // An address by itself, or behind a name: "Lender <hello@lender.com>".
    MAIL_FROM: z
      .string()
      .refine(
        (value) => z.email().safeParse(/^[^<>]*<([^<>]+)>$/.exec(value.trim())?.[1] ?? value.trim()).success,
        'it must be an email address, such as Lender <hello@lender.com>',
      ),
    MAIL_WEBHOOK_KEY: secret(text.optional(), 'Mailgun › Sending › Webhooks › HTTP webhook signing key'),
  },
  'The lender’s core system': {
    CORE_URL: address,
    CORE_API_KEY: secret(text, 'The operators of your core system'),
    CORE_WEBHOOK_KEY: secret(text.optional(), `${keysMake}; give it to the operators of your core system`),
  },
  'Electronic signatures': {
    SIGNATURE: oneOf(['docusign', 'own']).default('docusign'),
    SIGNING_CERTIFICATE: pem(
      (value) => new X509Certificate(value) !== undefined,
      'it must be an X.509 certificate in PEM (BEGIN CERTIFICATE)',
    ).optional(),
    SIGNING_PRIVATE_KEY: secret(signingKey.optional(), 'Made with the request for the certificate'),
  },
  DocuSign: {
    DOCUSIGN_INTEGRATION_KEY: guid.optional(),
    DOCUSIGN_USER_ID: guid.optional(),
    DOCUSIGN_ACCOUNT_ID: z
      .union([z.string().regex(/^\d+$/), guid], { error: 'it must be the API Account ID' })
      .optional(),
    DOCUSIGN_PRIVATE_KEY: secret(
      pem(
        (value) => createPrivateKey(value).asymmetricKeyType === 'rsa',
        'it must be an RSA private key in PEM (BEGIN RSA PRIVATE KEY or BEGIN PRIVATE KEY)',
      ).optional(),
      'DocuSign Admin › Integrations › Apps and Keys › your app › Service Integration › Generate RSA; shown once',
    ),
    DOCUSIGN_HMAC_KEY: secret(
      text.optional(),
      'DocuSign Admin › Integrations › Connect › Connect Keys › Add Secret Key',
    ),
    DOCUSIGN_OAUTH_URL: address.default('https://account.docusign.com'),
  },
  Plaid: {
    BANK_LINKING: oneOf(['true', 'false']).default('true'),
    PLAID_CLIENT_ID: text,
    PLAID_SECRET: secret(text, 'dashboard.plaid.com › Developers › Keys › Production secret'),
    PLAID_URL: address.default('https://production.plaid.com'),
    PLAID_LINK_SCRIPT_URL: address.default('https://cdn.plaid.com/link/v2/stable/link-initialize.js'),
  },
  'Account check': {
    ACCOUNT_CHECK_URL: address.optional(),
    ACCOUNT_CHECK_API_KEY: secret(text.optional(), inContract, { onlyWorkers: true }),
  },
  'Vehicle data': {
    VEHICLE_DATA_URL: address.optional(),
    VEHICLE_DATA_API_KEY: secret(text.optional(), inContract),
    VEHICLE_DATA_PERMITTED_USE: text.optional(),
    VEHICLE_DATA_TITLES: oneOf(['true', 'false']).default('false'),
  },
  'Google Maps': {
    GOOGLE_MAPS_KEY: secret(text, 'console.cloud.google.com › Google Maps Platform › Keys & Credentials'),
    GOOGLE_PLACES_URL: address.default('https://places.googleapis.com'),
    GOOGLE_MAPS_URL: address.default('https://maps.googleapis.com'),
  },
  'Google Analytics': {
    GA4_MEASUREMENT_ID: z
      .string()
      .regex(/^G-[A-Z0-9]+$/, 'it must be like G-ABC123')
      .optional(),
    GA4_API_SECRET: secret(
      text.optional(),
      'analytics.google.com › Admin › Data streams › your stream › Measurement Protocol API secrets',
    ),
    GA4_URL: address.default('https://www.google-analytics.com'),
  },
  Sentry: {
    SENTRY_DSN: secret(
      sentryDsn.optional(),
      'sentry.io › Settings › Projects › your project › Client Keys (DSN)',
    ),
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
    OTEL_EXPORTER_OTLP_HEADERS: secret(headers.optional(), 'Your OpenTelemetry collector'),
    OTEL_TRACES_SAMPLER_ARG: share.default(1),
  },
} as const;

type Union = (typeof settingGroups)[keyof typeof settingGroups];
type Together<U> = (U extends unknown ? (group: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

export const environment = z.object(Object.assign({}, ...Object.values(settingGroups)) as Together<Union>);

/** Test values that production refuses: Experian's sandbox, reserved names (RFC 2606), the machine itself, Twilio's numbers. */
export const testValues: Readonly<Record<string, RegExp>> = {
  BUREAU_CLIENT_REFERENCE_ID: /^SBMYSQL$/,
  MAIL_FROM: /@(?:[\w.-]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)>?\s*$/i,
  TWILIO_FROM: /^\+1500555/,
};

/** What each choice of `SIGNATURE` cannot do without. */
export const neededForSignature = {
  docusign: [
    'DOCUSIGN_INTEGRATION_KEY',
    'DOCUSIGN_USER_ID',
    'DOCUSIGN_ACCOUNT_ID',
    'DOCUSIGN_PRIVATE_KEY',
    'DOCUSIGN_HMAC_KEY',
  ],
  own: ['SIGNING_CERTIFICATE', 'SIGNING_PRIVATE_KEY'],
} as const;
