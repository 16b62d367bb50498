// Serves the build output: pages with their settings and preloaded responses, hashed files, and the lender's images.
import { join } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi, partnerOpenApi } from '#contract/openapi.ts';
import {
  groupDefaults,
  movedAddresses,
  pathOf,
  type ScreenName,
  screenAt,
  screens,
} from '#contract/screens.ts';
import type { Lender } from '#lender/load.ts';
import { lookCss } from '#lender/palette.ts';
import { daysAfter, lenderDay } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { nothingHere } from '../platform/failure.ts';
import { sendErrors } from '../platform/http/error-responses.ts';
import { version } from '../platform/version.ts';
import type { Services, With } from '../services.ts';
import {
  brotli,
  compressGzip,
  jsonPart,
  type Page,
  PageIndex,
  type Pages,
  type Rendered,
  withPart,
  withRendered,
} from './built-pages.ts';
import { contentSecurityPolicy, reportOnlyPolicy } from './content-security-policy.ts';
import { type StatedFacts, statedFacts, withFacts } from './policy-facts.ts';
import type { pageRenderer } from './ssr-pool.ts';

/** Responses to a screen's first requests, by URL, or the guard's redirect; undefined if everyone's page is the same. */
export type PreloadedResponses = (
  request: FastifyRequest,
  screen: ScreenName,
) => Promise<
  { readonly responses: Readonly<Record<string, unknown>> } | { readonly instead: string } | undefined
>;

const icons = ['icon.svg', 'favicon.ico'];
/** Documents and signing pages take their colors and display face from it. */
const lookAddress = '/lender/look.css';

interface PageServices {
  readonly config: Config;
  readonly lender: Pick<Lender, 'advertised' | 'brand' | 'look' | 'openStates' | 'partners' | 'policy'>;
  readonly now: () => Date;
  readonly preloadedResponses: PreloadedResponses;
  readonly renderPage: ReturnType<typeof pageRenderer>['render'];
}

/** The routes whose pages and files are the same for everyone; a page that is not sets no cache-control, and is not stored. */
export const publicPages = [
  pathOf('landing'),
  '/*',
  '/assets/*',
  '/lender/*',
  lookAddress,
  ...icons.map((icon) => `/${icon}`),
];

export async function pageRoutes(app: FastifyInstance, services: PageServices, pages: Pages): Promise<void> {
  const { config, lender, now, preloadedResponses, renderPage } = services;
  await fileRoutes(app, config, lender.look, pages.directory);
  let current: { readonly stated: StatedFacts; readonly index: PageIndex } | undefined;
  let statedOn: { readonly policy: Lender['policy']; readonly date: string } | undefined;
  /** The pages with what the policy in force says today. They stay the same until that changes. */
  const pagesNow = () => {
    const { policy } = lender;
    const date = lenderDay(lender, now());
    if (current && statedOn?.policy === policy && statedOn.date === date) return current;
    statedOn = { policy, date };
    const stated = statedFacts(lender, date);
    if (!current || JSON.stringify(current.stated) !== JSON.stringify(stated))
      current = { stated, index: new PageIndex(pages, lender, stated) };
    return current;
  };
  // A page that lacks a part is found at the start.
  pagesNow();
  app.get('/', (request, reply) => reply.redirect(`${pathOf('landing')}${queryOf(request)}`, 302));
  app.get(pathOf('landing'), async (request, reply) => {
    const { experience, sub_id } = request.query as Record<string, unknown>;
    const preloaded = await preloadedResponses(request, 'landing');
    const responses = preloaded && 'responses' in preloaded ? preloaded.responses : undefined;
    return send(request, reply, pagesNow().index.landing(experience, sub_id), responses);
  });
  app.get('/*', async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    const isHidden =
      pathname.startsWith('/api/') || (config.isProduction && /^\/dev(?:\/|$)/i.test(pathname));
    if (isHidden || /\.[a-z0-9]{2,5}$/i.test(pathname))
      return sendErrors(reply, 404, [{ code: 'not-found', message: nothingHere }]);
    if (pathname.startsWith('/dev/')) {
      // Only in development; production has nothing at /dev.
      const { plain } = pagesNow().index;
      const gallery = { ...plain, policy: contentSecurityPolicy(config, plain, true) };
      return send(request, reply.header('x-frame-options', 'SAMEORIGIN'), gallery);
    }
    const moved = movedAddresses[pathname.replace(/\/+$/, '')];
    if (moved) return reply.redirect(`${moved}${queryOf(request)}`, 301);
    const screen = screenAt(pathname);
    if (screen === undefined) return reply.redirect(`${elsewhere(pathname)}${queryOf(request)}`, 302);
    const preloaded = await preloadedResponses(request, screen);
    if (preloaded && 'instead' in preloaded) return reply.redirect(preloaded.instead, 302);
    const responses = preloaded?.responses;
    const { index, stated } = pagesNow();
    // The query string may choose what a screen shows.
    const isForEveryone = responses === undefined && queryOf(request) === '';
    const page = (isForEveryone && index.whole(screen, pathname, now())) || index.waiting(screen);
    const at = now();
    const markup = responses && (await renderPage({ address: request.url, responses, now: at }));
    const rendered = markup === undefined ? undefined : { markup: withFacts(markup, stated), at };
    return send(request, reply, page, responses, rendered);
  });
}

async function fileRoutes(app: FastifyInstance, config: Config, look: Lender['look'], directory: string) {
  await app.register(statics, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    allowedPath: (path) => config.isDevelopment || !path.startsWith('/dev-'),
  });
  const ofLender = join(config.lenderDirectory, 'public');
  await app.register(statics, {
    root: ofLender,
    prefix: '/lender/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => /\.(?:svg|png|woff2)$/.test(path),
    maxAge: '1h',
  });
  for (const icon of icons)
    app.get(`/${icon}`, (_request, reply) => reply.sendFile(look.icon.svg, ofLender, { maxAge: '1d' }));
  const style = lookCss(look, '/lender/');
  app.get(lookAddress, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  );
}

/** Where to redirect an address that has no screen, matching the browser's router. */
function elsewhere(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  if (path in groupDefaults) return pathOf(groupDefaults[path as keyof typeof groupDefaults]);
  return pathOf(path.startsWith('/loan-request/') ? 'offers' : 'landing');
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  responses?: Readonly<Record<string, unknown>>,
  rendered?: Rendered,
): Promise<FastifyReply> {
  reply
    .header('content-security-policy', page.policy)
    .header('content-security-policy-report-only', reportOnlyPolicy)
    .header('vary', 'accept-encoding, cookie')
    .type('text/html; charset=utf-8');
  // The address contains a link's token, until the page's first script removes it.
  if (page.screen && screens[page.screen].byLink) reply.header('referrer-policy', 'no-referrer');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  if (encoding) reply.header('content-encoding', encoding);
  if (responses) {
    const html = withPart(
      rendered ? withRendered(page.html(), rendered) : page.html(),
      jsonPart('responses', responses),
    );
    if (encoding === 'br') return reply.send(await brotli(html, 5));
    return reply.send(encoding === 'gzip' ? await compressGzip(html) : html);
  }
  reply.header('cache-control', 'no-cache').header('etag', page.etag());
  if (request.headers['if-none-match'] === page.etag())
    return reply.removeHeader('content-encoding').code(304).send();
  if (encoding === 'br') return reply.send(await page.br());
  return reply.send(encoding === 'gzip' ? await page.gzip() : page.html());
}

const queryOf = ({ url }: FastifyRequest): string => /\?.*/s.exec(url)?.[0] ?? '';

export function apiDescriptionRoutes(app: FastifyInstance, { config, lender, sessions }: Services): void {
  const { name } = lender.brand;
  const info = { version, url: config.publicUrl, sessionCookie: sessions.cookieName };
  const forPartners = partnerOpenApi({ ...info, title: `${name} API for partners` });
  app.get('/partners/api.json', async () => forPartners);
  if (!config.isDevelopment) return;
  const description = openApi({ ...info, title: `${name} API` });
  app.get('/dev/api.json', async () => description);
}

/** The RFC recommends less than a year. Each response renews it, because the address is part of the release. */
const expiresAfterDays = 90;

export const securityTxtPath = '/.well-known/security.txt';

export function securityTxtRoute(
  app: FastifyInstance,
  { config, clock, lender }: With<'config' | 'clock' | 'lender'>,
): void {
  const { emails } = lender.brand;
  app.get(securityTxtPath, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          `Contact: mailto:${emails.security ?? emails.customerService}`,
          `Expires: ${daysAfter(clock.now(), expiresAfterDays).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${config.publicUrl}${securityTxtPath}`,
          '',
        ].join('\n'),
      ),
  );
}
