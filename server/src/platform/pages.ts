// Serves what the build made: finished pages from memory, hashed files with their compressed twins, the lender's pictures.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Experience, experiences } from '#contract/prequalification.ts';
import { pathOf, screenAt } from '#contract/screens.ts';
import type { Lender } from '#lender/load.ts';
import type { Config } from './config.ts';
import { SetupError } from './failure.ts';
import { answerErrors, type ContentSecurity } from './http.ts';

interface Page {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

export interface Pages {
  readonly directory: string;
  readonly landing: Readonly<Record<Experience, Page>>;
  /** The same with a place kept for the partner's logo, which the browser asks for. */
  readonly partnersLanding: Readonly<Record<Experience, Page>>;
  readonly shell: Page;
  readonly security: ContentSecurity;
  /** The scripts of each screen, besides those of the shell. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
}

/** Where `npm run build` puts the browser side. */
export const builtDirectory = resolve(import.meta.dirname, '../../../.build/web');

export function readPages(config: Config, directory = builtDirectory): Pages {
  if (!existsSync(join(directory, 'shell.html'))) {
    throw new SetupError(`The browser side is not built (${directory}). Run npm run build first.`);
  }
  const settings = JSON.stringify({
    recaptcha: { script: config.RECAPTCHA_SCRIPT_URL, siteKey: config.RECAPTCHA_SITE_KEY },
    socure: {
      script: config.SOCURE_SDK_URL,
      sdkKey: config.SOCURE_SDK_KEY,
      configBaseUrl: config.SOCURE_CONFIG_URL,
    },
    plaid: { script: config.PLAID_LINK_SCRIPT_URL },
    development: config.isDevelopment,
  }).replaceAll('<', '\\u003c');
  const page = (name: string, ofPartner = false): Page => {
    const html = readFileSync(join(directory, name), 'utf8')
      .replace('<html ', ofPartner ? '<html data-partner ' : '<html ')
      .replace('</body>', () => `<script type="application/json" id="settings">${settings}</script></body>`);
    const plain = Buffer.from(html);
    return {
      plain,
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzip: gzipSync(plain, { level: 9 }),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    };
  };
  return {
    directory,
    landing: { sp: page('landing.sp.html'), ppc: page('landing.ppc.html') },
    partnersLanding: { sp: page('landing.sp.html', true), ppc: page('landing.ppc.html', true) },
    shell: page('shell.html'),
    screens: JSON.parse(readFileSync(join(directory, 'screens.json'), 'utf8')) as Pages['screens'],
    security: JSON.parse(readFileSync(join(directory, 'csp.json'), 'utf8')) as ContentSecurity,
  };
}

export async function pageRoutes(
  app: FastifyInstance,
  { config, lender }: { config: Config; lender: Pick<Lender, 'partners'> },
  pages: Pages,
): Promise<void> {
  await app.register(statics, {
    root: join(pages.directory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
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
    app.get(`/${icon}`, (_request, reply) => reply.sendFile('icon.svg', pages.directory, { maxAge: '1d' }));
  }

  app.get('/', (request, reply) => reply.redirect(`${pathOf('landing')}${queryOf(request)}`, 302));
  app.get(pathOf('landing'), (request, reply) => {
    const { experience, sub_id } = request.query as Record<string, unknown>;
    const variant = experiences.find((one) => one === experience) ?? 'sp';
    const isOfPartner = lender.partners.some(({ subIds }) => subIds.some((subId) => subId === sub_id));
    return send(request, reply, (isOfPartner ? pages.partnersLanding : pages.landing)[variant]);
  });
  // Every other page is drawn by the browser, which also knows where an unknown address leads.
  app.get('/*', (request, reply) => {
    const [pathname = ''] = request.url.split('?');
    const isHidden = pathname.startsWith('/api/') || (config.isProduction && pathname.startsWith('/dev/'));
    if (isHidden || /\.[a-z0-9]{2,5}$/i.test(pathname)) {
      return answerErrors(reply, 404, [{ code: 'not-found', message: 'There is nothing at this address.' }]);
    }
    // The browser fetches the screen's scripts beside the shell's, instead of after them.
    const scripts = pages.screens[screenAt(pathname) ?? ''] ?? [];
    if (scripts.length > 0) {
      reply.header('link', scripts.map((script) => `<${script}>; rel=modulepreload`).join(', '));
    }
    return send(request, reply, pages.shell);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header('cache-control', 'no-cache')
    .header('etag', page.etag)
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(String(accepted))) return reply.header('content-encoding', 'br').send(page.br);
  if (/\bgzip\b/.test(String(accepted))) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.plain);
}

function queryOf(request: FastifyRequest): string {
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark);
}
