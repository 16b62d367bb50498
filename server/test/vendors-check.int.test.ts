// `npm run vendors:check` against the sandbox, with the keys that it accepts and with others.
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type TestSandbox } from '#sandbox/testing.ts';
import { checkVendors } from '#server/cli/vendors-check.ts';
import { readConfig } from '#server/platform/config.ts';
import { readVault } from '#server/platform/encryption.ts';
import { environment, secretOf, settingGroups } from '#server/platform/settings.ts';
import { settingsOfVendor } from '#server/vendors/vendors.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { freePort } from '../../scripts/free-port.js';
import { productionEnvironment } from './production-settings.ts';
import { testFolder } from './test-folder.ts';
import { patientVendors } from './world.ts';

const envFor = (sandbox: TestSandbox, changes: Record<string, string> = {}) =>
  developmentEnvironment({
    VENDOR_TIMEOUT_SCALE: patientVendors,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    BLOB_STORE: `s3://${sandbox.credentials.BLOB_BUCKET}`,
    BLOB_REGION: 'us-east-1',
    ...changes,
  }) as Record<string, string>;

/** A value of the same form: its last letter or digit that can be another one is changed. */
const otherThan = (value = '') =>
  value.replace(/([a-z0-9])([^a-z0-9]*)$/i, (_, a: string, end: string) => `${a === '1' ? '2' : '1'}${end}`);

async function check(env: Record<string, string>) {
  const lines: string[] = [];
  const isFine = await checkVendors(env, (line) => lines.push(line));
  const rows = lines.slice(0, -1).map((line) => line.split(/ {2,}/));
  return {
    isFine,
    text: lines.join('\n'),
    states: Object.fromEntries(rows.map(([of = '', state]) => [of, state])),
    resultOf: (of: string) => rows.find(([name]) => name === of)?.[2] ?? '',
  };
}

/** No keys, secrets, ids or addresses of others: what the lender chooses, and where the process runs. */
const choices = new Set(
  [
    'NODE_ENV PORT HOST METRICS_PORT TRUST_PROXY REQUEST_SECONDS STOP_GRACE_SECONDS LENDER_DIR WEB_DIR LOG_LEVEL LIMIT_SCALE',
    'TEXTS_PER_HOUR VENDOR_TIMEOUT_SCALE DATABASE_TLS DATABASE_POOL DATABASE_STATEMENT_SECONDS DATABASE_PREPARED_STATEMENTS DATA_DIR',
    'ACH_DIR LETTERS_DIR SIGNATURE BANK_LINKING VEHICLE_DATA_TITLES OTEL_TRACES_SAMPLER_ARG',
  ].flatMap((line) => line.split(' ')),
);
const settingNames = Object.keys(environment.shape);

/** Wrong values that a process refuses at its start. */
const refusedAtStart: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    settingNames
      .filter((name) => /_(?:URL|SOURCES)$/.test(name) && name !== 'SMTP_URL')
      .map((name) => [name, 'vendor.example']),
  ),
  PUBLIC_URL: 'https://apply.lender.com/path',
  DATABASE_URL: 'mysql://db.lender.com/branchline',
  ENCRYPTION_KEYS: 'k1:short',
  LOOKUP_KEY: 'l1:short',
  KMS_KEY_ARN: 'arn:aws:s3:::bucket',
  AUDIT_KEY: 'short',
  AUDIT_SINK: 'ftp://logs.lender.com',
  SIGNING_CERTIFICATE: 'no certificate',
  SIGNING_PRIVATE_KEY: 'no key',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector',
  OTEL_EXPORTER_OTLP_HEADERS: 'no header',
};

/** The others: of vendors, whose check tries them or reports that only later use shows a mistake. */
const vendorSettings = settingNames.filter((name) => !choices.has(name) && !(name in refusedAtStart));

it('every setting of a vendor is tried with a wrong value', () => {
  const ofVendors = Object.entries(settingGroups)
    .filter(([title]) => Object.values<string>(settingsOfVendor).includes(title))
    .flatMap(([, group]) => Object.keys(group));
  expect(vendorSettings.filter((name) => !ofVendors.includes(name))).toEqual([]);
  expect(vendorSettings.length).toBeGreaterThanOrEqual(40);
});

it.each(Object.entries(refusedAtStart))('%s: a start refuses %s, by its name', (name, value) => {
  const all = name.startsWith('SIGNING_')
    ? { ...developmentEnvironment({}), SIGNATURE: 'own' }
    : productionEnvironment();
  const env = { ...all, [name]: value } as NodeJS.ProcessEnv;
  const start = () => {
    const { ENCRYPTION_KEYS: keys, LOOKUP_KEY: lookupKey, dataDirectory, isProduction } = readConfig(env);
    return readVault({ keys, lookupKey, dataDirectory, isProduction });
  };
  expect(start).toThrow(name);
});

async function sandboxWith(options?: Parameters<typeof startSandbox>[0]): Promise<TestSandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const vendors = [...new Set(Object.values(settingsOfVendor))];

describe('the check of vendors', () => {
  it('signs in everywhere with the right keys, changes nothing, and ends well', async () => {
    const sandbox = await sandboxWith();
    const { isFine, states, text } = await check(envFor(sandbox));
    expect(states, text).toEqual(Object.fromEntries(vendors.map((name) => [name, 'works'])));
    expect(isFine).toBe(true);
    const announced =
      'RECAPTCHA_SITE_KEY RECAPTCHA_FRAME_SOURCES SOCURE_DATA_SOURCES BUREAU_CLIENT_REFERENCE_ID SOCURE_WORKFLOW MAIL_FROM CORE_WEBHOOK_KEY DOCUSIGN_HMAC_KEY';
    for (const name of announced.split(' ')) expect(text).toMatch(new RegExp(`not tried:[^;]* ${name}`));
    for (const list of ['texts', 'mail', 'pulls', 'envelopes', 'banks', 'loans', 'cases', 'reports'])
      expect((await sandbox.json('GET', `/console/api/${list}`)).body, list).toEqual([]);
  });

  it('names as not tried what no call of it shows, and where a mistake does', async () => {
    const sandbox = await sandboxWith();
    const folder = testFolder();
    const wrong = {
      PUBLIC_URL: 'https://apply.other.com',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      LOOKUP_KEY: randomBytes(32).toString('base64'),
      KMS_KEY_ARN: 'arn:aws:kms:us-east-1:111122223333:key/none',
      AUDIT_KEY: randomBytes(32).toString('base64'),
      AUDIT_SINK: `file:${folder}/none/audit.log`,
      ACH_DIR: `${folder}/none`,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      RECAPTCHA_FRAME_SOURCES: 'https://elsewhere.com/',
      SOCURE_DATA_SOURCES: 'https://elsewhere.com',
    };
    const { text } = await check(envFor(sandbox, wrong));
    for (const name of Object.keys(wrong))
      expect(text, name).toMatch(new RegExp(`${name} is|not tried:[^;]*\\b${name}\\b`));
  });

  it('names the setting of each wrong key, and shows no value', async () => {
    const sandbox = await sandboxWith({ mailLogin: { user: 'apply', password: 'right' } });
    const wrong: Readonly<Record<string, readonly [setting: string, value: string]>> = {
      reCAPTCHA: ['RECAPTCHA_SECRET', 'a-wrong-captcha-secret'],
      'Credit bureau (Experian)': ['BUREAU_PASSWORD', 'a-wrong-password'],
      Socure: ['SOCURE_API_KEY', 'a-wrong-socure-key'],
      'Text messages': ['TWILIO_AUTH_TOKEN', 'a-wrong-token'],
      Mail: ['SMTP_URL', `smtp://apply:a-wrong-mail-password@localhost:${sandbox.smtpPort}`],
      'The lender’s core system': ['CORE_API_KEY', 'a-wrong-core-key'],
      DocuSign: ['DOCUSIGN_PRIVATE_KEY', productionEnvironment().DOCUSIGN_PRIVATE_KEY as string],
      Plaid: ['PLAID_SECRET', 'a-wrong-plaid-secret'],
      'Account check': ['ACCOUNT_CHECK_API_KEY', 'a-wrong-check-key'],
      'Vehicle data': ['VEHICLE_DATA_API_KEY', 'a-wrong-vehicle-key'],
      'Google Maps': ['GOOGLE_MAPS_KEY', 'a-wrong-maps-key'],
      'Blob store': ['BLOB_SECRET_ACCESS_KEY', 'a-wrong-blob-secret'],
      'Google Analytics': ['GA4_MEASUREMENT_ID', 'G-WRONG1'],
      Sentry: ['SENTRY_DSN', `http://wrongkey@localhost:${new URL(sandbox.url).port}/sentry/1`],
    };
    const env = envFor(sandbox, Object.fromEntries(Object.values(wrong)));
    const { isFine, states, resultOf, text } = await check(env);
    expect(isFine).toBe(false);
    expect(states, text).toMatchObject(Object.fromEntries(vendors.map((name) => [name, 'to fix'])));
    for (const [of, [setting]] of Object.entries(wrong)) expect(resultOf(of), of).toContain(setting);
    const secrets = settingNames.filter((name) => secretOf(environment.shape[name as 'CORE_API_KEY']));
    for (const name of secrets) if ((env[name]?.length ?? 0) > 3) expect(text, name).not.toContain(env[name]);
  });

  it('catches every wrong value, or announces that only later use shows it', { tags: ['full'] }, async () => {
    const sandbox = await sandboxWith({ mailLogin: { user: 'apply', password: 'right' } });
    const env = envFor(sandbox, {
      SMTP_URL: `smtp://apply:right@localhost:${sandbox.smtpPort}`,
      RECAPTCHA_PROJECT: sandbox.credentials.RECAPTCHA_PROJECT,
      BUREAU_INCOME_MODEL: 'II',
      MAIL_WEBHOOK_KEY: 'a-key-of-the-mail-service',
    });
    const unnoticed: string[] = [];
    for (const name of vendorSettings) {
      const { isFine, text } = await check({ ...env, [name]: otherThan(env[name]) });
      if (isFine && !text.includes(name)) unnoticed.push(name);
    }
    expect(unnoticed).toEqual([]);
  });

  it('announces every address and key that no vendor has', async () => {
    const url = 'postgres://branchline@db/branchline';
    const set: Readonly<Record<string, string>> = {
      PUBLIC_URL: 'https://apply.lender.com',
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      DATABASE_REPLICA_URL: url,
      ENCRYPTION_KEYS: 'k1:key',
      LOOKUP_KEY: 'l1:key',
      KMS_KEY_ARN: 'arn:aws:kms:us-east-1:123456789012:key/1',
      KMS_URL: 'https://kms.lender.com',
      AUDIT_KEY: `${'A'.repeat(43)}=`,
      AUDIT_SINK: 'file:/var/log/audit',
      ACH_DIR: '/ach',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.lender.com',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=value',
    };
    const ofVendors = [...vendors, 'Electronic signatures'].flatMap((title) =>
      Object.keys(settingGroups[title as keyof typeof settingGroups]),
    );
    const named = settingNames.filter((name) => !ofVendors.includes(name) && !choices.has(name));
    const { resultOf } = await check(envFor(await sandboxWith(), set));
    for (const name of [...named, 'ACH_DIR']) expect(resultOf('Other settings'), name).toContain(name);
  });

  it('names what a service lacks that speaks a part of S3', async () => {
    const lacks = async (headers: string) => {
      const sandbox = await sandboxWith({ credentials: { BLOB_LACKS: headers } });
      return (await check(envFor(sandbox))).resultOf('Blob store');
    };
    expect(await lacks('if-none-match')).toMatch(/\(NotImplemented\): it lacks If-None-Match$/);
    const both = 'it lacks SHA-256 checksums, server-side encryption (AES256)';
    expect(await lacks('x-amz-checksum x-amz-server-side-encryption')).toContain(both);
  });

  it('names the address that is not registered with the bank-data vendor', async () => {
    const credentials = { PLAID_REDIRECT_PATHS: '/loan-request/success /fast-path/select-payment' };
    const sandbox = await sandboxWith({ credentials });
    const { states, resultOf } = await check(envFor(sandbox));
    expect(states.Plaid).toBe('to fix');
    const missing = /register http:\/\/localhost:\d+\/borrower-verification\/manage as redirect URI/;
    expect(resultOf('Plaid')).toMatch(missing);
  });

  it('names settings that are missing and vendors that cannot be reached, and tries the others', async () => {
    const sandbox = await sandboxWith();
    const unreachable = `http://127.0.0.1:${await freePort()}`;
    const env = envFor(sandbox, {
      TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
      DOCUSIGN_ACCOUNT_ID: '00000000-0000-4000-8000-000000000000',
      CORE_URL: unreachable,
      LOG_LEVEL: 'loud',
    });
    for (const name of ['SOCURE_API_KEY', 'GA4_API_SECRET', 'ACCOUNT_CHECK_URL', 'ACCOUNT_CHECK_API_KEY'])
      delete env[name];
    const { isFine, states, resultOf, text } = await check(env);
    expect(isFine).toBe(false);
    expect(resultOf('Socure')).toMatch(/^SOCURE_API_KEY is not set\./);
    const half = 'GA4_API_SECRET is not set, but GA4_MEASUREMENT_ID is. Set both or neither.';
    expect(resultOf('Google Analytics')).toBe(half);
    expect(resultOf('Text messages')).toContain('TWILIO_VERIFY_SERVICE_SID names no Verify service');
    expect(resultOf('DocuSign')).toContain('does not belong to the account in DOCUSIGN_ACCOUNT_ID');
    expect(resultOf('The lender’s core system')).toBe('core cannot be reached');
    expect(resultOf('Other settings')).toMatch(/^LOG_LEVEL cannot be used/);
    expect(states, text).toMatchObject({
      'Account check': 'not used',
      Plaid: 'works',
      Sentry: 'works',
      reCAPTCHA: 'works',
      'Google Maps': 'works',
    });
  });
});
