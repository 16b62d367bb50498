import { describe, expect, it } from 'vitest';
import { pagePolicy } from './page-policy.ts';

const inline = { script: 'sha256-script', style: 'sha256-style' };

/** The sources of a page as a lender serves it. */
const production = sourcesOf({
  RECAPTCHA_SCRIPT_URL: 'https://www.google.com/recaptcha/api.js?render=explicit',
  SOCURE_SDK_URL: 'https://sdk.dv.socure.us/latest/device-risk-sdk.js',
  SOCURE_CONFIG_URL: 'https://analytics.dv.socure.us',
  PLAID_LINK_SCRIPT_URL: 'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
  PLAID_URL: 'https://production.plaid.com',
  isProduction: true,
});

function sourcesOf(config: Parameters<typeof pagePolicy>[0]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    pagePolicy(config, inline)
      .split(';')
      .map((part) => {
        const [directive = '', ...sources] = part.split(' ');
        return [directive, sources] as const;
      }),
  );
}

describe('the policy of a page', () => {
  it('lets in scripts by their path, never a whole host', () => {
    expect(production.get('script-src')).toEqual([
      "'self'",
      "'sha256-script'",
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://sdk.dv.socure.us/latest/device-risk-sdk.js',
      'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
    ]);
  });

  it('lets the captcha’s frames in by their path, and the bank link’s by the host it documents', () => {
    expect(production.get('frame-src')).toEqual([
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
      'https://cdn.plaid.com',
    ]);
  });

  it('lets pages call only what the vendors’ scripts call', () => {
    expect(production.get('connect-src')).toEqual([
      "'self'",
      'https://www.google.com/recaptcha/',
      'https://analytics.dv.socure.us/',
      'https://production.plaid.com/',
    ]);
  });

  it('has what it refuses reported to us', () => {
    expect(production.get('report-uri')).toEqual(['/webhooks/csp-reports']);
    expect(production.get('report-to')).toEqual(['csp']);
  });

  it('gives Google’s other hosts to no other captcha', () => {
    const other = sourcesOf({
      RECAPTCHA_SCRIPT_URL: 'http://localhost:4010/recaptcha/api.js',
      SOCURE_SDK_URL: 'http://localhost:4010/socure/sdk.js',
      SOCURE_CONFIG_URL: 'http://localhost:4010/socure/config',
      PLAID_LINK_SCRIPT_URL: 'http://localhost:4010/plaid/link/v2/stable/link-initialize.js',
      PLAID_URL: 'http://localhost:4010/plaid',
      isProduction: false,
    });
    expect(other.get('script-src')?.[2]).toBe('http://localhost:4010/recaptcha/');
    expect([...other.values()].flat().join()).not.toMatch(/google|gstatic/);
    expect(other.has('upgrade-insecure-requests')).toBe(false);
  });
});
