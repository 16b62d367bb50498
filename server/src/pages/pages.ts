// Serves the build output: pages with their settings and preloaded answers, hashed files with their compressed
// versions, and the lender's images.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Experience, experiences } from '#contract/experiences.ts';
import {
  groupDefaults,
  movedAddresses,
  pathOf,
  type ScreenName,
  screenAt,
  screens,
} from '#contract/screens.ts';
import type { Lender } from '#lender/load.ts';
import { dayIn } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { nothingHere, SetupError } from '../platform/failure.ts';
import { answerErrors } from '../platform/http/error-responses.ts';
import type { PageDrawer } from './draw-in-worker.ts';
import { pagePolicy, reportingEndpoints } from './page-policy.ts';

/** A page as `scripts/pages.ts` describes it. */
export interface BuiltPage {
  readonly file: string;
  readonly screen?: ScreenName;
  /** True if the page is fully rendered; otherwise it shows a loading message. */
  readonly whole: boolean;
  /** For the landing page, its variant. For a legal text, its name and the first day it applies. */
  readonly experience?: Experience;
  /** For the landing page of a partner's applicant, the placeholders for the partner. */
  readonly partner?: { readonly name: string; readonly logo: string };
  readonly text?: string;
  readonly effective?: string;
  /** The hashes of the inline script and style. */
  readonly script: string;
  readonly style: string;
  /** What a browser loads before the page becomes interactive, in execution order. */
  readonly loads: readonly string[];
}

interface Page extends BuiltPage {
  readonly html: string;
  readonly policy: string;
  readonly etag: string;
  readonly br: () => Promise<Buffer>;
  readonly gzip: () => Promise<Buffer>;
}

/**
 * The server's answers to a screen's first requests, by URL, or the address where the guard sends this browser instead.
 * Undefined if the page is the same for everyone.
 */
export type PreloadedAnswers = (
  request: FastifyRequest,
  screen: ScreenName,
) => Promise<
  { readonly answers: Readonly<Record<string, unknown>> } | { readonly instead: string } | undefined
>;

interface Pages {
  readonly directory: string;
  readonly all: readonly Page[];
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const brotli = (html: string, quality: number) =>
  compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

export function readPages(config: Config, directory = config.WEB_DIR): Pages {
  if (!existsSync(join(directory, 'pages.json'))) {
    throw new SetupError(`The browser side is not built (${directory}). Run npm run build first.`);
  }
  const settings = jsonPart('settings', {
    recaptcha: { script: config.RECAPTCHA_SCRIPT_URL, siteKey: config.RECAPTCHA_SITE_KEY },
    socure: {
      script: config.SOCURE_SDK_URL,
      sdkKey: config.SOCURE_SDK_KEY,
      configBaseUrl: config.SOCURE_CONFIG_URL,
    },
    plaid: { script: config.PLAID_LINK_SCRIPT_URL },
    development: config.isDevelopment,
  });
  const built = JSON.parse(readFileSync(join(directory, 'pages.json'), 'utf8')) as readonly BuiltPage[];
  const page = (of: BuiltPage): Page =>
    pageOf(
      of,
      withPart(readFileSync(join(directory, 'pages', of.file), 'utf8'), settings),
      pagePolicy(config, of),
    );
  return { directory, all: built.map(page) };
}

const pageOf = (page: BuiltPage, html: string, policy: string): Page => ({
  ...page,
  html,
  policy,
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  // Compressed once, on first request.
  br: once(() => brotli(html, 11)),
  gzip: once(() => compressGzip(html, { level: 9 })),
});

/** The landing page for a partner's applicant. */
function pageBy(page: Page, { name, logo }: Lender['partners'][number]): Page {
  const partner = { name, logo: `/lender/${logo}` };
  const drawn = page.html
    .replaceAll(`"${page.partner?.name}"`, () => `"${inHtml(partner.name)}"`)
    .replaceAll(`"${page.partner?.logo}"`, () => `"${inHtml(partner.logo)}"`);
  return pageOf(page, withPart(drawn, jsonPart('partner', partner)), page.policy);
}

const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export async function pageRoutes(
  app: FastifyInstance,
  {
    config,
    lender,
    now,
    preloadedAnswers,
    drawPage,
  }: {
    readonly config: Config;
    readonly lender: Pick<Lender, 'brand' | 'partners'>;
    readonly now: () => Date;
    readonly preloadedAnswers: PreloadedAnswers;
    readonly drawPage: PageDrawer['draw'];
  },
  { directory, all }: Pages,
): Promise<void> {
  await app.register(statics, {
    root: join(directory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // What is at /dev.
    allowedPath: (path) => config.isDevelopment || !path.startsWith('/dev-'),
    // Scripts and styles are not pages. With page headers, the many small files would be half headers.
    setHeaders: (reply) => {
      for (const header of ofPagesAlone) reply.removeHeader(header);
    },
  });
  await app.register(statics, {
    root: join(config.lenderDirectory, 'public'),
    prefix: '/lender/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => path.endsWith('.svg'),
    maxAge: '1h',
  });
  for (const icon of ['icon.svg', 'favicon.ico']) {
    app.get(`/${icon}`, (_request, reply) => reply.sendFile('icon.svg', directory, { maxAge: '1d' }));
  }

  const the = (wanted: (page: Page) => boolean): Page => {
    const page = all.find(wanted);
    if (!page) throw new SetupError('The browser side lacks a page. Run npm run build again.');
    return page;
  };
  const waiting = new Map(
    all.flatMap((page) => (page.screen && !page.whole ? [[page.screen, page] as const] : [])),
  );
  const plain = the(({ screen }) => screen === undefined);
  // In development alone; production has nothing at /dev.
  const gallery = { ...plain, policy: pagePolicy(config, plain, true) };
  const landing = (variant: Experience, isSent: boolean) =>
    the(({ experience, partner }) => experience === variant && isSent === (partner !== undefined));
  const landings = new Map(experiences.map((one) => [one, landing(one, false)]));
  const partnersLandings = new Map(
    lender.partners.flatMap((partner) =>
      experiences.map((one) => [`${partner.id} ${one}`, pageBy(landing(one, true), partner)] as const),
    ),
  );
  /** The page that is the same for everyone; for a legal text, the version that applies today. */
  const whole = (screen: ScreenName, pathname: string): Page | undefined => {
    if (screen !== 'legal') return all.find((page) => page.screen === screen && page.whole);
    const [text, day] = [pathname.split('/')[2], dayIn(lender.brand.hours.timeZone, now())];
    return all
      .filter((page) => page.text === text && page.effective !== undefined && page.effective <= day)
      .sort((one, other) => ((one.effective ?? '') < (other.effective ?? '') ? 1 : -1))[0];
  };

  app.get('/', (request, reply) => reply.redirect(`${pathOf('landing')}${queryOf(request)}`, 302));
  app.get(pathOf('landing'), async (request, reply) => {
    const { experience, sub_id } = request.query as Record<string, unknown>;
    const variant = experiences.find((one) => one === experience) ?? 'sp';
    const partner = lender.partners.find(({ subIds }) => subIds.some((subId) => subId === sub_id));
    const page = partner ? partnersLandings.get(`${partner.id} ${variant}`) : landings.get(variant);
    const preloaded = await preloadedAnswers(request, 'landing');
    return send(
      request,
      reply,
      page ?? plain,
      preloaded && 'answers' in preloaded ? preloaded.answers : undefined,
    );
  });
  app.get('/*', async (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    const isHidden =
      pathname.startsWith('/api/') || (config.isProduction && /^\/dev(?:\/|$)/i.test(pathname));
    if (isHidden || /\.[a-z0-9]{2,5}$/i.test(pathname)) {
      return answerErrors(reply, 404, [{ code: 'not-found', message: nothingHere }]);
    }
    if (pathname.startsWith('/dev/'))
      return send(request, reply.header('x-frame-options', 'SAMEORIGIN'), gallery);
    const moved = movedAddresses[pathname.replace(/\/+$/, '')];
    if (moved) return reply.redirect(`${moved}${queryOf(request)}`, 301);
    const screen = screenAt(pathname);
    if (screen === undefined) return reply.redirect(`${elsewhere(pathname)}${queryOf(request)}`, 302);
    const preloaded = await preloadedAnswers(request, screen);
    if (preloaded && 'instead' in preloaded) {
      return reply.header('cache-control', 'no-store').redirect(preloaded.instead, 302);
    }
    const answers = preloaded?.answers;
    // The query string may choose what a screen shows.
    const isForEveryone = answers === undefined && queryOf(request) === '';
    const page = (isForEveryone && whole(screen, pathname)) || waiting.get(screen) || plain;
    const markup = answers && (await drawPage({ address: request.url, answers, now: now() }));
    return send(request, reply, page, answers, markup);
  });
}

const ofPagesAlone = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

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
  answers?: Readonly<Record<string, unknown>>,
  markup?: string,
): Promise<FastifyReply> {
  reply
    .header('content-security-policy', page.policy)
    .header('reporting-endpoints', reportingEndpoints)
    .header('vary', 'accept-encoding, cookie')
    .type('text/html; charset=utf-8');
  // The address holds a link's token, until the page's first script takes it away.
  if (page.screen && screens[page.screen].byLink) reply.header('referrer-policy', 'no-referrer');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  if (encoding) reply.header('content-encoding', encoding);
  if (answers) {
    reply.header('cache-control', 'no-store');
    const drawn = markup === undefined ? page.html : withMarkup(page.html, markup);
    const html = withPart(drawn, jsonPart('answers', answers));
    if (encoding === 'br') return reply.send(await brotli(html, 5));
    return reply.send(encoding === 'gzip' ? await compressGzip(html) : html);
  }
  reply.header('cache-control', 'no-cache').header('etag', page.etag);
  if (request.headers['if-none-match'] === page.etag)
    return reply.removeHeader('content-encoding').code(304).send();
  if (encoding === 'br') return reply.send(await page.br());
  return reply.send(encoding === 'gzip' ? await page.gzip() : page.html);
}

/** Ends the content in a built page. */
export const afterRoot = '<!-- root ends -->';

/** A page with the content that was drawn for one applicant. Its title is part of the content. */
function withMarkup(html: string, markup: string): string {
  const title = /<title>.*?<\/title>/;
  const own = title.exec(markup)?.[0] ?? '';
  return html
    .replace(title, (before) => own || before)
    .replace(
      new RegExp(`<div id="root">.*</div>${afterRoot}`, 's'),
      () => `<div id="root" data-drawn>${markup.replace(own, '')}</div>${afterRoot}`,
    );
}

/** Data for the page's script. It is not a script itself, so the policy allows it without a hash. */
const jsonPart = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const withPart = (html: string, part: string) => html.replace('</body>', () => `${part}</body>`);

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function queryOf(request: FastifyRequest): string {
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark);
}
