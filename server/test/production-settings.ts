// The settings of production, as a lender has them.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { developmentEnvironment } from '../../scripts/development-env.js';

/** No keys: words of the bureau's own manual, of which a lender picks one, and whether a contract includes titles. */
export const isWord = /^(?:BUREAU_\w+_(?:PURPOSE|MODEL|INDICATOR)|VEHICLE_DATA_TITLES)$/;

/** Valid, with another key each time. */
export function productionEnvironment(): Record<string, string> {
  const development = developmentEnvironment({}) as Record<string, string>;
  const ours = Object.entries(development).map(([name, value]): [string, string] => {
    if (name === 'TWILIO_ACCOUNT_SID') return [name, `AC${'1'.repeat(32)}`];
    if (/^TWILIO_VERIFY_.*SERVICE_SID$/.test(name)) return [name, `VA${'1'.repeat(32)}`];
    if (name === 'GA4_MEASUREMENT_ID') return [name, 'G-ABC123'];
    if (isWord.test(name)) return [name, value];
    if (/^DOCUSIGN_\w+_(?:KEY|ID)$/.test(name)) return [name, randomUUID()];
    return [name, value.startsWith('http') ? `https://${name.toLowerCase()}.vendor.com/` : `${name} of ours`];
  });
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const {
    PORT: _port,
    LIMIT_SCALE: _scale,
    SIGNING_CERTIFICATE: _certificate,
    SIGNING_PRIVATE_KEY: _key,
    ...rest
  } = Object.fromEntries(ours) as Record<string, string> & { PORT: string; LIMIT_SCALE: string };
  return {
    ...rest,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://apply.lender.com',
    DATABASE_URL: 'postgres://branchline@db:5432/branchline?sslmode=verify-full',
    SMTP_URL: 'smtps://user:its-password@mail.lender.com',
    SENTRY_DSN: 'https://key@errors.vendor.com/1',
    MAIL_FROM: 'A lender <hello@lender.com>',
    TWILIO_FROM: '+18015550100',
    DOCUSIGN_PRIVATE_KEY: privateKey,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOOKUP_KEY: `l1:${randomBytes(32).toString('base64')}`,
    BLOB_STORE: 's3://lender-documents',
    CORE_WEBHOOK_KEY: randomBytes(32).toString('base64'),
  };
}
