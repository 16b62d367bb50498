import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentEnvironment } from '../../../scripts/development-env.js';
import { productionEnvironment } from '../../test/production-settings.ts';
import { testFolder } from '../../test/test-folder.ts';
import { readConfig, readStorageConfig } from './config.ts';
import { SetupError } from './failure.ts';
import { environment, secretOf } from './settings.ts';

const read = (changes: Record<string, string | undefined>) => () =>
  readConfig({ ...developmentEnvironment({}), ...changes });

describe('the environment', () => {
  it('accepts the development settings unchanged', () => {
    expect(read({})()).toMatchObject({ isDevelopment: true, publicUrl: 'http://localhost:3000' });
  });

  it.each<[Record<string, string | undefined>, RegExp]>([
    [{ CORE_URL: undefined }, /^CORE_URL is not set\. .*go-live-reference\.md/],
    [{ BUREAU_URL: 'bureau' }, /^BUREAU_URL cannot be used: it must be an address such as https:/],
    [
      { RECAPTCHA_SCRIPT_SOURCES: 'https://scripts.com/a/ https://scripts.com/a/b.js' },
      /^RECAPTCHA_SCRIPT_SOURCES cannot be used: it must be addresses that end in a slash, /,
    ],
    [{ METRICS_PORT: '99999' }, /^METRICS_PORT cannot be used: it must be a whole number from 0 to 65535\. /],
    [{ DATABASE_URL: 'base' }, /^DATABASE_URL cannot be used: it must be an address such as postgres:/],
    [
      { DATABASE_URL: 'postgres://one,two/branchline' },
      /^DATABASE_URL cannot be used: it names several servers and must say which one to use: target_session_attrs=/,
    ],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL cannot be used: it must be one of trace, debug, /],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY cannot be used: it must be false, the number of proxies /],
    [{ MAIL_FROM: 'Lender <hello@>' }, /^MAIL_FROM cannot be used: it must be an email/],
    [{ TWILIO_FROM: '555' }, /^TWILIO_FROM cannot be used: it must be a number such as/],
    [{ PUBLIC_URL: 'https://lender.com/apply' }, /^PUBLIC_URL cannot be used: it must be .* without a path/],
    [
      { SENTRY_DSN: 'https://errors.example/42' },
      /^SENTRY_DSN cannot be used: it must be an address such as https:\/\/key@/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: it must be an address such as https:/,
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'authorization' },
      /^OTEL_EXPORTER_OTLP_HEADERS cannot be used: it must be name=value/,
    ],
    [{ SMTP_URL: 'https://mail.lender.com' }, /^SMTP_URL cannot be used: .* smtps:/],
  ])('with %j is refused in a sentence that names the variable', (changes, sentence) => {
    expect(read(changes)).toThrow(SetupError);
    expect(read(changes)).toThrow(sentence);
  });

  it('needs no vendor for a command that works on the database alone', () => {
    const config = readStorageConfig({ DATA_DIR: '/data' });
    expect(config).toMatchObject({ dataDirectory: '/data', isProduction: true });
    expect(readStorageConfig({ NODE_ENV: 'development' })).toMatchObject({ isProduction: false });
  });
});

describe('a setting from a file', () => {
  const folder = testFolder(afterAll);
  const path = join(folder, 'bureau-password');
  beforeAll(() => writeFileSync(path, 'from a file\n'));

  it('is read without its last line end', () => {
    const file = { BUREAU_PASSWORD: undefined, BUREAU_PASSWORD_FILE: path };
    expect(read(file)()).toMatchObject({ BUREAU_PASSWORD: 'from a file' });
    expect(developmentEnvironment({ BUREAU_PASSWORD_FILE: path })).not.toHaveProperty('BUREAU_PASSWORD');
    const DATABASE_URL = 'postgres://localhost/branchline';
    writeFileSync(join(folder, 'url'), DATABASE_URL);
    expect(readStorageConfig({ DATABASE_URL_FILE: join(folder, 'url') })).toMatchObject({ DATABASE_URL });
  });

  it('is checked in production like any other', () => {
    writeFileSync(join(folder, 'sandbox'), 'sandbox-bureau-password');
    const { BUREAU_PASSWORD: _, ...rest } = productionEnvironment();
    const start = () => readConfig({ ...rest, BUREAU_PASSWORD_FILE: join(folder, 'sandbox') });
    expect(start).toThrow(/^BUREAU_PASSWORD is the sandbox’s\. /);
  });

  it('is refused where it is set twice, cannot be read or is empty', () => {
    const twice = 'BUREAU_PASSWORD and BUREAU_PASSWORD_FILE are both set. Keep one of them.';
    expect(read({ BUREAU_PASSWORD_FILE: path })).toThrow(twice);
    const missing = { BUREAU_PASSWORD: undefined, BUREAU_PASSWORD_FILE: join(folder, 'missing') };
    expect(read(missing)).toThrow('BUREAU_PASSWORD_FILE names a file that cannot be read (ENOENT).');
    writeFileSync(join(folder, 'empty'), '\n');
    const empty = { BUREAU_PASSWORD: undefined, BUREAU_PASSWORD_FILE: join(folder, 'empty') };
    expect(read(empty)).toThrow('BUREAU_PASSWORD_FILE names an empty file.');
    const { DATABASE_URL: _, ...rest } = productionEnvironment();
    const unread = /^DATABASE_URL_FILE names a file that cannot be read \(ENOENT\)\.$/;
    expect(() => readConfig({ ...rest, DATABASE_URL_FILE: join(folder, 'missing') })).toThrow(unread);
  });
});

it('anything that grants access comes from a secret store', () => {
  for (const [name, schema] of Object.entries(environment.shape))
    if (/SECRET|PASSWORD|TOKEN|PRIVATE|API_KEY|HMAC|_KEYS$/.test(name))
      expect(secretOf(schema), name).toBeDefined();
});
