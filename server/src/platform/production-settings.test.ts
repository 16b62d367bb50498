import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { developmentEnvironment } from '../../../scripts/development-env.js';
import { productionEnvironment } from '../../test/production-settings.ts';
import { readConfig, readStorageConfig } from './config.ts';
import { SetupError } from './failure.ts';
import { neededInProduction } from './production-settings.ts';
import { environment, neededForSignature, secretOf } from './settings.ts';

const base64 = (byteAt: (at: number) => number) =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => byteAt(at))).toString('base64');

describe('production', () => {
  const ours = productionEnvironment();
  const start = (changes: Record<string, string | undefined>) => () => readConfig({ ...ours, ...changes });

  it('starts with its own settings, with or without NODE_ENV', () => {
    expect(start({})()).toMatchObject({ isProduction: true, isDevelopment: false });
    expect(start({ NODE_ENV: undefined })()).toMatchObject({ isProduction: true });
    const mail = { SMTP_URL: 'smtp://user:its-password@mail.lender.com:587/?requireTLS=true' };
    expect(start(mail)()).toMatchObject(mail);
  });

  const lan = 'postgres://branchline:its-password@db.lender.com:5432/branchline';

  it.each([
    lan,
    `${lan}?sslmode=require`,
    `${lan}?sslmode=verify-ca`,
    `${lan}?sslmode=no-verify&sslmode=verify-full`,
    'postgres://branchline@10.0.0.5/branchline',
    'postgres://branchline@/branchline?host=db.lender.com',
    'postgres://branchline@localhost.lender.com/branchline',
    'postgres://branchline@localhost,db.lender.com/branchline?target_session_attrs=read-write',
  ])('refuses %s, whose certificate would not be checked, for processes and commands', (DATABASE_URL) => {
    const sentence = /^DATABASE_URL leads to another machine and must end in sslmode=verify-full/;
    expect(start({ DATABASE_URL })).toThrow(sentence);
    expect(() => readStorageConfig({ DATABASE_URL })).toThrow(sentence);
    expect(() => readStorageConfig({ DATABASE_URL, NODE_ENV: 'development' })).not.toThrow();
    expect(start({ DATABASE_URL, DATABASE_TLS: 'trusted-network' })).not.toThrow();
  });

  it.each([
    `${lan}?sslmode=verify-full&sslrootcert=/etc/ca.pem`,
    'postgres://branchline@localhost:5432/branchline',
    'postgres://branchline@one.lender.com,two.lender.com:5433/branchline?sslmode=verify-full&target_session_attrs=read-write',
    'postgres://branchline@127.0.0.1/branchline',
    'postgres://branchline@[::1]/branchline',
    'postgres://branchline@%2Frun%2Fpostgresql/branchline',
    'postgres://branchline@/branchline?host=/run/postgresql',
  ])('takes %s', (address) => {
    const all = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'].map((one) => [one, address]);
    expect(start(Object.fromEntries(all))).not.toThrow();
  });

  it('gives a web process no secret that only workers need, even where it is set', () => {
    const secrets = ['BUREAU_CLIENT_SECRET', 'BUREAU_PASSWORD', 'SOCURE_API_KEY', 'SMTP_URL'] as const;
    const without = Object.fromEntries(secrets.map((name) => [name, undefined]));
    expect(() => readConfig({ ...ours, ...without }, 'worker')).toThrow(/BUREAU_PASSWORD is not set/);
    for (const changes of [without, {}]) {
      const config = readConfig({ ...ours, ...changes }, 'web');
      for (const name of secrets) expect(config[name]).toBeUndefined();
    }
    expect(readConfig({ ...ours }, 'worker')).toMatchObject({ BUREAU_PASSWORD: expect.any(String) });
  });

  it('knows whether vendors act on real people', () => {
    const ofSandboxes = {
      BUREAU_URL: 'https://sandbox-us-api.experian.com',
      SOCURE_URL: 'https://riskos.sandbox.socure.com',
      PLAID_URL: 'https://sandbox.plaid.com',
      DOCUSIGN_OAUTH_URL: 'https://account-d.docusign.com',
    };
    expect(start({ ...ofSandboxes, BUREAU_CLIENT_REFERENCE_ID: 'SBMYSQL' })().usesRealVendors).toBe(false);
    for (const name of Object.keys(ofSandboxes))
      expect(start({ ...ofSandboxes, [name]: undefined })().usesRealVendors, name).toBe(true);
  });

  it('takes DocuSign’s key with its line ends written as \\n', () => {
    const form = ours.DOCUSIGN_PRIVATE_KEY?.replaceAll('\n', '\\n');
    expect(start({ DOCUSIGN_PRIVATE_KEY: form })().DOCUSIGN_PRIVATE_KEY).toBe(form);
  });

  it('has documents signed without DocuSign where the lender seals them itself', () => {
    const { SIGNING_CERTIFICATE, SIGNING_PRIVATE_KEY } = developmentEnvironment({}) as Record<string, string>;
    const ofDocusign = Object.fromEntries(neededForSignature.docusign.map((name) => [name, undefined]));
    const own = { ...ofDocusign, SIGNATURE: 'own' };
    expect(start(own)).toThrow('SIGNING_CERTIFICATE is not set. SIGNATURE=own needs it.');
    expect(start(own)).toThrow('SIGNING_PRIVATE_KEY is not set. SIGNATURE=own needs it.');
    const missing = 'DOCUSIGN_HMAC_KEY is not set. SIGNATURE=docusign needs it.';
    expect(start({ ...own, SIGNATURE: undefined })).toThrow(missing);
    const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    for (const SIGNING_PRIVATE_KEY of ['none', otherCurve])
      expect(start({ ...own, SIGNING_CERTIFICATE, SIGNING_PRIVATE_KEY })).toThrow(
        'SIGNING_PRIVATE_KEY cannot be used: it must be an RSA private key in PEM, or one on the curve P-256, P-384 or P-521.',
      );
    const read = () => readConfig({ ...developmentEnvironment({}), ...own });
    expect(read()).toMatchObject({ SIGNATURE: 'own', SIGNING_PRIVATE_KEY });
  });

  const development = Object.entries(developmentEnvironment({}) as Record<string, string>);
  /** What development and production may well have in common. */
  const harmless = new Set(
    [
      'PORT DATA_DIR LOG_LEVEL NODE_ENV BUREAU_SOFT_PURPOSE BUREAU_HARD_PURPOSE BUREAU_INCOME_MODEL',
      'BUREAU_CONFIRMED_FRAUD_INDICATOR VEHICLE_DATA_PERMITTED_USE VEHICLE_DATA_TITLES',
    ].flatMap((line) => line.split(' ')),
  );
  const known = Object.keys(environment.shape);
  const ofDevelopment = development.filter(([name]) => known.includes(name) && !harmless.has(name));
  it.each(ofDevelopment)('refuses %s as the development start sets it', (name, value) => {
    expect(start({ [name]: value })).toThrow(SetupError);
    expect(start({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  it.each<[Record<string, string | undefined>, RegExp]>([
    [{ PUBLIC_URL: undefined }, /^PUBLIC_URL is not set\. .* https /],
    [{ PUBLIC_URL: 'http://apply.lender.com' }, /^PUBLIC_URL must begin with https:\/\/ /],
    [{ ENCRYPTION_KEYS: `k1:${base64(() => 0)}` }, /^the key k1 .+ can be guessed.+keys:make/],
    [{ LOOKUP_KEY: `l1:${base64((at) => at * 3)}` }, /^the key l1 in LOOKUP_KEY can be guessed/],
    [{ LOOKUP_KEY: `l1:${base64((at) => 65 + at)}` }, /^the key l1 in LOOKUP_KEY can be guessed/],
    [{ ENCRYPTION_KEYS: ours.LOOKUP_KEY }, /repeat a key/],
    [{ AUDIT_KEY: base64(() => 0) }, /^AUDIT_KEY can be guessed\. .*keys:make/],
    [{ AUDIT_KEY: ours.ENCRYPTION_KEYS?.split(':')[1] }, /^AUDIT_KEY repeats a key of another setting/],
    [{ DOCUSIGN_HMAC_KEY: ours.CORE_WEBHOOK_KEY }, /^\w+_KEY repeats a key of another setting/],
    [{ SMTP_URL: 'smtps://user:mail@mail.lender.com' }, /^SMTP_URL can be guessed\. /],
    [
      { DATABASE_URL: 'postgres://us:us@one,two/db?sslmode=verify-full&target_session_attrs=read-write' },
      /^DATABASE_URL can be guessed\. /,
    ],
    [{ TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, /^TRUST_PROXY cannot be used: it must name/],
    [{ TRUST_PROXY: '::ffff:0:0/96' }, /own networks/],
    [{ DOCUSIGN_PRIVATE_KEY: 'BEGIN PRIVATE KEY' }, /^DOCUSIGN_PRIVATE_KEY cannot be used: /],
    [{ BUREAU_URL: 'http://bureau.com' }, /^BUREAU_URL must begin with https:\/\/ /],
    [
      { RECAPTCHA_SCRIPT_SOURCES: 'https://www.gstatic.com/recaptcha/ http://scripts.com/' },
      /^RECAPTCHA_SCRIPT_SOURCES must begin with https:\/\/ /,
    ],
    [{ GA4_URL: 'http://analytics.com' }, /^GA4_URL must begin with https:\/\/ /],
    [{ SMTP_URL: 'smtp://mail.lender.com' }, /^SMTP_URL sends email unencrypted\. /],
    [{ SMTP_URL: 'smtps://lend.com/?tls.rejectUnauthorized=false' }, /^SMTP_URL sends email unencrypted\. /],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY=true .* name how many proxies .* or their networks, /],
    [{ LIMIT_SCALE: '2' }, /^LIMIT_SCALE is for tests alone\. /],
    [{ VENDOR_TIMEOUT_SCALE: '10' }, /^VENDOR_TIMEOUT_SCALE is for tests alone\. /],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED turns off /],
    [{ MAIL_FROM: 'us@example.com' }, /^MAIL_FROM is the sandbox’s\. /],
  ])('with %j does not start', (changes, sentence) => {
    expect(start(changes)).toThrow(SetupError);
    expect(start(changes)).toThrow(sentence);
  });

  /** The encryption keys have refusals of their own, above. */
  const secrets = Object.entries(environment.shape)
    .filter(([, schema]) => secretOf(schema) && schema.safeParse('x').success)
    .map(([name]) => name)
    .filter((name) => !['ENCRYPTION_KEYS', 'LOOKUP_KEY'].includes(name));
  it.each(secrets)('with a guessable %s does not start', (name) => {
    for (const value of ['x', 'x'.repeat(40), '1234567890123'])
      expect(start({ [name]: value })).toThrow(`${name} can be guessed. Replace it (`);
  });

  it('names everything that is wrong at once, and no secret', () => {
    const wrong = start({
      PUBLIC_URL: 'http://apply.lender.com',
      LOOKUP_KEY: '',
      BUREAU_URL: 'bureau',
      CORE_API_KEY: 'sandbox-core-key',
      LIMIT_SCALE: '100',
      TWILIO_ACCOUNT_SID: 'a secret of ours',
    });
    const named = 'LOOKUP_KEY LIMIT_SCALE PUBLIC_URL BUREAU_URL CORE_API_KEY TWILIO_ACCOUNT_SID'.split(' ');
    try {
      wrong();
      expect.unreachable();
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      expect(lines[0]).toBe('6 settings are wrong:');
      expect(lines.slice(1, 7).map((line) => line.split(' ')[1])).toEqual(named);
      expect(lines.join()).not.toContain('a secret of ours');
    }
  });

  it('names malformed keys, codes, ids and folders in one start', () => {
    const malformed = {
      LENDER_DIR: '/nowhere/lender',
      ENCRYPTION_KEYS: 'k1',
      LOOKUP_KEY: 'l1:c2hvcnQ=',
      BLOB_REGION: 'US West',
      BUREAU_SOFT_PURPOSE: 'soft pull',
      BUREAU_SCORE_MODEL: 'VantageScore 4.0',
      DOCUSIGN_INTEGRATION_KEY: '7c2b8d7e',
    };
    const sentences = start(malformed);
    expect(sentences).toThrow('7 settings are wrong:');
    for (const name of Object.keys(malformed)) expect(sentences).toThrow(name);
  });

  it('takes what a vendor takes: a region in capitals, a short account number', () => {
    expect(start({ BLOB_REGION: 'US-East', DOCUSIGN_ACCOUNT_ID: '7654321' })).not.toThrow();
    expect(start({ DOCUSIGN_ACCOUNT_ID: 'Branchline' })).toThrow('it must be the API Account ID');
  });

  it('with no setting at all names every one that must be set', () => {
    const always = Object.entries(environment.shape)
      .filter(([name, schema]) => name in neededInProduction || !schema.safeParse(undefined).success)
      .map(([name]) => name);
    const mustBeSet = [...always, ...neededForSignature.docusign];
    try {
      readConfig({});
      expect.unreachable();
    } catch (error) {
      const named = [...(error as Error).message.matchAll(/^- ([A-Z0-9_]+) is not set\./gm)];
      expect(named.map(([, name]) => name).sort()).toEqual(mustBeSet.sort());
      expect(mustBeSet.length).toBeGreaterThan(20);
    }
  });

  it('starts at the vendors’ own addresses where none is set', () => {
    const own = Object.keys(environment.shape).filter((name) => /_URL$/.test(name));
    const ofVendors = own.filter((name) => environment.shape[name as 'BUREAU_URL'].safeParse(undefined).data);
    const config = start(Object.fromEntries(ofVendors.map((name) => [name, undefined])))();
    expect(ofVendors.length).toBeGreaterThan(8);
    for (const name of ofVendors) expect(config[name as 'BUREAU_URL'], name).toMatch(/^https:\/\/[a-z]/);
  });

  it.each([
    ['GA4_API_SECRET', 'GA4_MEASUREMENT_ID'],
    ['ACCOUNT_CHECK_URL', 'ACCOUNT_CHECK_API_KEY'],
    ['VEHICLE_DATA_URL', 'VEHICLE_DATA_API_KEY', 'VEHICLE_DATA_PERMITTED_USE'],
  ])('does not start with %s missing beside %s', (missing, ...others) => {
    const all = others.length > 1 ? 'all or none' : 'both or neither';
    const sentence = new RegExp(`^${missing} is not set, but .* Set ${all}\\.`);
    expect(start({ [missing]: undefined })).toThrow(sentence);
    const none = Object.fromEntries([missing, ...others].map((name) => [name, undefined]));
    expect(start(none)).not.toThrow();
  });

  it('reads every address of a service without the slashes at its end', () => {
    const names = Object.keys(environment.shape).filter(
      (name) => /_URL$/.test(name) && !/^(?:DATABASE|SMTP|PUBLIC)_/.test(name),
    ) as (keyof typeof environment.shape)[];
    expect(names.length).toBeGreaterThan(15);
    const given = names.map((name) => [name, 'https://vendor.com/v1//']);
    const config = start(Object.fromEntries(given))();
    for (const name of names) expect(config[name], name).toBe('https://vendor.com/v1');
  });
});
