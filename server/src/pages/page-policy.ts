// Builds the Content-Security-Policy for our pages: our own files, the page's inline script and style by hash, and the
// origins of the captcha, fraud check and bank link.
import type { Config } from '../platform/config.ts';

export function pagePolicy(
  config: Config,
  inline: { readonly script: string; readonly style: string },
): string {
  const origins = (...addresses: string[]) => [
    ...new Set(addresses.map((address) => new URL(address).origin)),
  ];
  const captcha = origins(config.RECAPTCHA_SCRIPT_URL);
  const fraud = origins(config.SOCURE_SDK_URL);
  const bankLink = origins(config.PLAID_LINK_SCRIPT_URL);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'${inline.script}'`, ...captcha, ...fraud, ...bankLink],
    'style-src': ["'self'", `'${inline.style}'`],
    'img-src': ["'self'", 'data:', ...captcha],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...captcha,
      ...origins(config.SOCURE_CONFIG_URL, config.PLAID_LINK_SCRIPT_URL, config.PLAID_URL),
    ],
    'frame-src': [...captcha, ...bankLink],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'manifest-src': ["'self'"],
    ...(config.isProduction ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}
