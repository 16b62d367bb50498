// Builds the Content-Security-Policy for our pages: our own files, the page's inline script and style by hash, and of the captcha,
// fraud check and bank link no more than the paths they need. A source that ends in a slash allows everything below it. What a
// vendor's script loads from further hosts is a setting of its own.
import type { Config } from '../platform/config.ts';

/** Where browsers report what a page's policy refused. */
export const violationReports = '/webhooks/csp-reports';

/** Reports where a script's text becomes markup or code, and refuses nothing: the vendors' scripts do it too. */
export const reportOnlyPolicy = `require-trusted-types-for 'script';report-uri ${violationReports}`;

type PolicyConfig = Pick<
  Config,
  | 'RECAPTCHA_SCRIPT_URL'
  | 'RECAPTCHA_SCRIPT_SOURCES'
  | 'RECAPTCHA_FRAME_SOURCES'
  | 'SOCURE_SDK_URL'
  | 'SOCURE_CONFIG_URL'
  | 'SOCURE_DATA_SOURCES'
  | 'PLAID_LINK_SCRIPT_URL'
  | 'PLAID_URL'
  | 'isProduction'
>;

export function contentSecurityPolicy(
  config: PolicyConfig,
  /** The hashes of the page's inline scripts and style. */
  inline: { readonly script: string; readonly question?: string; readonly style: string },
  /** The gallery of screens in development frames its own pages. No page may be framed otherwise. */
  isGallery = false,
): string {
  const framesItself = isGallery && !config.isProduction;
  const captcha = new URL('.', config.RECAPTCHA_SCRIPT_URL).href;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      `'${inline.script}'`,
      ...(inline.question ? [`'${inline.question}'`] : []),
      captcha,
      ...listed(config.RECAPTCHA_SCRIPT_SOURCES),
      exactly(config.SOCURE_SDK_URL),
      exactly(config.PLAID_LINK_SCRIPT_URL),
    ],
    'style-src': ["'self'", `'${inline.style}'`],
    'img-src': ["'self'", 'data:', captcha],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      captcha,
      below(config.SOCURE_CONFIG_URL),
      ...listed(config.SOCURE_DATA_SOURCES),
      below(config.PLAID_URL),
    ],
    // Our own PDFs. Plaid documents its whole host for frames.
    'frame-src': [
      "'self'",
      captcha,
      ...listed(config.RECAPTCHA_FRAME_SOURCES),
      new URL(config.PLAID_LINK_SCRIPT_URL).origin,
    ],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': [framesItself ? "'self'" : "'none'"],
    'manifest-src': ["'self'"],
    'report-uri': [violationReports],
    ...(config.isProduction ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}

/** An address without its query, which a source must not have. */
function exactly(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

const below = (address: string): string => exactly(address).replace(/\/?$/, '/');

const listed = (sources: string): readonly string[] => sources.split(/\s+/);
