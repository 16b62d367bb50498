import { describe, expect, it } from 'vitest';
import { developmentEnvironment } from '../../../scripts/development-env.js';
import { readConfig, readStorageConfig } from './config.ts';
import { SetupError } from './failure.ts';

const read = (changes: Record<string, string | undefined>) => () =>
  readConfig({ ...developmentEnvironment({}), ...changes });

describe('the environment', () => {
  it('of development holds as it is', () => {
    expect(read({})()).toMatchObject({ isDevelopment: true, publicUrl: 'http://localhost:3000' });
  });

  it.each([
    ['a missing variable', { BUREAU_URL: undefined }, /^BUREAU_URL is not set\. .*operators-guide/],
    ['an empty one', { CORE_API_KEY: '' }, /^CORE_API_KEY is not set\. /],
    [
      'no address',
      { BUREAU_URL: 'bureau' },
      /^BUREAU_URL cannot be used: it must be an address such as https:/,
    ],
    [
      'no port',
      { METRICS_PORT: '99999' },
      /^METRICS_PORT cannot be used: it must be a whole number from 0 to 65535\. /,
    ],
    [
      'a word for a port',
      { PORT: 'web' },
      /^PORT cannot be used: it must be a whole number from 0 to 65535\. /,
    ],
    [
      'no database',
      { DATABASE_URL: 'base' },
      /^DATABASE_URL cannot be used: it must be an address such as postgres:/,
    ],
    [
      'an unknown level',
      { LOG_LEVEL: 'loud' },
      /^LOG_LEVEL cannot be used: it must be one of trace, debug, /,
    ],
    [
      'stretched timeouts in production',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://apply.example.com', VENDOR_TIMEOUT_SCALE: '10' },
      /^VENDOR_TIMEOUT_SCALE is for tests alone\. /,
    ],
    [
      'no proxies',
      { TRUST_PROXY: 'yes' },
      /^TRUST_PROXY cannot be used: it must be false, the number of proxies /,
    ],
    [
      'every proxy believed in production',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://apply.example.com', TRUST_PROXY: 'true' },
      /^TRUST_PROXY=true .* name how many proxies .* or their networks, /,
    ],
    ['production without its address', { NODE_ENV: 'production' }, /^PUBLIC_URL is not set\. .* https /],
    ['nothing said, which is production,', { NODE_ENV: '' }, /^PUBLIC_URL is not set\. .* https /],
  ])('with %s is refused in a sentence that names the variable', (_, changes, sentence) => {
    expect(read(changes)).toThrow(SetupError);
    expect(read(changes)).toThrow(sentence);
  });

  it('never shows a secret in a refusal', () => {
    expect(read({ TWILIO_ACCOUNT_SID: 'a secret of ours' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('a secret of ours') }),
    );
  });

  it('is asked for no vendor by a command that works on the database alone', () => {
    expect(readStorageConfig({ DATA_DIR: '/data' })).toMatchObject({
      dataDirectory: '/data',
      isProduction: true,
    });
    expect(readStorageConfig({ NODE_ENV: 'development' })).toMatchObject({ isProduction: false });
  });
});
