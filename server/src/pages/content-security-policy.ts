// Builds the Content-Security-Policy for our pages: our own files, the page's inline script and style by hash, and of the captcha,
// fraud check and bank link no more than the paths they need. A source that ends in a slash allows everything below it. What a
// vendor's script loads from further hosts is a setting of its own.

import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { screenAt } from '#contract/screens.ts';
import type { Config } from '../platform/config.ts';
import { networkOf } from '../platform/http/network.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { readJson } from '../platform/json.ts';
import type { Services } from '../services.ts';

/** Where browsers report what a page's policy refused. */
const violationReports = '/webhooks/csp-reports';

/** Reports where a script's text becomes markup or code, and refuses nothing: the vendors' scripts do it too. */
export const reportOnlyPolicy = `require-trusted-types-for 'script';report-uri ${violationReports}`;

export function contentSecurityPolicy(
  config: Pick<
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
  >,
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

const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'form-action',
  'base-uri',
  'manifest-src',
  'media-src',
  'object-src',
  'worker-src',
  'require-trusted-types-for',
] as const;

const address = z.string().max(8000).catch('');

const report = z.object({
  directive: z.enum(directives).catch('default-src'),
  blocked: address,
  page: address,
  file: address,
});

/** As `report-uri` sends it, which every browser still knows where no `report-to` is named. */
const sentReport = z.object({ 'csp-report': z.looseObject({}) }).transform(({ 'csp-report': body }) =>
  report.parse({
    directive: body['effective-directive'] ?? body['violated-directive'],
    blocked: body['blocked-uri'],
    page: body['document-uri'],
    file: body['source-file'],
  }),
);

export function violationRoutes(app: FastifyInstance, { limiter, vault, log, metrics }: Services): void {
  receiveWebhook(app, violationReports, async (body, request) => {
    await limiter.spend('report-violation', vault.lookup('address', networkOf(request.ip)));
    const read = sentReport.safeParse(readJson(body));
    if (!read.success) return;
    const { directive, blocked, page, file } = read.data;
    metrics.policyReports.inc({ directive });
    if (!(await limiter.trySpend('log-violation', 'all'))) return;
    log.warn(
      { directive, blocked: domainOf(blocked), screen: screenOf(page), file: ownFile(file) },
      'a page tried what its policy refuses',
    );
  });
}

/** What was refused: `inline`, `eval`, or the end of a host. The rest of an address could name a person. */
function domainOf(blocked: string): string {
  if (/^(?:inline|eval|wasm-eval|self|data|blob|about|trusted-types-sink)$/.test(blocked)) return blocked;
  const host = URL.canParse(blocked) ? new URL(blocked).hostname : '';
  return /[^.]+\.[a-z][^.]*$/.exec(host)?.[0] ?? 'other';
}

const screenOf = (page: string) => (URL.canParse(page) ? screenAt(new URL(page).pathname) : undefined);

const ownFile = (file: string) => /\/assets\/([\w-]{1,80}\.js)$/.exec(file)?.[1];
