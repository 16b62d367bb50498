// What the environment says in development, where the sandbox stands in for every vendor. Values that are set already win.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './dependencies.js';

export function developmentEnvironment(env = process.env) {
  const sandboxPort = env.SANDBOX_PORT || '4010';
  const smtpPort = env.SANDBOX_SMTP_PORT || '4025';
  const sandbox = `http://localhost:${sandboxPort}`;
  return {
    NODE_ENV: 'development',
    PORT: '3000',
    DATA_DIR: '.data',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    LOG_LEVEL: 'warn',
    LIMIT_SCALE: '100',
    PARTNER_KEYS: partnerKeys(env.LENDER_DIR || 'lender'),
    RECAPTCHA_URL: `${sandbox}/recaptcha`,
    RECAPTCHA_SCRIPT_URL: `${sandbox}/recaptcha/api.js`,
    RECAPTCHA_SITE_KEY: 'sandbox-recaptcha-site',
    RECAPTCHA_SECRET: 'sandbox-recaptcha-secret',
    SOCURE_URL: `${sandbox}/socure`,
    SOCURE_API_KEY: 'sandbox-socure-api-key',
    SOCURE_SDK_URL: `${sandbox}/socure/sdk.js`,
    SOCURE_SDK_KEY: 'sandbox-socure-sdk-key',
    SOCURE_CONFIG_URL: `${sandbox}/socure/config`,
    BUREAU_URL: `${sandbox}/bureau`,
    BUREAU_CLIENT_ID: 'sandbox-bureau-client',
    BUREAU_CLIENT_SECRET: 'sandbox-bureau-secret',
    BUREAU_USERNAME: 'sandbox-bureau-user',
    BUREAU_PASSWORD: 'sandbox-bureau-password',
    BUREAU_SUBSCRIBER_CODE: 'sandbox-2222222',
    TWILIO_URL: `${sandbox}/twilio`,
    TWILIO_ACCOUNT_SID: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
    TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
    TWILIO_VERIFY_SERVICE_SID: 'VA5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
    TWILIO_FROM: '+15005550006',
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    MAIL_FROM: 'Branchline <hello@branchline.example>',
    DOCUSIGN_URL: `${sandbox}/docusign`,
    DOCUSIGN_OAUTH_URL: `${sandbox}/docusign`,
    DOCUSIGN_INTEGRATION_KEY: '5a4db0c5-0000-4000-8000-000000000001',
    DOCUSIGN_USER_ID: '5a4db0c5-0000-4000-8000-000000000002',
    DOCUSIGN_ACCOUNT_ID: '5a4db0c5-0000-4000-8000-000000000003',
    DOCUSIGN_ACCOUNT_NAME: lenderName(env),
    DOCUSIGN_PRIVATE_KEY: readFileSync(`${root}/sandbox/docusign-key.pem`, 'utf8'),
    DOCUSIGN_HMAC_KEY: 'sandbox-docusign-hmac-key',
    CORE_URL: `${sandbox}/core`,
    CORE_API_KEY: 'sandbox-core-key',
    PLAID_URL: `${sandbox}/plaid`,
    PLAID_CLIENT_ID: 'sandbox-plaid-client',
    PLAID_SECRET: 'sandbox-plaid-secret',
    PLAID_LINK_SCRIPT_URL: `${sandbox}/plaid/link/v2/stable/link-initialize.js`,
    GOOGLE_PLACES_URL: `${sandbox}/google`,
    GOOGLE_MAPS_URL: `${sandbox}/google`,
    GOOGLE_MAPS_KEY: 'sandbox-google-maps-key',
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  };
}

/** The sandbox's envelopes come from the lender that is tried out. */
function lenderName(env) {
  try {
    const file = resolve(root, env.LENDER_DIR || 'lender', 'public/brand.json');
    return JSON.parse(readFileSync(file, 'utf8')).name;
  } catch {
    // What is wrong with the lender's files is said where they are checked.
    return '';
  }
}

/** In development each partner's key is sandbox-<partner>-key. What is wrong with the file is said by the start itself. */
function partnerKeys(lender) {
  try {
    const partners = JSON.parse(readFileSync(join(resolve(root, lender), 'partners.json'), 'utf8'));
    const hash = (id) => createHash('sha256').update(`sandbox-${id}-key`).digest('hex');
    return partners.map(({ id }) => `${id}:${hash(id)}`).join(',');
  } catch {
    return '';
  }
}
