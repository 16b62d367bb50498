// Environment variables for development, where the sandbox plays every vendor. Variables that are already set win.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './dependencies.js';

export function developmentEnvironment(env = process.env) {
  const sandboxPort = env.SANDBOX_PORT || '4010';
  const smtpPort = env.SANDBOX_SMTP_PORT || '4025';
  const sandbox = `http://localhost:${sandboxPort}`;
  // Browsers take it for another origin, as they do a vendor's second host.
  const secondHost = `http://127.0.0.1:${sandboxPort}`;
  const under = (origin, paths) =>
    Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, origin + path]));
  /** Every vendor's credentials, and the sandbox path of each of its URLs. */
  const settings = JSON.parse(readFileSync(join(root, 'sandbox/environment.json'), 'utf8'));
  const defaults = {
    NODE_ENV: 'development',
    PORT: '3000',
    DATA_DIR: '.data',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    LOG_LEVEL: 'warn',
    LIMIT_SCALE: '100',
    ...settings.credentials,
    ...under(sandbox, settings.addresses),
    ...under(secondHost, settings.secondHost),
    SENTRY_DSN: `http://${settings.credentials.SENTRY_KEY}@localhost:${sandboxPort}/sentry/1`,
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    MAIL_FROM: `"${lenderName(env)}" <hello@branchline.example>`,
    DOCUSIGN_ACCOUNT_NAME: lenderName(env),
    DOCUSIGN_PRIVATE_KEY: readFileSync(join(root, 'sandbox/docusign-key.pem'), 'utf8'),
    SIGNING_CERTIFICATE: readFileSync(join(root, 'sandbox/signing-certificate.pem'), 'utf8'),
    SIGNING_PRIVATE_KEY: readFileSync(join(root, 'sandbox/signing-key.pem'), 'utf8'),
  };
  const alreadySet = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  // A setting may also be given as a file (NAME_FILE).
  const unset = Object.entries(defaults).filter(([name]) => alreadySet[`${name}_FILE`] === undefined);
  return { ...Object.fromEntries(unset), ...alreadySet };
}

/** The sandbox's envelopes use the configured lender. */
function lenderName(env) {
  try {
    const file = resolve(root, env.LENDER_DIR || 'lender', 'public/brand.json');
    return JSON.parse(readFileSync(file, 'utf8')).name;
  } catch {
    // Errors in the lender's files are reported where they are validated.
    return '';
  }
}
