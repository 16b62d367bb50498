import { describe, expect, it } from 'vitest';
import { environment } from '../platform/settings.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const inline = { script: 'sha256-script', style: 'sha256-style' };

/** The sources of a page as a lender serves it who sets no more than the vendors' keys. */
const production = sourcesOf({ ...defaults(), isProduction: true });

function defaults() {
  const { shape } = environment;
  return {
    RECAPTCHA_SCRIPT_URL: shape.RECAPTCHA_SCRIPT_URL.parse(undefined),
    RECAPTCHA_SCRIPT_SOURCES: shape.RECAPTCHA_SCRIPT_SOURCES.parse(undefined),
    RECAPTCHA_FRAME_SOURCES: shape.RECAPTCHA_FRAME_SOURCES.parse(undefined),
    SOCURE_SDK_URL: shape.SOCURE_SDK_URL.parse(undefined),
    SOCURE_CONFIG_URL: shape.SOCURE_CONFIG_URL.parse(undefined),
    SOCURE_DATA_SOURCES: shape.SOCURE_DATA_SOURCES.parse(undefined),
    PLAID_LINK_SCRIPT_URL: shape.PLAID_LINK_SCRIPT_URL.parse(undefined),
    PLAID_URL: shape.PLAID_URL.parse(undefined),
  };
}

function sourcesOf(config: Parameters<typeof contentSecurityPolicy>[0], isGallery = false) {
  return new Map(
    contentSecurityPolicy(config, inline, isGallery)
      .split(';')
      .map((part) => {
        const [directive = '', ...sources] = part.split(' ');
        return [directive, sources] as const;
      }),
  );
}

describe('the policy of a page', () => {
  it('allows framing only by the gallery of screens, in development', () => {
    expect(production.get('frame-ancestors')).toEqual(["'none'"]);
    expect(sourcesOf({ ...defaults(), isProduction: true }, true)).toEqual(production);
    const development = { ...defaults(), isProduction: false };
    expect(sourcesOf(development).get('frame-ancestors')).toEqual(["'none'"]);
    expect(sourcesOf(development, true).get('frame-ancestors')).toEqual(["'self'"]);
  });

  it('allows scripts by their path, never a whole host', () => {
    expect(production.get('script-src')).toEqual([
      "'self'",
      "'sha256-script'",
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://sdk.dv.socure.io/latest/device-risk-sdk.js',
      'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    ]);
  });

  it('allows our own PDFs in a frame, the captcha’s frames by their path, and the bank link’s by the host it documents', () => {
    expect(production.get('frame-src')).toEqual([
      "'self'",
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
      'https://cdn.plaid.com',
    ]);
  });

  it('allows pages to call only what the vendors’ scripts call', () => {
    expect(production.get('connect-src')).toEqual([
      "'self'",
      'https://www.google.com/recaptcha/',
      'https://ingestion.dv.socure.io/',
      'https://analytics.dv.socure.io/',
      'https://network.dv.socure.io/',
      'https://production.plaid.com/',
    ]);
  });

  it('has what it refuses reported to us', () => {
    expect(production.get('report-uri')).toEqual(['/webhooks/csp-reports']);
  });

  it('allows the hosts of another installation by its settings, and no longer Google’s', () => {
    const other = sourcesOf({
      RECAPTCHA_SCRIPT_URL: 'http://localhost:4010/recaptcha/api.js?render=explicit',
      RECAPTCHA_SCRIPT_SOURCES: 'http://127.0.0.1:4010/recaptcha/releases/ http://127.0.0.1:4010/more/',
      RECAPTCHA_FRAME_SOURCES: 'http://127.0.0.1:4010/recaptcha/api2/',
      SOCURE_SDK_URL: 'http://localhost:4010/socure/sdk.js',
      SOCURE_CONFIG_URL: 'http://localhost:4010/socure/config',
      SOCURE_DATA_SOURCES: 'http://127.0.0.1:4010/socure/',
      PLAID_LINK_SCRIPT_URL: 'http://localhost:4010/plaid/link/v2/stable/link-initialize.js',
      PLAID_URL: 'http://localhost:4010/plaid',
      isProduction: false,
    });
    expect(other.get('script-src')?.slice(2, 5)).toEqual([
      'http://localhost:4010/recaptcha/',
      'http://127.0.0.1:4010/recaptcha/releases/',
      'http://127.0.0.1:4010/more/',
    ]);
    expect(other.get('frame-src')?.[2]).toBe('http://127.0.0.1:4010/recaptcha/api2/');
    expect(other.get('connect-src')).toContain('http://127.0.0.1:4010/socure/');
    expect([...other.values()].flat().join()).not.toMatch(/google|gstatic/);
    expect(other.has('upgrade-insecure-requests')).toBe(false);
  });
});
